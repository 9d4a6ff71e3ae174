import { crc32, deflateSync } from 'node:zlib'

/** Draws the screenshot of a payment on a phone without any library: a PNG of some hundred bytes. */

const WIDTH = 270
const HEIGHT = 400
/** Palette indexes: paper, ink, the bank's colour, grey. */
const PALETTE = { papel: 0, tinta: 1, marca: 2, gris: 3 } as const
type Color = keyof typeof PALETTE

/** Glyphs of the characters from space to Z, each 5 columns of 7 dots. */
const FONT = Buffer.from(
  [
    '000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c224100',
    '0041221c002a1c7f1c2a08083e080800807030000808080808000060600020100804023e5149453e00427f4000',
    '72494949462141494d331814127f1027454545393c4a49493141211109073649494936464949291e0000140000',
    '004034000000081422411414141414004122140802015909063e415d594e7c1211127c7f494949363e41414122',
    '7f4141413e7f494949417f090909013e414151737f0808087f00417f41002040413f017f081422417f40404040',
    '7f021c027f7f0408107f3e4141413e7f090909063e4151215e7f09192946264949493203017f01033f4040403f',
    '1f2040201f3f4038403f631408146303047804036159494d43',
  ].join(''),
  'hex',
)

/** Draws a voucher: the bank's name, the amount and the lines below it. */
export function dibujarComprobante(
  titulo: string,
  importe: string,
  lineas: readonly string[],
  [r, g, b]: readonly [number, number, number],
): Buffer {
  const dots = new Uint8Array(WIDTH * HEIGHT)
  const box = (x: number, y: number, w: number, h: number, color: Color) => {
    for (let row = y; row < y + h; row += 1)
      dots.fill(PALETTE[color], row * WIDTH + x, row * WIDTH + x + w)
  }
  const write = (text: string, y: number, size: number, color: Color) => {
    const known = text
      .normalize('NFD')
      .toUpperCase()
      .replaceAll(/[^ -Z]/g, '')
    let x = Math.max(8, Math.round((WIDTH - known.length * 6 * size) / 2))
    for (const letter of known) {
      const at = (letter.charCodeAt(0) - 32) * 5
      for (let i = 0; i < 35; i += 1) {
        const lit = ((FONT[at + (i % 5)] ?? 0) >> Math.floor(i / 5)) & 1
        const [left, top] = [x + (i % 5) * size, y + Math.floor(i / 5) * size]
        if (lit && left + size < WIDTH) box(left, top, size, size, color)
      }
      x += 6 * size
    }
  }
  box(0, 0, WIDTH, 96, 'marca')
  write(titulo, 38, 3, 'papel')
  write(importe, 136, 4, 'tinta')
  box(24, 192, WIDTH - 48, 2, 'gris')
  for (const [i, line] of lineas.entries()) {
    write(line, 216 + i * 30, 2, i === 0 ? 'tinta' : 'gris')
  }
  return png(dots, [255, 255, 255, 32, 32, 36, r, g, b, 120, 120, 130])
}

function png(dots: Uint8Array, palette: number[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // Bit depth 8, colour type 3: each byte is an index into the palette.
  header.set([8, 3, 0, 0, 0], 8)
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.concat([Buffer.of(0), dots.subarray(y * WIDTH, (y + 1) * WIDTH)]),
  )
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(8 + body.length)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), 4 + body.length)
  return out
}

/* A moving picture out of still ones, each as WebP writes it (RFC 9649). */

const LARGO = 8

/** A number in `bytes` bytes, the lowest first. */
function numero(value: number, bytes: number): Buffer {
  const out = Buffer.alloc(bytes)
  out.writeUIntLE(value, 0, bytes)
  return out
}

/** A chunk of the file: its name, its length, its content, and a byte more when the length is odd. */
function trozo(nombre: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content)
  return Buffer.concat([
    Buffer.from(nombre, 'latin1'),
    numero(data.length, 4),
    data,
    Buffer.alloc(data.length % 2),
  ])
}

/** The picture's own chunk in a file of one picture. */
function imagenDe(webp: Buffer): Buffer {
  for (let at = 12; at + LARGO <= webp.length; ) {
    const nombre = webp.toString('latin1', at, at + 4)
    const end = at + LARGO + webp.readUInt32LE(at + 4)
    if (nombre === 'VP8 ' || nombre === 'VP8L') return webp.subarray(at, end + (end % 2))
    at = end + (end % 2)
  }
  throw new Error('no picture in this file')
}

export interface Cuadro {
  webp: Buffer
  /** How long it is shown, in milliseconds. */
  dura: number
}

/** One file that shows the pictures one after the other, for ever. All have the same size, in pixels. */
export function animada(cuadros: readonly Cuadro[], ancho: number, alto: number): Buffer {
  const size = [numero(ancho - 1, 3), numero(alto - 1, 3)]
  const origin = Buffer.alloc(6)
  const frames = cuadros.map(({ webp, dura }) =>
    trozo('ANMF', origin, ...size, numero(dura, 3), Buffer.of(0b10), imagenDe(webp)),
  )
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    trozo('VP8X', Buffer.of(0b10, 0, 0, 0), ...size),
    trozo('ANIM', Buffer.alloc(4), numero(0, 2)),
    ...frames,
  ])
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), numero(body.length, 4), body])
}

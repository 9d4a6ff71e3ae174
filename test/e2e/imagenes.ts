import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser } from 'playwright-core'

/* Pictures of pages that are kept in the repository, compared with how the page looks now. The browser reads them. */

/** Set to write the pictures anew instead of comparing them. */
export const ESCRIBIR = process.env.CAMBISTA_FOTOS === '1'

/** A picture is looked at four times smaller: a letter drawn otherwise is nothing, a line moved by its height is. */
const MENOR = 4
/** By how much a channel of a pixel may differ. */
const TONO = 32

/** In the browser: reads a picture out of base64, draws it at a size, writes bytes as base64. */
export const PIEZAS = `
  const leer = async (text, type) =>
    createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], { type }))
  const dibujar = (picture, width, height) => {
    const canvas = new OffscreenCanvas(width, height)
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, width, height)
    return [canvas, pen]
  }
  const texto = async (blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer())
    let all = ''
    for (let at = 0; at < bytes.length; at += 8192) all += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(all)
  }
`

/** What runs in the browser: `webp` writes a picture, `distintos` compares two. */
const PROGRAMA = `
  ${PIEZAS}
  window.webp = async (png, quality) => {
    const picture = await leer(png, 'image/png')
    const [canvas] = dibujar(picture, picture.width, picture.height)
    return texto(await canvas.convertToBlob({ type: 'image/webp', quality }))
  }
  window.distintos = async (png, kept, smaller, tone) => {
    const [now, before] = [await leer(png, 'image/png'), await leer(kept, 'image/webp')]
    if (now.width !== before.width || now.height !== before.height) return 1
    const size = [Math.round(now.width / smaller), Math.round(now.height / smaller)]
    const [a, b] = [now, before].map((p) => dibujar(p, ...size)[1].getImageData(0, 0, ...size).data)
    let other = 0
    for (let at = 0; at < a.length; at += 4) {
      if ([0, 1, 2].some((c) => Math.abs(a[at + c] - b[at + c]) > tone)) other += 1
    }
    return other / (size[0] * size[1])
  }
`

const base64 = (bytes: Buffer) => JSON.stringify(bytes.toString('base64'))

/** A page of its own, outside the program and its content policy, that reads and writes pictures. */
export async function laboratorio(browser: Browser) {
  const page = await browser.newPage()
  await page.evaluate(PROGRAMA)
  /** A PNG as WebP; quality from 0 to 1. */
  const aWebp = async (png: Buffer, quality = 0.85): Promise<Buffer> =>
    Buffer.from((await page.evaluate(`webp(${base64(png)}, ${quality})`)) as string, 'base64')
  /**
   * The share of the kept picture (from 0 to 1) that looks otherwise now; 1 when there is none or its size is another.
   * With `CAMBISTA_FOTOS=1` the picture is written when it differs, and the answer is 0.
   */
  const diferencia = async (file: string, png: Buffer): Promise<number> => {
    const share = existsSync(file)
      ? ((await page.evaluate(
          `distintos(${base64(png)}, ${base64(readFileSync(file))}, ${MENOR}, ${TONO})`,
        )) as number)
      : 1
    if (!ESCRIBIR) return share
    if (share > 0) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, await aWebp(png))
    }
    return 0
  }
  return { aWebp, diferencia }
}

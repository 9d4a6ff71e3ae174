import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { alLimite, aTiempo } from '../../support/plazos.ts'
import { ESCRIBIR, PIEZAS } from '../imagenes.ts'

/*
 * What every page looks like, kept as one small sheet a page: light on a desk and a phone at half its size, dark at a
 * quarter. The layout of both themes is one, so the dark ones only have to show colours.
 */

const KEPT = 'test/e2e/aspecto/fotos'
/** Where the pictures of a page that changed are left. */
const CAMBIADAS = 'node_modules/.cache/aspecto'

/** How far down a page is looked at, in CSS pixels. */
const FONDO = 1200

/** The share of its size at which a picture is kept, and its place on the sheet. */
const HOJA = [
  { forma: 'phone', escala: 1 / 2 },
  { forma: 'phone, dark', escala: 1 / 4 },
  { forma: 'desk, dark', escala: 1 / 4 },
  { forma: 'desk', escala: 1 / 2 },
] as const

/** Colours are kept in steps of this size: half of it is how far a kept colour may be from the drawn one. */
const PASO = 16
/** By how much a channel of a pixel may differ, which leaves room for half a step and the edges of letters. */
const TONO = 14
/**
 * How many pixels of one kept picture may differ by more: less than what a thing moved by 4 px changes.
 */
const PIXELES = 60

/** In the browser: draws the sheet, and compares it with the one that is kept. */
const PROGRAMA = `(() => {
  ${PIEZAS}
  const parts = async (pngs, scales, step) => {
    const all = []
    for (const [at, png] of pngs.entries()) {
      const picture = await leer(png, 'image/png')
      const size = [picture.width, picture.height].map((n) => Math.max(1, Math.round(n * scales[at])))
      all.push([...size, dibujar(picture, ...size)[1].getImageData(0, 0, ...size)])
    }
    return all
  }
  const sheet = (all, change) => {
    const width = all.reduce((sum, [w]) => sum + w, 0)
    const canvas = new OffscreenCanvas(width, Math.max(...all.map(([, h]) => h)))
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    let left = 0
    for (const [w, , image] of all) {
      pen.putImageData(change(image), left, 0)
      left += w
    }
    return [canvas, pen]
  }
  const stepped = (step) => (image) => {
    const data = image.data.map((value, at) => (at % 4 === 3 ? 255 : Math.min(255, Math.round(value / step) * step)))
    return new ImageData(data, image.width, image.height)
  }
  window.hoja = async (pngs, scales, step) => {
    const [canvas] = sheet(await parts(pngs, scales), stepped(step))
    return texto(await canvas.convertToBlob({ type: 'image/webp', quality: 1 }))
  }
  window.apartan = async (pngs, scales, kept, tone) => {
    const all = await parts(pngs, scales)
    const before = await leer(kept, 'image/webp')
    const [canvas, pen] = sheet(all, (image) => image)
    if (canvas.width !== before.width || canvas.height !== before.height)
      return { size: [before.width, before.height, canvas.width, canvas.height] }
    const old = dibujar(before, before.width, before.height)[1]
    const found = []
    let left = 0
    for (const [w, h, { data }] of all) {
      const was = old.getImageData(left, 0, w, h).data
      const marks = pen.getImageData(left, 0, w, h)
      let count = 0
      for (let at = 0; at < data.length; at += 4) {
        const other = [0, 1, 2].some((c) => Math.abs(data[at + c] - was[at + c]) > tone)
        if (other) count += 1
        for (const c of [0, 1, 2]) marks.data[at + c] = other ? [255, 0, 0][c] : 192 + data[at + c] / 4
      }
      pen.putImageData(marks, left, 0)
      found.push(count)
      left += w
    }
    const differs = found.some((count) => count > 0)
    return { found, marks: differs && (await texto(await canvas.convertToBlob({ type: 'image/png' }))) }
  }
})()`

/** Hides what blinks; constructed styles are within the content policy. */
export const QUIETO = `{
  const still = new CSSStyleSheet()
  still.replaceSync('* { caret-color: transparent !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
}`

const UUID = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}'

/** Makes the window as high as the page, so that all of it is drawn, and ids that are drawn by lot alike. */
export async function desplegar(page: Page, width: number, least: number): Promise<void> {
  const high = await page.evaluate((uuid) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: node } = texts
      const text = node.textContent ?? ''
      if (new RegExp(uuid).test(text)) node.textContent = text.replace(new RegExp(uuid, 'g'), '#')
    }
    return document.documentElement.scrollHeight
  }, UUID)
  await page.setViewportSize({ width, height: Math.min(FONDO, Math.max(high, least)) })
}

/** The window as PNG, in base64; with `firme`, once two pictures of it in a row are the same. */
export async function tomar(cdp: CDPSession, firme: boolean): Promise<string> {
  const format = { format: 'png', optimizeForSpeed: true } as const
  const seguir = alLimite('two pictures that are the same')
  for (let last = ''; ; seguir()) {
    const { data } = await aTiempo('a picture', cdp.send('Page.captureScreenshot', format))
    if (data === last || !firme) return data
    last = data
  }
}

const archivo = (route: string) =>
  `${route.replaceAll(/[^\p{L}\d]+/gu, '-').replaceAll(/^-|-$/g, '') || 'ingreso'}.webp`

/** Compares the pictures of a page, in the order of `HOJA`, with the kept ones; with `CAMBISTA_FOTOS=1` keeps them. */
export async function album(browser: Browser) {
  const page = await browser.newPage()
  await page.evaluate(PROGRAMA)
  const scales = JSON.stringify(HOJA.map(({ escala }) => escala))
  const escribir = async (file: string, pngs: string): Promise<void> => {
    const sheet = (await page.evaluate(`hoja(${pngs}, ${scales}, ${PASO})`)) as string
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, Buffer.from(sheet, 'base64'))
  }
  return async (grupo: string, route: string, taken: readonly string[]): Promise<string[]> => {
    const file = join(KEPT, grupo, archivo(route))
    const pngs = JSON.stringify(taken)
    if (!existsSync(file)) {
      if (!ESCRIBIR) return [`${file} is missing: CAMBISTA_FOTOS=1 writes it`]
      await escribir(file, pngs)
      return []
    }
    const kept = JSON.stringify(readFileSync(file).toString('base64'))
    const { found, size, marks } = (await page.evaluate(
      `apartan(${pngs}, ${scales}, ${kept}, ${TONO})`,
    )) as { found?: number[]; size?: number[]; marks?: string | false }
    const wrong = HOJA.flatMap(({ forma }, at) => {
      const count = found?.[at] ?? 0
      return count > PIXELES ? [`${forma}: ${count} pixels look otherwise`] : []
    })
    if (size) wrong.push(`its sheet was ${size[0]} × ${size[1]} and is ${size[2]} × ${size[3]}`)
    if (wrong.length === 0) return []
    if (ESCRIBIR) {
      await escribir(file, pngs)
      return []
    }
    const left = join(CAMBIADAS, grupo, archivo(route))
    await escribir(left, pngs)
    if (marks) writeFileSync(left.replace('.webp', '.distinto.png'), Buffer.from(marks, 'base64'))
    return wrong.map((what) => `${what}; see ${left} beside ${file}`)
  }
}

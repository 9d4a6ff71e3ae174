import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import subset from 'subset-font'
import type { Plugin } from 'vite'
import { EN_OTRAS, type Fuente, type Fuentes } from '../../src/web/pdf/fuente.ts'
import { tabla, tablasDe, unir } from './fuente-unida.ts'
import { LETTERS } from './letras.ts'

/** The module that src/web/pdf imports. */
const MODULE = 'virtual:fuente-papel'

/** The feature by which every digit is as wide as the others. */
const TABULAR = 'tnum'

const FILES = '@fontsource-variable/inter/files/inter'
/** Signs of currencies that a house may give to its own; Inter has them in its second file, as the `₮`. */
const SIGNS = '₡₦₩₪₫₭₮₱₲₴₸₹₺₽ƒ'

/**
 * Inter in the two weights that PDF files use, cut to the characters of the screen and the signs of currencies. Its
 * tables are read here, at build, so that the browser needs no reader of fonts. Throws when a character has neither a
 * glyph nor another way to be written (`EN_OTRAS`).
 */
export async function paperFonts(): Promise<Fuentes> {
  const [latin, extended] = ['latin', 'latin-ext'].map((part) =>
    readFileSync(createRequire(import.meta.url).resolve(`${FILES}-${part}-wght-normal.woff2`)),
  ) as [Buffer, Buffer]
  const one = async (wght: number) => {
    const settings = { targetFormat: 'truetype', variationAxes: { wght } } as const
    return read(
      await subset(latin, LETTERS, { ...settings, keepFeatures: [TABULAR] }),
      await subset(extended, SIGNS, { ...settings, keepFeatures: [] }),
    )
  }
  return { normal: await one(400), fuerte: await one(650) }
}

export function paperFont(): Plugin {
  return {
    name: 'paper-font',
    resolveId: (source) => (source === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null
      return `export default ${JSON.stringify(await paperFonts())}`
    },
  }
}

/** What a PDF has to know of a TrueType font that has the glyphs of another, too. */
function read(latin: Buffer, extended: Buffer): Fuente {
  const { file, desde } = unir(latin, extended)
  const tables = tablasDe(file)
  const table = (name: string) => tabla(tables, name)
  const head = table('head')
  const hhea = table('hhea')
  const hmtx = table('hmtx')
  const thousandths = (units: number) => Math.round((units * 1000) / head.readUInt16BE(18))
  const widths = hhea.readUInt16BE(34)
  const widthOf = (glyph: number) => thousandths(hmtx.readUInt16BE(4 * Math.min(glyph, widths - 1)))
  const first = glyphs(table('cmap'))
  const second = glyphs(tabla(tablasDe(extended), 'cmap'))
  const drawn = (code: number) => first(code) || (second(code) && desde + second(code))
  const tabular = substitutes(table('GSUB'), TABULAR)
  // The feature widens punctuation too, which words do not need.
  const digits = new Set([...'0123456789'].map((digit) => digit.charCodeAt(0)))
  const glyphOf = (code: number) => (digits.has(code) && tabular.get(drawn(code))) || drawn(code)
  const letras = [...new Set(LETTERS + SIGNS)].filter((letter) => {
    const has = glyphOf(letter.charCodeAt(0)) > 0
    if (!has && !EN_OTRAS.has(letter)) throw new Error(`the font does not draw ${letter}`)
    return has
  })
  return {
    letras: letras.join(''),
    glifos: letras.map((letter) => glyphOf(letter.charCodeAt(0))),
    anchos: letras.map((letter) => widthOf(glyphOf(letter.charCodeAt(0)))),
    ascenso: thousandths(hhea.readInt16BE(4)),
    descenso: thousandths(hhea.readInt16BE(6)),
    caja: [36, 38, 40, 42].map((at) => thousandths(head.readInt16BE(at))),
    largo: file.length,
    datos: deflateSync(file, { level: 9 }).toString('base64'),
  }
}

/** The glyph of a character below U+10000, by the font's table of format 4; 0 when it has none. */
function glyphs(cmap: Buffer): (code: number) => number {
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.readUInt32BE(8 + 8 * i),
  )
  const at = starts.find((start) => cmap.readUInt16BE(start) === 4)
  if (at === undefined) throw new Error('the font has no character table of format 4')
  const count = cmap.readUInt16BE(at + 6) / 2
  const [ends, begins, deltas, offsets] = [0, 1, 2, 3].map(
    (part) => at + 14 + part * 2 * count + (part > 0 ? 2 : 0),
  ) as [number, number, number, number]
  return (code) => {
    for (let i = 0; i < count; i += 1) {
      if (code > cmap.readUInt16BE(ends + 2 * i)) continue
      const begin = cmap.readUInt16BE(begins + 2 * i)
      if (code < begin) return 0
      const delta = cmap.readUInt16BE(deltas + 2 * i)
      const offset = cmap.readUInt16BE(offsets + 2 * i)
      if (offset === 0) return (code + delta) & 0xffff
      const glyph = cmap.readUInt16BE(offsets + 2 * i + offset + 2 * (code - begin))
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

/** What each glyph becomes by the single substitutions of a feature. */
function substitutes(gsub: Buffer, feature: string): Map<number, number> {
  const list = (at: number) => Array.from({ length: gsub.readUInt16BE(at) }, (_, i) => i)
  const features = gsub.readUInt16BE(6)
  const lookups = gsub.readUInt16BE(8)
  const found = new Map<number, number>()
  for (const i of list(features)) {
    const record = features + 2 + 6 * i
    if (gsub.toString('latin1', record, record + 4) !== feature) continue
    const own = features + gsub.readUInt16BE(record + 4)
    for (const n of list(own + 2)) {
      const lookup =
        lookups + gsub.readUInt16BE(lookups + 2 + 2 * gsub.readUInt16BE(own + 4 + 2 * n))
      for (const part of list(lookup + 4)) {
        const table = lookup + gsub.readUInt16BE(lookup + 6 + 2 * part)
        const extended = gsub.readUInt16BE(lookup) === 7
        single(gsub, extended ? table + gsub.readUInt32BE(table + 4) : table, found)
      }
    }
  }
  if (found.size === 0) throw new Error(`the font has no feature ${feature}`)
  return found
}

/** Reads one table of single substitutions, of either format. */
function single(gsub: Buffer, at: number, found: Map<number, number>): void {
  const coverage = at + gsub.readUInt16BE(at + 2)
  const byDelta = gsub.readUInt16BE(at) === 1
  const put = (glyph: number, index: number) => {
    const second = byDelta
      ? (glyph + gsub.readInt16BE(at + 4)) & 0xffff
      : gsub.readUInt16BE(at + 6 + 2 * index)
    found.set(glyph, second)
  }
  const count = gsub.readUInt16BE(coverage + 2)
  for (let i = 0; i < count; i += 1) {
    if (gsub.readUInt16BE(coverage) === 1) {
      put(gsub.readUInt16BE(coverage + 4 + 2 * i), i)
      continue
    }
    const range = coverage + 4 + 6 * i
    const first = gsub.readUInt16BE(range)
    for (let glyph = first; glyph <= gsub.readUInt16BE(range + 2); glyph += 1)
      put(glyph, gsub.readUInt16BE(range + 4) + glyph - first)
  }
}

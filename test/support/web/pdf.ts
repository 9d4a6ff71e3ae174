import { inflateSync } from 'node:zlib'

export interface PaginaPdf {
  ancho: number
  alto: number
  /** Texts as drawn, in order, with where they begin, from the lower left corner, and how wide they are. */
  textos: { x: number; y: number; cuerpo: number; ancho: number; texto: string }[]
}

/** Reads the objects, the pages and their texts of a PDF as src/web/pdf writes it, by its own cross-reference table. */
export function leerPdf(bytes: Uint8Array): { titulo: string; paginas: PaginaPdf[] } {
  const file = Buffer.from(bytes)
  const text = file.toString('latin1')
  if (!text.startsWith('%PDF-1.7\n') || !text.endsWith('%%EOF\n')) throw new Error('not a PDF')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const table = text.slice(start)
  const size = Number(/^xref\n0 (\d+)\n/.exec(table)?.[1])
  const places = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map((row) => Number(row[1]))
  if (places.length !== size - 1) throw new Error('the cross-reference table has another length')
  const object = (number: number): string => {
    const at = places[number - 1] ?? -1
    const head = `${number} 0 obj\n`
    if (!text.startsWith(head, at)) throw new Error(`object ${number} is not at its place`)
    return text.slice(at + head.length, text.indexOf('\nendobj\n', at))
  }
  const reference = (body: string, key: string): number => {
    const found = new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1]
    if (!found) throw new Error(`no ${key} in ${body.slice(0, 200)}`)
    return Number(found)
  }
  const stream = (number: number): string => {
    const at = places[number - 1] ?? -1
    const body = text.indexOf('stream\n', at) + 7
    const length = Number(/\/Length (\d+)/.exec(text.slice(at, body))?.[1])
    if (!text.startsWith('\nendstream\n', body + length))
      throw new Error('a stream of another length')
    return inflateSync(file.subarray(body, body + length)).toString('latin1')
  }
  const trailer = table.slice(table.indexOf('trailer'))
  const title = /\/Title <feff([0-9a-f]*)>/.exec(object(reference(trailer, 'Info')))?.[1] ?? ''
  const pages = object(reference(object(reference(trailer, 'Root')), 'Pages'))
  const kids = [...(/\/Kids\[(.*)\]/.exec(pages)?.[1] ?? '').matchAll(/(\d+) 0 R/g)]
  const letters = new Map<string, Map<string, string>>()
  const lettersOf = (page: string, name: string) => {
    const known = letters.get(name)
    if (known) return known
    const map = stream(reference(object(reference(page, name)), 'ToUnicode'))
    const made = new Map(
      [...map.matchAll(/^<(\w{4})><(\w{4})>$/gm)].map(([, glyph = '', unit = '']) => [
        glyph,
        String.fromCharCode(Number.parseInt(unit, 16)),
      ]),
    )
    letters.set(name, made)
    return made
  }
  const widths = new Map<string, Map<string, number>>()
  const widthsOf = (page: string, name: string) => {
    const known = widths.get(name)
    if (known) return known
    const font = object(reference(page, name))
    const own = object(Number(/DescendantFonts\[(\d+) 0 R/.exec(font)?.[1]))
    const made = new Map(
      [...own.matchAll(/(\d+)\[(\d+)\](?=[\d\]])/g)].map(([, glyph, width]) => [
        Number(glyph).toString(16).padStart(4, '0'),
        Number(width),
      ]),
    )
    widths.set(name, made)
    return made
  }
  const paginas = kids.map(([, number]) => {
    const page = object(Number(number))
    const [, ancho, alto] = /\/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? []
    const drawn = stream(reference(page, 'Contents')).matchAll(
      /BT \/(F\d) ([\d.]+) Tf ([\d.-]+) ([\d.-]+) Td <(\w*)> Tj ET/g,
    )
    const textos = [...drawn].map(([, font = '', size, x, y, shown = '']) => {
      const glyphs = shown.match(/.{4}/g) ?? []
      const known = lettersOf(page, font)
      const texto = glyphs.map((glyph) => known.get(glyph) ?? '\uFFFD').join('')
      const cuerpo = Number(size)
      const wide = widthsOf(page, font)
      const ancho = glyphs.reduce((sum, glyph) => sum + (wide.get(glyph) ?? 0), 0) * (cuerpo / 1000)
      return { x: Number(x), y: Number(y), cuerpo, ancho, texto }
    })
    return { ancho: Number(ancho), alto: Number(alto), textos }
  })
  return { titulo: Buffer.from(title, 'hex').swap16().toString('utf16le'), paginas }
}

/** All text of a page, drawn one after another. */
export const textoDe = ({ textos }: PaginaPdf): string =>
  textos.map(({ texto }) => texto).join('\n')

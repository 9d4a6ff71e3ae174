import { plain } from '../../core/texto/texto.ts'

/** A part of a chapter: its heading, the anchor that links name, and its text as it is written. */
export interface Seccion {
  titulo: string
  ancla: string
  nivel: number
  texto: string
}

/** A chapter of the manual, from its file in `docs/manual`. */
export interface Capitulo {
  nombre: string
  titulo: string
  /** What the list of chapters says under the title. */
  resumen: string
  /** The screens that it explains, by route name, each with the anchor of its section; empty for the whole chapter. */
  pantallas: ReadonlyMap<string, string>
  /** A card to print and to keep beside the keyboard. */
  tarjeta: boolean
  /** The text under its title and its first sentence. */
  texto: string
  secciones: readonly Seccion[]
}

/** The anchor of a heading, as the usual viewers of such files make it: `Comprar y vender` is `comprar-y-vender`. */
export const anclaDe = (titulo: string): string =>
  titulo
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function seccionesDe(text: string): Seccion[] {
  const parts = text.split(/^(?=#{2,3} )/m).filter((part) => /^#{2,3} /.test(part))
  return parts.map((part) => {
    const [, marks = '', titulo = ''] = part.match(/^(#{2,3}) (.+)$/m) ?? []
    const texto = part.slice(part.indexOf('\n') + 1).trim()
    return { titulo, ancla: anclaDe(titulo), nivel: marks.length, texto }
  })
}

/**
 * Reads a chapter: its title, the sentence under it, its text, and at the end a comment that names the screens which it
 * explains (`pantallas:` and route names by commas, `name#anchor` for one section). A file `tarjeta-…` is a card.
 */
export function capituloDe(nombre: string, archivo: string): Capitulo {
  const [, titulo = nombre, resumen = '', rest = ''] =
    archivo.replaceAll('\r\n', '\n').match(/^# (.+)\n+(.+)\n([\s\S]*)$/) ?? []
  const [, named = ''] = rest.match(/<!-- pantallas: ([^>]+) -->/) ?? []
  const pantallas = named.split(',').flatMap((each) => {
    const [screen = '', anchor = ''] = each.trim().split('#')
    return screen ? [[screen, anchor] as const] : []
  })
  const texto = rest.replace(/<!--[\s\S]*?-->/g, '').trim()
  return {
    nombre,
    titulo,
    resumen,
    pantallas: new Map(pantallas),
    tarjeta: nombre.startsWith('tarjeta-'),
    texto,
    secciones: seccionesDe(texto),
  }
}

/** Where the manual explains a screen: its chapter and the anchor in it; undefined when no chapter names the screen. */
export function lugarDe(capitulos: readonly Capitulo[], pantalla: string) {
  const capitulo = capitulos.find(({ pantallas }) => pantallas.has(pantalla))
  return capitulo && { capitulo: capitulo.nombre, ancla: capitulo.pantallas.get(pantalla) ?? '' }
}

/** The text as it is read aloud: without pictures, marks of lists, of links, of code and of emphasis. */
export const sinMarcas = (texto: string): string =>
  texto
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\(imagenes[^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|[ :|-]+\|$/gm, '')
    .replace(/^[ \t>]*(?:[-+*]|\d+[.)])[ \t]+/gm, '')
    .replace(/[`*]+|(?<![\p{L}\d])_+|_+(?![\p{L}\d])/gu, '')
    .replace(/[_|>#]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A section that answers a search, with the part of its text where the first word stands. */
export interface Hallazgo {
  capitulo: Capitulo
  seccion: Seccion
  fragmento: string
}

const VECINDAD = 70

/** The text around the first of the words, cut at spaces. */
function fragmentoDe(texto: string, words: readonly string[]): string {
  const folded = plain(texto)
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0)
  const at = places.length > 0 ? Math.min(...places) : 0
  const from = at > VECINDAD ? texto.indexOf(' ', at - VECINDAD) + 1 : 0
  const to = texto.lastIndexOf(' ', at + 2 * VECINDAD)
  const end = texto.length <= at + 2 * VECINDAD || to <= at ? texto.length : to
  return `${from > 0 ? '… ' : ''}${texto.slice(from, end)}${end < texto.length ? ' …' : ''}`
}

/**
 * The sections that have every word, accents and case left out, the best first: a word in the heading counts ten times
 * one in the text. At most `limite`; none for no words.
 */
export function buscarEn(
  capitulos: readonly Capitulo[],
  words: readonly string[],
  limite = 12,
): Hallazgo[] {
  if (words.length === 0) return []
  const all = capitulos.flatMap((capitulo) =>
    capitulo.secciones.map((seccion) => {
      const text = sinMarcas(seccion.texto)
      const title = plain(`${capitulo.titulo} ${seccion.titulo}`)
      const body = plain(text)
      const score = words.reduce((sum, word) => {
        const found = (title.includes(word) ? 10 : 0) + (body.includes(word) ? 1 : 0)
        return found === 0 ? Number.NEGATIVE_INFINITY : sum + found
      }, 0)
      return { capitulo, seccion, text, score }
    }),
  )
  return all
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limite)
    .map(({ capitulo, seccion, text }) => ({
      capitulo,
      seccion,
      fragmento: fragmentoDe(text, words),
    }))
}

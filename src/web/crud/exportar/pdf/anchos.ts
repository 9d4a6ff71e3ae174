import type { Documento } from '../../../pdf/documento.ts'

/** The title of a column on paper. */
export interface Celda {
  texto: string
  alinear?: 'left' | 'right' | 'center' | undefined
}

/** Points between the edge of a cell and its text. */
export const RELLENO = 3.5

/** Type sizes in points, tried from the largest; below the last one words are broken instead. */
const CUERPOS = [8, 7, 6, 5.5]
/** Those at which words are broken: the largest at which the numbers stand whole beside columns of text this wide. */
const ESTRECHOS = [5.5, 5, 4.5, 4, 3.5, 3]
const MIN_TEXTO = 24
/** No text column needs more than this many points to be read well, nor a word of it more than that many. */
const MAX_COLUMNA = 170
const MAX_PALABRA = 90

interface Necesidad {
  /** With every text on one line. */
  comoda: number
  /** With text broken at spaces; numbers are not broken. */
  minima: number
}

/** Widths of the columns that fill `ancho` points, and the type size with which they do; `cabe`: at the largest one. */
export function anchosDe(
  { normal, fuerte }: Documento,
  titulos: readonly Celda[],
  filas: readonly (readonly string[])[],
  ancho: number,
): { anchos: number[]; cuerpo: number; cabe: boolean } {
  const longest = titulos.map((titulo, at) => masLargas(filas, at, titulo.alinear !== 'right'))
  const needsAt = (cuerpo: number): Necesidad[] =>
    titulos.map(({ texto, alinear }, at) => {
      const widest = (texts: readonly string[], tipo = normal) =>
        Math.max(0, ...texts.map((one) => tipo.medir(one, cuerpo)))
      const { textos = [], palabras = [] } = longest[at] ?? {}
      const head = widest(texto.split(' '), fuerte)
      // The last row is bold: its numbers are a little wider.
      const content = widest(textos) * 1.08
      const whole = alinear === 'right' ? content : Math.min(content, MAX_COLUMNA)
      const word = alinear === 'right' ? content : Math.min(widest(palabras), MAX_PALABRA)
      return {
        comoda: Math.max(head, whole) + 2 * RELLENO,
        minima: Math.max(head, word) + 2 * RELLENO,
      }
    })
  const minima = (cuerpo: number) => needsAt(cuerpo).map((need) => need.minima)
  /** With the columns of text as narrow as they may become. */
  const estrechas = (cuerpo: number) =>
    minima(cuerpo).map((width, at) =>
      titulos[at]?.alinear === 'right' ? width : Math.min(width, MIN_TEXTO),
    )
  const fitting = CUERPOS.find((cuerpo) => sum(minima(cuerpo)) <= ancho)
  const cabe = fitting === CUERPOS[0]
  if (fitting === undefined) {
    const cuerpo = ESTRECHOS.find((one) => sum(estrechas(one)) <= ancho) ?? 3
    return { anchos: entre(estrechas(cuerpo), minima(cuerpo), ancho), cuerpo, cabe }
  }
  const needs = needsAt(fitting)
  const comodas = needs.map(({ comoda }) => comoda)
  return { anchos: entre(minima(fitting), comodas, ancho), cuerpo: fitting, cabe }
}

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

/** Widths between the least and the most wanted that fill `ancho`; less than the least only where that is too much. */
function entre(least: readonly number[], most: readonly number[], ancho: number): number[] {
  const [low, high] = [sum(least), sum(most)]
  if (high <= ancho) return most.map((width) => width * (ancho / high))
  if (low > ancho) return least.map((width) => width * (ancho / low))
  const share = (ancho - low) / (high - low)
  return least.map((width, at) => width + ((most[at] ?? width) - width) * share)
}

/**
 * The texts of a column and their words among which its widest one is: the longest ones by letters. Of numbers, which
 * are never broken, all: one for those that differ in their digits only, which are as wide as each other.
 */
function masLargas(filas: readonly (readonly string[])[], at: number, porPalabras: boolean) {
  const texts = filas.map((fila) => fila[at] ?? '')
  if (!porPalabras)
    return { textos: [...new Set(texts.map((text) => text.replace(/\d/g, '0')))], palabras: [] }
  return {
    textos: largas(texts),
    palabras: largas(texts.flatMap((text) => text.split(/\s/))),
  }
}

/** A wide letter takes as much room as a few narrow ones. */
const DE_MENOS = 3
const MUCHAS = 40

function largas(texts: readonly string[]): string[] {
  const unique = [...new Set(texts)]
  const most = unique.reduce((max, { length }) => Math.max(max, length), 0)
  return unique.filter(({ length }) => length >= most - DE_MENOS).slice(0, MUCHAS)
}

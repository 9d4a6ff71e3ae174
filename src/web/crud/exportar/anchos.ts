import type { Documento } from '../../pdf/documento.ts'

/** The title of a column on paper. */
export interface Celda {
  texto: string
  alinear?: 'left' | 'right' | 'center' | undefined
}

/** Points between the edge of a cell and its text. */
export const RELLENO = 3.5

/** Type sizes in points, tried from the largest; below the last one words are broken instead. */
const CUERPOS = [8, 7, 6, 5.5]
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
  const sum = (needs: readonly Necesidad[], which: keyof Necesidad) =>
    needs.reduce((total, need) => total + need[which], 0)
  const fitting = CUERPOS.find((cuerpo) => sum(needsAt(cuerpo), 'minima') <= ancho)
  const cuerpo = fitting ?? CUERPOS.at(-1) ?? 5.5
  const needs = needsAt(cuerpo)
  const least = sum(needs, 'minima')
  const most = sum(needs, 'comoda')
  const widths =
    most <= ancho
      ? needs.map(({ comoda }) => comoda * (ancho / most))
      : least <= ancho
        ? needs.map(({ minima, comoda }) => {
            return minima + (comoda - minima) * ((ancho - least) / (most - least))
          })
        : needs.map(({ minima }) => minima * (ancho / least))
  return { anchos: widths, cuerpo, cabe: fitting === CUERPOS[0] }
}

/** The texts of a column and their words among which its widest one is: the longest ones by letters. */
function masLargas(filas: readonly (readonly string[])[], at: number, porPalabras: boolean) {
  const texts = filas.map((fila) => fila[at] ?? '')
  return {
    textos: largas(texts),
    palabras: porPalabras ? largas(texts.flatMap((text) => text.split(/\s/))) : [],
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

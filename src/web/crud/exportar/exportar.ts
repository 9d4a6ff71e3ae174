import { csvCell } from '../../../core/texto/hoja.ts'
import type { Columna } from '../lista/tabla.tsx'

const NUMBER = /^-?\d+(\.\d+)?$/

/** The columns that go into a file: those with a plain text or a number. */
export function exportables<T>(columnas: readonly Columna<T>[]): Columna<T>[] {
  return columnas.filter((columna) => columna.texto || columna.numero)
}

/**
 * The value of a cell in a file: the plain decimal text of `numero` where the column has one. In a right-aligned
 * column a numeric text is a number too; a document or account number, left-aligned, stays text.
 */
export function valorDe<T>(columna: Columna<T>, fila: T): { texto: string; numero: boolean } {
  const texto = columna.texto?.(fila)
  const numero = columna.numero ? columna.numero(fila) : columna.alinear === 'right' && texto
  if (numero && NUMBER.test(numero)) return { texto: numero, numero: true }
  return { texto: texto ?? (numero || ''), numero: false }
}

/** The title of a column over bare numbers: with their unit. */
export function tituloDe<T>({ titulo, unidad }: Columna<T>): string {
  return unidad ? `${titulo} ${unidad()}` : titulo
}

/**
 * The CSV of these rows: the columns that have a plain text, with their titles first. `linea`, what is to be known of
 * them all, comes last: whatever reads the file finds titles and rows where they always are.
 */
export function toCsv<T>(
  columnas: readonly Columna<T>[],
  filas: readonly T[],
  linea: string = '',
): string {
  const written = exportables(columnas)
  const lines = [
    written.map((columna) => csvCell(tituloDe(columna))),
    ...filas.map((fila) => written.map((columna) => csvCell(valorDe(columna, fila).texto))),
    ...(linea ? [[csvCell(linea)]] : []),
  ]
  return `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

/** A CSV as a file. The mark at the start tells spreadsheets that it is UTF-8. */
export function csvBlob(text: string): Blob {
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })
}

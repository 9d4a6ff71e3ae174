import { request } from '../../api/http.ts'
import type { Columna } from '../lista/tabla.tsx'

const QUOTED = /[",;\t\r\n]/
/** First characters by which a spreadsheet takes a text for a formula, or skips to one. */
const FORMULA = new Set(['=', '+', '-', '@', '\t', '\r', '\n', '\0'])
const NUMBER = /^-?\d+(\.\d+)?$/

/** One cell of RFC 4180. What a spreadsheet would run as a formula is made text; numbers stay numbers. */
export function csvCell(value: string | null): string {
  const text = value ?? ''
  const safe = FORMULA.has(text.charAt(0)) && !NUMBER.test(text) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The columns that go into a file: those that can say what they show without drawing it. */
export function exportables<T>(columnas: readonly Columna<T>[]): Columna<T>[] {
  return columnas.filter((columna) => columna.texto || columna.numero)
}

/**
 * What a cell says in a file: a number's plain decimal text where the column has one. A column at the right holds
 * numbers, so a plain text of it is one too; a document or an account number, at the left, stays text.
 */
export function valorDe<T>(columna: Columna<T>, fila: T): { texto: string; numero: boolean } {
  const texto = columna.texto?.(fila)
  const numero = columna.numero ? columna.numero(fila) : columna.alinear === 'right' && texto
  if (numero && NUMBER.test(numero)) return { texto: numero, numero: true }
  return { texto: texto ?? (numero || ''), numero: false }
}

/** The CSV of these rows: the columns that have a plain text, with their titles first. */
export function toCsv<T>(columnas: readonly Columna<T>[], filas: readonly T[]): string {
  const written = exportables(columnas)
  const lines = [
    written.map(({ titulo }) => csvCell(titulo)),
    ...filas.map((fila) => written.map((columna) => csvCell(valorDe(columna, fila).texto))),
  ]
  return `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

/** A CSV as a file. The mark at the start tells spreadsheets that it is UTF-8. */
export function csvBlob(text: string): Blob {
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })
}

/** Hands the file to the browser. */
export function download(nombre: string, contenido: Blob): void {
  const url = URL.createObjectURL(contenido)
  const link = document.createElement('a')
  link.href = url
  link.download = nombre
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

interface PaginaDe<T> {
  items: T[]
  siguiente: string | null
  total?: number
}

/** Told how many rows are here, and of how many. */
export type Avance = (count: number, total: number | undefined) => void

/** All rows of a growing collection under these filters, page by page. Stops when `signal` aborts. */
export async function fetchAll<T>(
  path: string,
  query: Record<string, unknown>,
  signal: AbortSignal,
  onProgress: Avance,
): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do {
    const page: PaginaDe<T> = await request('GET', path, {
      query: { ...query, limite: 200, ...(cursor && { cursor }) },
      signal,
    })
    rows.push(...page.items)
    onProgress(rows.length, page.total)
    cursor = page.siguiente
  } while (cursor)
  return rows
}

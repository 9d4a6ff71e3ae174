import { request } from '../http.ts'
import type { Columna } from './tabla.tsx'

const QUOTED = /[",\r\n]/
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** One cell of RFC 4180. What a spreadsheet would run as a formula is made text; numbers stay numbers. */
export function csvCell(value: string | null): string {
  const text = value ?? ''
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The CSV of these rows: the columns that have a plain text, with their titles first. */
export function toCsv<T>(columnas: readonly Columna<T>[], filas: readonly T[]): string {
  const written = columnas.filter((columna) => columna.texto)
  const lines = [
    written.map(({ titulo }) => csvCell(titulo)),
    ...filas.map((fila) => written.map((columna) => csvCell(columna.texto?.(fila) ?? null))),
  ]
  return `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

/** Hands the file to the browser. The mark at the start tells spreadsheets that it is UTF-8. */
export function download(nombre: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
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

/** All rows of a growing collection under these filters, page by page. Stops when `signal` aborts. */
export async function fetchAll<T>(
  path: string,
  query: Record<string, unknown>,
  signal: AbortSignal,
  onProgress: (count: number, total: number | undefined) => void,
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

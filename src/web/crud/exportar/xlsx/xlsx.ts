import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Columna } from '../../lista/tabla.tsx'
import { exportables, tituloDe, valorDe } from '../exportar.ts'
import { porTurnos } from '../pausa.ts'
import { ESTILO, estiloNumero, partesDe } from './partes.ts'

/** Limits of the format: rows of a sheet, characters of a cell, digits that its numbers keep. */
const MAX_ROWS = 1_048_576
const MAX_CHARS = 32_767
const MAX_DIGITS = 15
const MAX_DECIMALS = 10

/** Characters compressed at a time. */
const PIECE = 64 * 1024

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The workbook of these rows, one sheet, titles bold and frozen. Text is always text; a number is a number
 * only where a double holds it exactly. `linea`, what is to be known of them all, is the last row. Written in slices,
 * so that the page stays responsive; throws the signal's reason when it aborts.
 */
export async function toXlsx<T>(
  nombre: string,
  columnas: readonly Columna<T>[],
  filas: readonly T[],
  signal: AbortSignal,
  onProgress: (count: number, total: number) => void,
  linea: string = '',
): Promise<Blob> {
  if (filas.length + (linea ? 1 : 0) >= MAX_ROWS)
    throw new RangeError(
      'Son demasiadas filas para una hoja de Excel. Exporte en CSV o filtre más.',
    )
  const written = exportables(columnas)
  const archive = new Archive()
  for (const [path, xml] of Object.entries(partesDe(nombre))) archive.add(path)(xml, true)
  const push = archive.add('xl/worksheets/sheet1.xml')
  push(sheetStart(written, filas))
  const turno = porTurnos(signal, onProgress)
  for (const [index, fila] of filas.entries()) {
    push(row(written, fila, index + 2))
    await turno(index + 1, filas.length)
  }
  if (linea) {
    const last = filas.length + 2
    push(`<row r="${last}">${textCell(address(0, last), linea, ESTILO.texto)}</row>`)
  }
  push('</sheetData></worksheet>', true)
  return archive.end()
}

/** A zip that grows part by part. Compresses here, not in a worker: the content policy allows none. */
class Archive {
  readonly #chunks: BlobPart[] = []
  readonly #zip = new Zip((error, chunk) => {
    if (error) throw error
    // Copied, because the chunk may be a view of a buffer that is reused.
    this.#chunks.push(new Uint8Array(chunk))
  })

  /** Begins a part. Answers a function that takes its text in pieces; `last` marks the last one. */
  add(path: string): (xml: string, last?: boolean) => void {
    const part = new ZipDeflate(path, { level: 4 })
    this.#zip.add(part)
    let pending = ''
    return (xml, last = false) => {
      pending += xml
      if (pending.length < PIECE && !last) return
      part.push(strToU8(pending), last)
      pending = ''
    }
  }

  end(): Blob {
    this.#zip.end()
    return new Blob(this.#chunks, { type: TYPE })
  }
}

function sheetStart<T>(columnas: readonly Columna<T>[], filas: readonly T[]): string {
  const cols = columnas.map((columna, index) => {
    const place = index + 1
    return `<col min="${place}" max="${place}" width="${widthOf(columna, filas)}" customWidth="1"/>`
  })
  const titles = columnas.map((columna, index) =>
    textCell(address(index, 1), tituloDe(columna), ESTILO.titulo),
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0" tabSelected="1"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${
    cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''
  }<sheetData><row r="1">${titles.join('')}</row>`
}

/** The width of a column in characters, from its title and the first rows. */
function widthOf<T>(columna: Columna<T>, filas: readonly T[]): number {
  const seen = filas.slice(0, 100).map((fila) => valorDe(columna, fila).texto.length)
  return Math.min(Math.max(tituloDe(columna).length, ...seen) + 3, 60)
}

function row<T>(columnas: readonly Columna<T>[], fila: T, number: number): string {
  let cells = ''
  for (const [index, columna] of columnas.entries()) {
    const { texto, numero } = valorDe(columna, fila)
    if (texto === '') continue
    const at = address(index, number)
    cells +=
      numero && isExact(texto)
        ? `<c r="${at}" s="${estiloNumero(decimalsOf(texto))}"><v>${texto}</v></c>`
        : textCell(at, texto, ESTILO.texto)
  }
  return `<row r="${number}">${cells}</row>`
}

function textCell(at: string, text: string, style: number): string {
  const cut = text.slice(0, MAX_CHARS)
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cut)}</t></is></c>`
}

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0

/** Whether a double, as spreadsheets store it, holds this decimal text without losing a digit. */
function isExact(text: string): boolean {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const digits = `${whole}${fraction.replace(/0+$/, '')}`.replace(/^0+/, '')
  return digits.length <= MAX_DIGITS && fraction.length <= MAX_DECIMALS
}

/** `A1`; columns count from 0, rows from 1. */
function address(column: number, number: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return `${letters}${number}`
}

/** Characters that XML cannot carry: controls (a carriage return would become a newline) and lone surrogates. */
const UNWRITABLE = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text inside an element. `_x000D_` is the format's own way to write a character by its number. */
function xmlText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(UNWRITABLE, (char) => {
      const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase()
      return `_x${code.padStart(4, '0')}_`
    })
    .replace(/[&<>]/g, (char) => MARKUP[char] ?? char)
}

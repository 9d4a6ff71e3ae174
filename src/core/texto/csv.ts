/**
 * Reads the CSV that spreadsheets save and copy (RFC 4180 and its dialects) into cells, and writes it. Every cell stays
 * text: none is converted to a number, a date or a formula.
 */

/** A file that cannot be read as a table; the message is a Spanish sentence. */
export class CsvError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CsvError'
  }
}

export const SEPARADORES = [',', ';', '\t'] as const
type Separador = (typeof SEPARADORES)[number]

export interface Tabla {
  encabezado: string[]
  /** Rows that are not empty, each with the number of the line on which it begins. */
  filas: { linea: number; celdas: string[] }[]
}

interface Limites {
  filas: number
  columnas: number
}

/**
 * Decodes the bytes of a file: UTF-8 or UTF-16 by its byte order mark, else UTF-8 if valid, else Windows-1252.
 * @throws CsvError when the file is not text.
 */
export function textoDe(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new CsvError(
      'Es un libro de Excel. Guárdelo como «CSV UTF-8 (delimitado por comas)», o copie sus celdas y péguelas aquí.',
    )
  }
  const text = decoded(bytes)
  if (text.includes('\0')) throw new CsvError('El archivo no es de texto: guárdelo como CSV.')
  return text
}

function decoded(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Reads a table: detects its separator and leaves out empty rows.
 * @throws CsvError when the table is empty, malformed or larger than `limites`.
 */
export function leerTabla(text: string, limites: Limites): Tabla {
  const plain = text.replace(/^\uFEFF/, '')
  const named = /^sep=(.)\r?\n/i.exec(plain)
  const body = named ? plain.slice(named[0].length) : plain
  const separador = (named?.[1] as Separador | undefined) ?? separadorDe(body)
  const rows = filasDe(body, separador, limites, named ? 2 : 1)
  const [first, ...rest] = rows
  if (!first) throw new CsvError('El archivo está vacío.')
  return { encabezado: first.celdas.map((titulo) => titulo.trim()), filas: rest }
}

/** The separator that occurs most often in the first line, outside of quotes. */
function separadorDe(text: string): Separador {
  const [line = ''] = text
    .trimStart()
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r?\n|\r/, 1)
  const counted = SEPARADORES.map((each) => ({ each, veces: line.split(each).length }))
  return counted.reduce((best, next) => (next.veces > best.veces ? next : best)).each
}

function filasDe(text: string, separador: string, limites: Limites, desde: number): Tabla['filas'] {
  const rows: Tabla['filas'] = []
  let linea = desde
  let inicio = desde
  let celdas: string[] = []
  for (let at = 0; at <= text.length; ) {
    const { cruda, hasta } =
      text[at] === '"' ? entreComillas(text, at, linea) : hastaElFin(text, at, separador)
    linea += saltos(cruda)
    celdas.push(celdaDe(cruda))
    if (celdas.length > limites.columnas) {
      throw new CsvError(
        `El archivo tiene más de ${limites.columnas} columnas. Deje solo las que necesita.`,
      )
    }
    const end = text[hasta]
    at = hasta + (end === '\r' && text[hasta + 1] === '\n' ? 2 : 1)
    if (end === separador) continue
    if (end !== undefined && end !== '\r' && end !== '\n') {
      throw new CsvError(`En la línea ${linea} hay texto después de unas comillas.`)
    }
    if (celdas.some((each) => each !== '')) rows.push({ linea: inicio, celdas })
    // The header row is counted here.
    if (rows.length > limites.filas + 1) {
      throw new CsvError(
        `El archivo tiene más de ${miles(limites.filas)} filas. Pártalo en varios.`,
      )
    }
    linea += 1
    inicio = linea
    celdas = []
  }
  return rows
}

/** Reads a quoted cell, in which separators and line ends are text; `hasta` is the position after it. */
function entreComillas(text: string, at: number, linea: number) {
  let end = text.indexOf('"', at + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end < 0) throw new CsvError(`En la línea ${linea} hay comillas que no se cierran.`)
  const cruda = text.slice(at + 1, end).replaceAll('""', '"')
  let hasta = end + 1
  while (text[hasta] === ' ') hasta += 1
  return { cruda, hasta }
}

function hastaElFin(text: string, at: number, separador: string) {
  let hasta = at
  while (hasta < text.length && !`${separador}\r\n`.includes(text.charAt(hasta))) hasta += 1
  return { cruda: text.slice(at, hasta), hasta }
}

function saltos(text: string): number {
  return text.includes('\n') || text.includes('\r') ? text.split(/\r\n|\r|\n/).length - 1 : 0
}

/**
 * Removes what spreadsheets put around text: the `="…"` of `="00123"`, and the apostrophe of `'+51…` or `'=…`, which
 * keeps the text from being a formula (our own exports write it).
 */
function celdaDe(text: string): string {
  const plain = text.replaceAll('\u00a0', ' ').trim()
  const kept = /^="([^"]*)"$/.exec(plain)?.[1] ?? plain
  return /^'[=+\-@]/.test(kept) ? kept.slice(1) : kept
}

function miles(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',')
}

const QUOTED = /[",\r\n]|^\s|\s$/

/** Writes rows as RFC 4180 says, without protection against formulas: for a program, not for a spreadsheet. */
export function escribirTabla(filas: readonly (readonly string[])[]): string {
  const cell = (text: string) => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return filas.map((celdas) => `${celdas.map(cell).join(',')}\r\n`).join('')
}

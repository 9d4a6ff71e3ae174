import { decimal, isDecimal, texto } from '../../../core/dinero/decimal.ts'

/** A line that waits for the bank's answer. */
export interface LineaQueEspera {
  id: number
  numero: string
  cuenta: string
  monto: string
}

/** What the bank says of one line; null where its answer does not say it. */
export interface RespuestaDeLinea {
  linea_id: number
  referencia: string | null
  /** Its words for a payment that it did not make. */
  rechazo: string | null
  monto: string | null
  cuenta: string | null
}

export interface Respuesta {
  lineas: RespuestaDeLinea[]
  /** Rows of the answer that are of no line that waits. */
  ajenas: string[]
}

const NO_PAGO = /rechaz|devuel|anulad|no (?:procesad|pagad|abonad)|error|inv[aá]lid|cancelad/i
const REFERENCIA = /referenc|operaci|confirmaci|transacci/i

/** Order numbers of the series of those that wait, whatever their prefix and branch, with or without hyphens. */
function numerosDe(esperan: readonly LineaQueEspera[]): RegExp {
  const series = esperan.map(({ numero }) => numero.replace(/-\d{4}-\d{6,}$/, ''))
  const each = [...new Set(['OR', ...series])].map((serie) => serie.replaceAll('-', '-?'))
  return new RegExp(`\\b(?:${each.join('|')})-?\\d{4}-?\\d{6,}\\b`, 'i')
}

/**
 * Reads the bank's answer: rows of a CSV file or of a pasted table, in any order, with or without titles. A row belongs to
 * the line whose order number it has, else to the only one of its account and amount.
 */
export function leerRespuesta(text: string, esperan: readonly LineaQueEspera[]): Respuesta {
  const rows = text
    .split(/\r?\n/)
    .filter((row) => row.trim() !== '')
    .map((row) => ({ row, cells: cellsOf(row) }))
  const [head] = rows
  const titled = head && !ofLine(head.cells, esperan) && head.cells.some((c) => REFERENCIA.test(c))
  const place = titled ? head.cells.findIndex((cell) => REFERENCIA.test(cell)) : -1
  const answer: Respuesta = { lineas: [], ajenas: [] }
  for (const { row, cells } of titled ? rows.slice(1) : rows) {
    const linea = ofLine(cells, esperan)
    if (!linea || answer.lineas.some(({ linea_id }) => linea_id === linea.id)) {
      answer.ajenas.push(row.trim().slice(0, 120))
      continue
    }
    answer.lineas.push(said(linea, cells, place))
  }
  return answer
}

function cellsOf(row: string): string[] {
  const mark = ['\t', ';', '|'].find((each) => row.includes(each)) ?? ','
  // A quoted cell may hold the mark.
  const cells = row.match(
    new RegExp(`("(?:[^"]|"")*"|[^${mark}]*)(?:${mark === '|' ? '\\|' : mark}|$)`, 'g'),
  )
  return (cells ?? [])
    .map((cell) => cell.replace(new RegExp(`${mark === '|' ? '\\|' : mark}$`), '').trim())
    .map((cell) =>
      cell
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"')
        .trim(),
    )
}

const compact = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

function ofLine(cells: readonly string[], esperan: readonly LineaQueEspera[]) {
  const known = numerosDe(esperan)
  const number = cells.map((cell) => known.exec(cell)?.[0]).find(Boolean)
  if (number) return esperan.find(({ numero }) => compact(numero) === compact(number))
  const fits = esperan.filter(
    ({ cuenta, monto }) =>
      cells.some((cell) => compact(cell) === cuenta) &&
      cells.some((cell) => amountOf(cell)?.eq(decimal(monto))),
  )
  return fits.length === 1 ? fits[0] : undefined
}

/** An amount as banks write it: `26,206.00`, `26.206,00` or `26206.00`; null for other text. */
function amountOf(cell: string) {
  const bare = cell.replace(/^(?:S\/|US\$|\$|Bs\.?)\s*/i, '')
  if (!/^\d[\d.,]*[.,]\d{2}$/.test(bare)) return null
  const text = `${bare.slice(0, -3).replaceAll(/[.,]/g, '')}.${bare.slice(-2)}`
  return isDecimal(text) ? decimal(text) : null
}

function said(linea: LineaQueEspera, cells: readonly string[], place: number): RespuestaDeLinea {
  const account = cells.find((cell) => /^\d{10,20}$/.test(compact(cell)))
  const amount = cells.map(amountOf).find((each) => each !== null)
  const rest = cells.filter(
    (cell) =>
      cell !== account &&
      !numerosDe([linea]).test(cell) &&
      amountOf(cell) === null &&
      /\d{4}/.test(cell),
  )
  const referencia = (place >= 0 ? cells[place] : rest[0]) ?? ''
  return {
    linea_id: linea.id,
    referencia: referencia.slice(0, 60) || null,
    rechazo: cells.find((cell) => NO_PAGO.test(cell))?.slice(0, 120) ?? null,
    monto: amount ? texto(amount, 2) : null,
    // Only a whole account is compared: banks also print masked ones, and references as long as one.
    cuenta: account && compact(account).length === linea.cuenta.length ? compact(account) : null,
  }
}

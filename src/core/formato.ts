import { decimal } from './dinero/decimal.ts'
import { unaVez } from './texto/una-vez.ts'
import { enZona } from './zona.ts'

/** The symbol and the decimals with which the amounts of a currency are shown. */
export interface Simbolo {
  simbolo: string
  decimales: number
}

/** What tells a currency from another one of the same symbol: its code. */
export interface ConCodigo extends Simbolo {
  iso: string
}

/**
 * How amounts of these currencies are written beside each other: each by its symbol, and where two of them share one
 * (US$ in notes and by Zelle), those by their codes.
 */
export function sinConfundir(monedas: readonly ConCodigo[]): Simbolo[] {
  return monedas.map(({ simbolo, decimales, iso }) => {
    const shared = monedas.some((other) => other.simbolo === simbolo && other.iso !== iso)
    return { decimales, simbolo: shared ? iso : simbolo }
  })
}

const numbers = new Map<number, Intl.NumberFormat>()

function numberFormat(decimales: number): Intl.NumberFormat {
  const known = numbers.get(decimales)
  if (known) return known
  const made = new Intl.NumberFormat('es-PE', {
    minimumFractionDigits: decimales,
    maximumFractionDigits: decimales,
    roundingMode: 'halfExpand',
  })
  numbers.set(decimales, made)
  return made
}

/** `1,234.56`, with the minus sign `−`; `text` is a decimal text of any length. */
export function formatDecimal(text: string, decimales: number): string {
  return numberFormat(decimales)
    .format(text as Intl.StringNumericLiteral)
    .replace('-', '−')
}

/** `S/ 5,340.00`; a negative amount is `−S/ 5,340.00`. */
export function formatMonto(text: string, { simbolo, decimales }: Simbolo): string {
  const plain = formatDecimal(text, decimales)
  return plain.startsWith('−') ? `−${simbolo} ${plain.slice(1)}` : `${simbolo} ${plain}`
}

/** A rate with `precision` decimals and thousands separators: `1,046.29`. */
export function formatTasa(text: string, precision: number): string {
  return formatDecimal(text, precision)
}

/** `21/11/2026`; `text` is an instant or a business day (`2026-11-21`). */
export function formatFecha(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text.split('-').reverse().join('/')
  return dateFormat().format(new Date(text))
}

/** `21/11/2026, 15:04`, in the house's time zone. */
export function formatFechaHora(text: string): string {
  return dateTimeFormat().format(new Date(text))
}

/**
 * The day in few letters, as a row of a phone has room for: `hoy`, `21/11` in the year of `ahora` (milliseconds since
 * 1970), else with its year; with `hora`, `hoy 15:04`.
 */
export function formatFechaCorta(text: string, ahora: number, hora = false): string {
  const full = formatFecha(text)
  const today = dateFormat().format(new Date(ahora))
  const year = today.slice(5) // `/2026`
  const short = full.endsWith(year) ? full.slice(0, -year.length) : full
  const written = full === today ? 'hoy' : short
  return hora ? `${written} ${formatHora(text)}` : written
}

/**
 * A document's number among those of its kind, as a row of a phone has room for: `480` for `OR-2026-000480` in the year
 * of `ahora` (milliseconds since 1970), else `2025-480`; a branch's code stays: `AQP-480`. Lists find it so (R-359).
 */
export function formatNumeroCorto(numero: string, ahora: number): string {
  const [, branch, year, number] = /^[^-]+(?:-([^-]+))?-(\d{4})-0*(\d+)$/.exec(numero) ?? []
  if (!year) return numero
  const now = dateFormat().format(new Date(ahora)).endsWith(`/${year}`)
  return [branch, !now && year, number].filter(Boolean).join('-')
}

/** `15:04`, in the house's time zone. */
export function formatHora(text: string): string {
  return timeFormat().format(new Date(text))
}

/**
 * When something ends, from `ahora` (milliseconds since 1970): `vence a las 15:04` on the day of the house, `vence el
 * 21/11/2026, 15:04` on another one, `venció a las 15:04` and `venció el 21/11/2026, 15:04` once it is over.
 */
export function formatVence(text: string, ahora: number): string {
  const end = new Date(text)
  const today = dateFormat().format(end) === dateFormat().format(new Date(ahora))
  const verb = end.getTime() > ahora ? 'vence' : 'venció'
  return `${verb} ${today ? `a las ${formatHora(text)}` : `el ${formatFechaHora(text)}`}`
}

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hour12: false } as const
const dateFormat = enZona((timeZone) => new Intl.DateTimeFormat('es-PE', { ...day, timeZone }))
const dateTimeFormat = enZona(
  (timeZone) => new Intl.DateTimeFormat('es-PE', { ...day, ...time, timeZone }),
)
const timeFormat = enZona((timeZone) => new Intl.DateTimeFormat('es-PE', { ...time, timeZone }))
const relative = unaVez(
  () => new Intl.RelativeTimeFormat('es', { numeric: 'auto', style: 'short' }),
)

/** Two clocks that differ by less are told apart by nobody, in seconds. */
const DESFASE = 300

/**
 * The age of what has happened: `hace 5 min`; `ahora` is the caller's time in milliseconds since 1970. What is past is
 * never said to come (R-387): by a clock that is a little behind it was a moment ago, and by one that is further behind
 * its instant is told, `el 21/11/2026, 22:03`.
 */
export function formatHace(text: string, ahora: number): string {
  const seconds = Math.round((ahora - new Date(text).getTime()) / 1000)
  if (seconds < -DESFASE) return `el ${formatFechaHora(text)}`
  if (seconds < 45) return 'hace un momento'
  if (seconds < 3600) return relative().format(-Math.round(seconds / 60), 'minute')
  if (seconds < 86_400) return relative().format(-Math.round(seconds / 3600), 'hour')
  return relative().format(-Math.round(seconds / 86_400), 'day')
}

/**
 * Reads what a person typed into an amount field, such as `1500`, `1,500.00`, `1500.5` or `1200+350`. Returns plain
 * decimal text, or null for an ambiguous text: `1,5` may mean 1.5 or 15. The operators are `+`, `-` and `*`; `*` binds
 * first.
 */
export function parseMonto(typed: string, { tasa = false } = {}): string | null {
  const text = typed.replaceAll(/[\s ]/g, '').replace('−', '-')
  if (text === '') return null
  const terms = text.match(/[+-]?[^+-]+/g)
  if (!terms || terms.join('') !== text) return null
  let total = decimal('0')
  for (const term of terms) {
    const sign = term.startsWith('-') ? '-1' : '1'
    let product = decimal(sign)
    for (const factor of term.replace(/^[+-]/, '').split('*')) {
      const plain = parseNumber(factor, tasa)
      if (plain === null) return null
      product = product.times(decimal(plain))
    }
    total = total.plus(product)
  }
  return total.toFixed()
}

/**
 * Reads one number. A comma separates thousands (`1,500.00`) and is never a decimal comma. In a rate `3,560` is
 * ambiguous, so there a comma is accepted only before a decimal point.
 */
function parseNumber(text: string, tasa: boolean): string | null {
  const grouped = (tasa ? /^\d{1,3}(,\d{3})+\.\d+$/ : /^\d{1,3}(,\d{3})+(\.\d+)?$/).test(text)
  const plain = grouped ? text.replaceAll(',', '') : text
  if (!/^\d{1,20}(\.\d{0,10})?$|^\.\d{1,10}$/.test(plain)) return null
  const [whole = '', fraction = ''] = plain.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction ? `${digits}.${fraction}` : digits
}

/** Puts a no-break space between each currency symbol and its number, so that an amount stays on one line. */
export function sinCortar(frase: string): string {
  return frase.replaceAll(/ (?=[\u2212-]?\d)/g, '\u00a0')
}

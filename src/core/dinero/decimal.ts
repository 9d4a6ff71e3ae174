import Big from 'big.js'

/** An exact decimal number. This file is the only one that imports the library behind it. */
export type Decimal = Big

/**
 * Rounding mode. `abajo`: towards zero (what the house delivers). `arriba`: away from zero (what the house charges).
 * `medio`: half away from zero (valuation and reports; the rule of PostgreSQL's `round`).
 */
export type Redondeo = 'abajo' | 'arriba' | 'medio'

const MODES = { abajo: 0, medio: 1, arriba: 3 } as const
const PATTERN = /^-?(0|[1-9]\d{0,28})(\.\d{1,10})?$/

/** One constructor per (decimals, mode): big.js keeps both as settings of the constructor. */
const constructors = new Map<string, typeof Big>()

function withPrecision(decimales: number, redondeo: Redondeo): typeof Big {
  const key = `${decimales}${redondeo}`
  const known = constructors.get(key)
  if (known) return known
  const made = Big()
  made.DP = decimales
  made.RM = MODES[redondeo]
  constructors.set(key, made)
  return made
}

/** True when `text` is a plain decimal: at most 29 digits and 10 decimals, no exponent, no sign other than `-`. */
export function isDecimal(text: string): boolean {
  return PATTERN.test(text)
}

/** Parses a plain decimal text. @throws RangeError on any other text (NaN, 1e400, spaces, "1,5"). */
export function decimal(text: string): Decimal {
  if (!isDecimal(text)) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`)
  return new Big(text)
}

/** The number that a text is; null for any other text. What judges a typed amount reads it by this, once. */
export function leerDecimal(text: string): Decimal | null {
  return isDecimal(text) ? new Big(text) : null
}

/** Rounds `valor` to `decimales` (0–10) in the given mode. */
export function redondear(valor: Decimal, decimales: number, redondeo: Redondeo): Decimal {
  return valor.round(decimales, MODES[redondeo])
}

/** Rounds the exact quotient `a ÷ b` once, to `decimales` in the given mode. */
export function dividir(a: Decimal, b: Decimal, decimales: number, redondeo: Redondeo): Decimal {
  const Precise = withPrecision(decimales, redondeo)
  return new Big(new Precise(a).div(b))
}

/** Text with exactly `decimales` decimals, rounded half away from zero: the form of money on the wire. */
export function texto(valor: Decimal, decimales: number): string {
  const plain = valor.toFixed(decimales, MODES.medio)
  return /^-0(\.0+)?$/.test(plain) ? plain.slice(1) : plain
}

/** Number of decimals of a decimal text, without trailing zeros. */
export function decimalesDe(text: string): number {
  const fraction = text.split('.')[1]?.replace(/0+$/, '')
  return fraction?.length ?? 0
}

export function suma(valores: Iterable<Decimal>): Decimal {
  let total = new Big(0)
  for (const valor of valores) total = total.plus(valor)
  return total
}

export const CERO: Decimal = new Big(0)
export const UNO: Decimal = new Big(1)

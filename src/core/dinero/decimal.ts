import Big from 'big.js'

/** An exact decimal number. The only place that knows the library behind it. */
export type Decimal = Big

/**
 * How a result is cut to its decimals.
 * `abajo` towards zero (what the house delivers), `arriba` away from zero (what the house charges),
 * `medio` half away from zero (valuation and reports; the rule of PostgreSQL's `round`).
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

/** True when `text` is a plain decimal: no exponent, no sign but `-`, at most 29 + 10 digits. */
export function isDecimal(text: string): boolean {
  return PATTERN.test(text)
}

/** Parses a plain decimal text. Throws `RangeError` on anything else (NaN, 1e400, spaces, "1,5"). */
export function decimal(text: string): Decimal {
  if (!isDecimal(text)) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`)
  return new Big(text)
}

/** Cuts `valor` to `decimales` (0–10) with the named rounding. Exact. */
export function redondear(valor: Decimal, decimales: number, redondeo: Redondeo): Decimal {
  return valor.round(decimales, MODES[redondeo])
}

/** `a ÷ b` cut to `decimales` with the named rounding, as if from the endless quotient. */
export function dividir(a: Decimal, b: Decimal, decimales: number, redondeo: Redondeo): Decimal {
  const Precise = withPrecision(decimales, redondeo)
  return new Big(new Precise(a).div(b))
}

/** Text with exactly `decimales` decimals: the form in which money travels. */
export function texto(valor: Decimal, decimales: number): string {
  const plain = valor.toFixed(decimales, MODES.medio)
  return /^-0(\.0+)?$/.test(plain) ? plain.slice(1) : plain
}

/** Number of decimals that `text` shows, trailing zeros not counted. */
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

import { type Decimal, suma } from './decimal.ts'

/** One leg of an entry: debit is positive, in the currency of its ledger account. */
export interface Apunte {
  cuenta: string
  moneda: string
  importe: Decimal
}

export interface Asiento {
  readonly apuntes: readonly Apunte[]
}

/** Sum of the legs per currency. */
export function sumasPorMoneda(apuntes: Iterable<Apunte>): Map<string, Decimal> {
  const grupos = new Map<string, Decimal[]>()
  for (const { moneda, importe } of apuntes) {
    const grupo = grupos.get(moneda)
    if (grupo) grupo.push(importe)
    else grupos.set(moneda, [importe])
  }
  return new Map([...grupos].map(([moneda, importes]) => [moneda, suma(importes)]))
}

/**
 * An entry that cannot exist unbalanced: at least two legs, none of them zero, and zero in every
 * currency (spec 1.3). Throws `RangeError` otherwise: that is a bug of the caller, never of a user.
 */
export function asiento(apuntes: readonly Apunte[]): Asiento {
  if (apuntes.length < 2) throw new RangeError('an entry has at least two legs')
  if (apuntes.some(({ importe }) => importe.eq(0))) throw new RangeError('a leg is not zero')
  for (const [moneda, total] of sumasPorMoneda(apuntes)) {
    if (!total.eq(0)) throw new RangeError(`unbalanced in ${moneda}: ${total.toFixed()}`)
  }
  return { apuntes }
}

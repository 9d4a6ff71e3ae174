import {
  CERO,
  type Decimal,
  decimal,
  dividir,
  redondear,
  texto,
} from '../../../core/dinero/decimal.ts'

export interface CuentaDePago {
  cuenta_id: number
  cuenta: string
  disponible: string
  /** What is left of the limits per operation, day and month; null without a limit. */
  limite_op: string | null
  resto_dia: string | null
  resto_mes: string | null
  /** What is charged for money that leaves by the way of paying: of the fixed part what earlier payouts left. */
  comision_pct: string
  comision_fija: string
  /** The way says it, once for all its accounts; else the account does, for its own payouts. */
  de_la_forma: boolean
  /** Cash amounts are multiples of this; null when not cash, or when its denominations are unknown. */
  pieza: string | null
}

export interface Reparto {
  falta: string
  lineas: {
    cuenta_id: number
    cuenta: string
    monto: string
    comision: string
    disponible: string
  }[]
}

/** Maximum of payments from one account: more would not help the payer. */
const MOST = 10

/**
 * Splits an amount among accounts in the given order: each pays what its balance and limits allow including the fee, in
 * several payments if needed. `falta` is the rest.
 */
export function repartir(
  por_pagar: string,
  cuentas: readonly CuentaDePago[],
  decimales: number,
): Reparto {
  let left = decimal(por_pagar)
  const lineas: Reparto['lineas'] = []
  /** What is left of each fixed part: null is that of the way. */
  const fijos = new Map<number | null, Decimal>()
  for (const cuenta of cuentas) {
    const quien = cuenta.de_la_forma ? null : cuenta.cuenta_id
    const pct = decimal(cuenta.comision_pct)
    let fijo = fijos.get(quien) ?? decimal(cuenta.comision_fija)
    let spare = least(cuenta.disponible, cuenta.resto_dia, cuenta.resto_mes)
    while (left.gt(CERO) && lineas.length < MOST) {
      const wanted = least(texto(left, decimales), cuenta.limite_op)
      const monto = inPieces(payable({ pct, fijo }, wanted, spare, decimales), cuenta.pieza)
      if (monto.lte(CERO)) break
      const comision = charge({ pct, fijo }, monto, decimales)
      fijo = fijo.plus(parte(pct, monto)).minus(comision)
      fijos.set(quien, fijo)
      lineas.push({
        cuenta_id: cuenta.cuenta_id,
        cuenta: cuenta.cuenta,
        monto: texto(monto, decimales),
        comision: texto(comision, decimales),
        disponible: cuenta.disponible,
      })
      left = left.minus(monto)
      spare = spare.minus(monto).minus(comision)
      if (cuenta.limite_op === null) break
    }
  }
  return { falta: texto(left, decimales), lineas }
}

function least(first: string, ...others: (string | null)[]): Decimal {
  return others
    .filter((each) => each !== null)
    .map(decimal)
    .reduce((min, each) => (each.lt(min) ? each : min), decimal(first))
}

interface Cargo {
  pct: Decimal
  fijo: Decimal
}

const parte = (pct: Decimal, monto: Decimal) => monto.times(pct).times(decimal('0.01'))

function charge({ pct, fijo }: Cargo, monto: Decimal, decimales: number): Decimal {
  const all = redondear(parte(pct, monto).plus(fijo), decimales, 'medio')
  return all.lt(CERO) ? CERO : all
}

/** What the bank charges for a payout of `monto`. Twin of the sum in SQL `cuentas_cargos`. */
export function cargoDe(
  { pct, fijo }: { pct: string; fijo: string },
  monto: Decimal,
  decimales: number,
): Decimal {
  return charge({ pct: decimal(pct), fijo: decimal(fijo) }, monto, decimales)
}

/** The largest amount up to `wanted` that can be paid together with its fee. */
function payable(cargo: Cargo, wanted: Decimal, spare: Decimal, decimales: number): Decimal {
  if (wanted.plus(charge(cargo, wanted, decimales)).lte(spare)) return wanted
  const over = charge(cargo, spare, decimales)
  return redondear(spare.minus(over), decimales, 'abajo')
}

/** The largest amount up to `monto` that notes and coins can make. */
function inPieces(monto: Decimal, pieza: string | null): Decimal {
  if (pieza === null || monto.lte(CERO)) return monto
  return dividir(monto, decimal(pieza), 0, 'abajo').times(decimal(pieza))
}

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
  /** What is charged for money that leaves by the way of paying. */
  comision_pct: string
  comision_fija: string
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
  for (const cuenta of cuentas) {
    let spare = least(cuenta.disponible, cuenta.resto_dia, cuenta.resto_mes)
    while (left.gt(CERO) && lineas.length < MOST) {
      const wanted = least(texto(left, decimales), cuenta.limite_op)
      const monto = inPieces(payable(cuenta, wanted, spare, decimales), cuenta.pieza)
      if (monto.lte(CERO)) break
      const comision = charge(cuenta, monto, decimales)
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

const charge = ({ comision_pct, comision_fija }: CuentaDePago, monto: Decimal, decimales: number) =>
  cargoDe({ pct: comision_pct, fijo: comision_fija }, monto, decimales)

/** What the bank charges for a payout of `monto`. Twin of the sum in SQL `cuentas_cargo_exigir`. */
export function cargoDe(
  { pct, fijo }: { pct: string; fijo: string },
  monto: Decimal,
  decimales: number,
): Decimal {
  const share = monto.times(decimal(pct)).times(decimal('0.01'))
  return redondear(share.plus(decimal(fijo)), decimales, 'medio')
}

/** The largest amount up to `wanted` that can be paid together with its fee. */
function payable(
  cuenta: CuentaDePago,
  wanted: Decimal,
  spare: Decimal,
  decimales: number,
): Decimal {
  if (wanted.plus(charge(cuenta, wanted, decimales)).lte(spare)) return wanted
  const over = charge(cuenta, spare, decimales)
  return redondear(spare.minus(over), decimales, 'abajo')
}

/** The largest amount up to `monto` that notes and coins can make. */
function inPieces(monto: Decimal, pieza: string | null): Decimal {
  if (pieza === null || monto.lte(CERO)) return monto
  return dividir(monto, decimal(pieza), 0, 'abajo').times(decimal(pieza))
}

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
  /** What one payment, the rest of the day and of the month still admit; null without a limit. */
  limite_op: string | null
  resto_dia: string | null
  resto_mes: string | null
  /** What its entity charges for money that leaves. */
  comision_pct: string
  comision_fija: string
  /** The smallest amount that cash is paid in; null for what is not cash, or where nothing is known of it. */
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

/** No account is split further than this: it would be no help. */
const MOST = 10

/**
 * Splits what is to be paid over the accounts in the order given: each pays what its balance and its limits admit
 * with the charge on top, in several payments where one is not enough. What is left is `falta`.
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

function charge({ comision_pct, comision_fija }: CuentaDePago, monto: Decimal, decimales: number) {
  const share = monto.times(decimal(comision_pct)).times(decimal('0.01'))
  return redondear(share.plus(decimal(comision_fija)), decimales, 'medio')
}

/** The largest amount up to `wanted` that leaves room for its own charge. */
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

/** The largest amount up to `monto` that there are notes and coins for. */
function inPieces(monto: Decimal, pieza: string | null): Decimal {
  if (pieza === null || monto.lte(CERO)) return monto
  return dividir(monto, decimal(pieza), 0, 'abajo').times(decimal(pieza))
}

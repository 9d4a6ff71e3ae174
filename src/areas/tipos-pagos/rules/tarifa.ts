import { CERO, type Decimal, decimal, redondear, texto } from '../../../core/dinero/decimal.ts'

/** What the client pays for using a way of paying; amounts in its currency, percentages of the payment. */
export interface Tarifa {
  pct: string | null
  fija: string | null
  min: string | null
  max: string | null
}

/**
 * The fee of a payment of `monto` before it, as text with `decimales`: rounded up, as all that the house charges, and kept
 * between the least and the most. Twin of SQL `tipos_pagos_tarifa`.
 */
export function tarifaDe(tarifa: Tarifa | null, monto: Decimal, decimales: number): string {
  if (!tarifa) return texto(decimal('0'), decimales)
  const { pct, fija, min, max } = tarifa
  const share = monto.times(decimal(pct ?? '0')).times(decimal('0.01'))
  let fee = redondear(share.plus(decimal(fija ?? '0')), decimales, 'arriba')
  if (min && fee.lt(min)) fee = decimal(min)
  if (max && fee.gt(max)) fee = decimal(max)
  return texto(fee, decimales)
}

/** A payment as its fee sees it. */
export interface PagoConTarifa {
  lado?: string
  tipo_pago_id: number
  cuenta_id: number
  monto: Decimal
}

/** A payment that the document has already; `tarifa`: what it was charged. One that was refused paid nothing of it. */
export interface PagoCobrado extends PagoConTarifa {
  tarifa: Decimal
  rechazado: boolean
}

/** What a document has of one way and account: its earlier payments, and the sum of the new ones. */
interface Grupo {
  antes: Decimal
  cobrada: Decimal
  rechazada: Decimal
  suma: Decimal
}

/**
 * The fee of each payment of a document. Those of one side by one way and account count together, also with `antes`, which
 * keep what they were charged: each new one has what it adds. Twin of SQL `tipos_pagos_tarifa_mas`.
 */
export function tarifasDe(
  pagos: readonly PagoConTarifa[],
  tarifaPara: (tipo_pago_id: number) => Tarifa | null,
  decimales: number,
  antes: readonly PagoCobrado[] = [],
): string[] {
  const known = new Map<string, Grupo>()
  const of = (p: PagoConTarifa) => {
    const key = claveDeTarifa(p)
    const found = known.get(key) ?? { antes: CERO, cobrada: CERO, rechazada: CERO, suma: CERO }
    known.set(key, found)
    return found
  }
  for (const { rechazado, monto, tarifa, ...each } of antes) {
    const group = of({ ...each, monto })
    if (rechazado) group.rechazada = group.rechazada.plus(tarifa)
    else {
      group.antes = group.antes.plus(monto)
      group.cobrada = group.cobrada.plus(tarifa)
    }
  }
  return pagos.map((pago) => {
    const group = of(pago)
    const fee = (monto: Decimal) =>
      decimal(tarifaDe(tarifaPara(pago.tipo_pago_id), monto, decimales))
    const fixed = tarifaPara(pago.tipo_pago_id)?.pct == null
    const before = agregada(group, fee, fixed)
    group.suma = group.suma.plus(pago.monto)
    return texto(agregada(group, fee, fixed).minus(before), decimales)
  })
}

/** What the new payments of a group add to the fee of its earlier ones. */
function agregada(
  { antes, cobrada, rechazada, suma }: Grupo,
  fee: (monto: Decimal) => Decimal,
  fixed: boolean,
): Decimal {
  const charged = cobrada.gt(CERO)
  if (suma.eq(CERO) || (fixed && charged)) return CERO
  if (antes.eq(CERO)) return fee(suma)
  const all = fee(antes.plus(suma))
  const owed = minimo(maximo(fee(antes).minus(cobrada), CERO), rechazada)
  const own = charged ? all.minus(fee(antes)) : fee(suma)
  return maximo(minimo(all.minus(cobrada), own.plus(owed)), CERO)
}

const minimo = (one: Decimal, other: Decimal) => (one.lt(other) ? one : other)
const maximo = (one: Decimal, other: Decimal) => (one.gt(other) ? one : other)

/** What payments share whose fees count together. */
export const claveDeTarifa = (p: { lado?: string; tipo_pago_id: number; cuenta_id: number }) =>
  [p.lado ?? '', p.tipo_pago_id, p.cuenta_id].join(' ')

/**
 * Whether what the client pays for a way is apart from its payments: those are in a foreign currency, and the fee
 * is an amount of the functional one. Twin of SQL `tipos_pagos_aparte`.
 */
export const esAparte = (
  way: { tarifa?: Tarifa | null; moneda_id: number | null } | undefined,
  funcional_id: number,
): boolean => way?.tarifa != null && way.moneda_id !== null && way.moneda_id !== funcional_id

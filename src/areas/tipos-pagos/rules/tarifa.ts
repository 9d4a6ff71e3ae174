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

/**
 * The fee of each payment of a document that has none yet. Those of one side by one way and account count together
 * a fixed part is there once, and each has what it adds. Of one that has some already, see `tarifaMas`.
 */
export function tarifasDe(
  pagos: readonly PagoConTarifa[],
  tarifaPara: (tipo_pago_id: number) => Tarifa | null,
  decimales: number,
): string[] {
  const known = new Map<string, { monto: Decimal; tarifa: Decimal }>()
  return pagos.map((pago) => {
    const key = claveDeTarifa(pago)
    const before = known.get(key) ?? { monto: CERO, tarifa: CERO }
    const monto = before.monto.plus(pago.monto)
    const all = decimal(tarifaDe(tarifaPara(pago.tipo_pago_id), monto, decimales))
    known.set(key, { monto, tarifa: all })
    return texto(all.minus(before.tarifa), decimales)
  })
}

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

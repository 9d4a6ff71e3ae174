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

/** A payment as its fee sees it; `tarifa`: what it was charged. */
export interface PagoConTarifa {
  lado?: string
  tipo_pago_id: number
  cuenta_id: number
  monto: Decimal
}

/**
 * The fee of each payment of a document. Those of one side by one way and account count together, also with `antes`, which
 * were charged already: a fixed part is there once, and each has what it adds. Twin of SQL
 * `tipos_pagos_tarifa_mas`.
 */
export function tarifasDe(
  pagos: readonly PagoConTarifa[],
  tarifaPara: (tipo_pago_id: number) => Tarifa | null,
  decimales: number,
  antes: readonly (PagoConTarifa & { tarifa: Decimal })[] = [],
): string[] {
  const known = new Map<string, { monto: Decimal; cobrada: Decimal; antes: boolean }>()
  const of = (p: PagoConTarifa) => {
    const key = claveDeTarifa(p)
    const found = known.get(key) ?? { monto: CERO, cobrada: CERO, antes: false }
    known.set(key, found)
    return found
  }
  for (const each of antes) {
    const group = of(each)
    group.monto = group.monto.plus(each.monto)
    group.cobrada = group.cobrada.plus(each.tarifa)
    group.antes = group.cobrada.gt(CERO)
  }
  return pagos.map((pago) => {
    const group = of(pago)
    const tarifa = tarifaPara(pago.tipo_pago_id)
    group.monto = group.monto.plus(pago.monto)
    const more = decimal(tarifaDe(tarifa, group.monto, decimales)).minus(group.cobrada)
    if (more.lte(CERO) || (group.antes && tarifa?.pct === null)) return texto(CERO, decimales)
    group.cobrada = group.cobrada.plus(more)
    return texto(more, decimales)
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

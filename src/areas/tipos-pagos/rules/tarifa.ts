import {
  CERO,
  type Decimal,
  decimal,
  redondear,
  suma,
  texto,
} from '../../../core/dinero/decimal.ts'

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
  rechazados: PagoCobrado[]
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
    const found = known.get(key) ?? { antes: CERO, cobrada: CERO, rechazados: [], suma: CERO }
    known.set(key, found)
    return found
  }
  for (const each of antes) {
    const group = of(each)
    if (each.rechazado) group.rechazados.push(each)
    else {
      group.antes = group.antes.plus(each.monto)
      group.cobrada = group.cobrada.plus(each.tarifa)
    }
  }
  return pagos.map((pago) => {
    const group = of(pago)
    const tarifa = tarifaPara(pago.tipo_pago_id)
    const fee = (monto: Decimal) => decimal(tarifaDe(tarifa, monto, decimales))
    const once = tarifa?.pct == null && group.cobrada.gt(CERO)
    const more = () => (once || group.suma.eq(CERO) ? CERO : agregada(group, fee))
    const before = more()
    group.suma = group.suma.plus(pago.monto)
    return texto(more().minus(before), decimales)
  })
}

type Calcula = (monto: Decimal) => Decimal

/** What the new payments of a group add to the fee of its earlier ones. */
function agregada(grupo: Grupo, fee: Calcula): Decimal {
  const { antes, cobrada, suma } = grupo
  if (antes.eq(CERO)) return fee(suma)
  const all = fee(antes.plus(suma))
  const own = cobrada.gt(CERO) ? all.minus(fee(antes)) : fee(suma)
  return maximo(minimo(all.minus(cobrada), own.plus(debida(grupo, fee))), CERO)
}

/**
 * What the earlier payments owe of their fee since refused ones carried it. What these would add to it was theirs:
 * together where there is a most, each alone where there is a least. Twin of SQL `tipos_pagos_tarifa_debida`.
 */
function debida({ antes, cobrada, rechazados }: Grupo, fee: Calcula): Decimal {
  const suya = fee(antes)
  const adds = (monto: Decimal) => fee(antes.plus(monto)).minus(suya)
  const charged = rechazados.filter(({ tarifa }) => tarifa.gt(CERO))
  const together = suma(charged.map(({ tarifa }) => tarifa)).minus(
    adds(suma(charged.map(({ monto }) => monto))),
  )
  const each = suma(charged.map(({ tarifa, monto }) => maximo(tarifa.minus(adds(monto)), CERO)))
  return minimo(maximo(suya.minus(cobrada), CERO), maximo(together, each))
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

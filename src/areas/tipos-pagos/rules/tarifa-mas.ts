import { CERO, type Decimal, decimal, suma, texto } from '../../../core/dinero/decimal.ts'
import { type Tarifa, tarifaDe } from './tarifa.ts'

/** A payment that the document has already; `tarifa`: what it was charged. One that was refused paid nothing of it. */
export interface PagoCobrado {
  monto: Decimal
  tarifa: Decimal
  rechazado: boolean
}

type Calcula = (monto: Decimal) => Decimal

/**
 * What payments of `monto` together add to the fee of the earlier ones of their way and account, `antes`, which
 * keep what they were charged. Twin of SQL `tipos_pagos_tarifa_mas`.
 */
export function tarifaMas(
  tarifa: Tarifa | null,
  monto: Decimal,
  antes: readonly PagoCobrado[],
  decimales: number,
): string {
  const fee = (of: Decimal) => decimal(tarifaDe(tarifa, of, decimales))
  return texto(agregada(antes, monto, fee, tarifa?.pct == null), decimales)
}

function agregada(
  antes: readonly PagoCobrado[],
  monto: Decimal,
  fee: Calcula,
  fixed: boolean,
): Decimal {
  const standing = antes.filter(({ rechazado }) => !rechazado)
  const before = suma(standing.map((each) => each.monto))
  const charged = suma(standing.map((each) => each.tarifa))
  if (monto.eq(CERO) || (fixed && charged.gt(CERO))) return CERO
  if (before.eq(CERO)) return fee(monto)
  const refused = antes.filter(({ rechazado, tarifa }) => rechazado && tarifa.gt(CERO))
  const all = fee(before.plus(monto))
  const own = charged.gt(CERO) ? all.minus(fee(before)) : fee(monto)
  const more = own.plus(debida(before, charged, refused, fee))
  return maximo(minimo(all.minus(charged), more), CERO)
}

/**
 * What payments of `monto`, which were charged `cobrada`, owe of their fee since refused ones carried it. What these would
 * add to it was theirs: together where there is a most, each alone where there is a least. Twin of SQL
 * `tipos_pagos_tarifa_debida`.
 */
function debida(
  monto: Decimal,
  cobrada: Decimal,
  rechazados: readonly PagoCobrado[],
  fee: Calcula,
): Decimal {
  const suya = fee(monto)
  const adds = (more: Decimal) => fee(monto.plus(more)).minus(suya)
  const together = suma(rechazados.map((each) => each.tarifa)).minus(
    adds(suma(rechazados.map((each) => each.monto))),
  )
  const each = rechazados.map((one) => maximo(one.tarifa.minus(adds(one.monto)), CERO))
  return minimo(maximo(suya.minus(cobrada), CERO), maximo(together, suma(each)))
}

const minimo = (one: Decimal, other: Decimal) => (one.lt(other) ? one : other)
const maximo = (one: Decimal, other: Decimal) => (one.gt(other) ? one : other)

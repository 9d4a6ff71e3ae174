import {
  CERO,
  decimal,
  isDecimal,
  leerDecimal,
  suma,
  texto,
} from '../../../../core/dinero/decimal.ts'
import { cuentasDe, formasDe } from '../../../tipos-pagos/rules/formas.ts'
import { rellenar } from '../../../tipos-pagos/rules/linea-pago.ts'
import { claveDeTarifa, esAparte, tarifasDe } from '../../../tipos-pagos/rules/tarifa.ts'
import type { Esperado, Lado, Parte } from '../../rules.ts'
import type { Borrador, Calculo, Linea, Opciones } from './tipos.ts'

let lastId = 0

/** A new payment line with the most likely way of paying and account: cash, and the user's own till. */
export function nuevaLinea(
  opciones: Opciones,
  borrador: Borrador,
  lado: Lado,
  parte: Parte,
): Linea {
  const moneda_id = monedaDe(opciones, borrador, parte)
  const ways = formasDelMostrador(opciones, borrador, lado, moneda_id)
  const way = ways.find((each) => cuentasDe(opciones, moneda_id, each).length > 0)
  const account = way && cuentasDe(opciones, moneda_id, way)[0]
  lastId += 1
  return {
    id: lastId,
    lado,
    parte,
    tipo_pago_id: way?.id ?? 0,
    cuenta_id: account?.id ?? 0,
    monto: null,
    referencia: '',
    comprobante: null,
    denominaciones: null,
  }
}

export function monedaDe(opciones: Opciones, borrador: Borrador, parte: Parte): number {
  if (parte === 'funcional') return opciones.funcional.id
  return (parte === 'divisa' ? borrador.divisa_id : borrador.contramoneda_id) ?? 0
}

/** Gives the missing amount to the first line without one; in cash, rounded to the smallest coin. */
export function fillIn(
  opciones: Opciones,
  borrador: Borrador,
  totals: readonly Esperado[],
): (Linea & { resuelto: string })[] {
  const out = new Map<number, string>()
  for (const { lado, parte, total } of totals) {
    const mine = borrador.lineas.filter((l) => l.lado === lado && l.parte === parte)
    const functional = monedaDe(opciones, borrador, parte) === opciones.funcional.id
    const filled = rellenar(mine, opciones.tipos_pago, {
      ...{ total, lado, decimales: decimalesDeMoneda(opciones, borrador, parte) },
      moneda_minima: functional ? opciones.funcional.redondeo_efectivo : null,
    })
    for (const { id, resuelto } of filled) out.set(id, resuelto)
  }
  return borrador.lineas.map((l) => ({ ...l, resuelto: l.monto ?? out.get(l.id) ?? '' }))
}

/** The lines with what the client pays for each way of paying. */
export const conTarifa = (
  { tipos_pago, funcional }: Pick<Opciones, 'tipos_pago' | 'funcional'>,
  lineas: readonly (Linea & { resuelto: string })[],
): Calculo['lineas'] => {
  const way = (tipo_pago_id: number) => tipos_pago.find(({ id }) => id === tipo_pago_id)
  const fees = tarifasDe(
    lineas.map((l) => ({ ...l, monto: leerDecimal(l.resuelto) ?? CERO })),
    (id) => way(id)?.tarifa ?? null,
    funcional.decimales,
  )
  return lineas.map((l, n) => {
    const tarifa = fees[n] ?? '0'
    return esAparte(way(l.tipo_pago_id), funcional.id)
      ? { ...l, tarifa, aparte: true }
      : { ...l, tarifa }
  })
}

/** The fees that are apart from their payments, which are known before any amount is. */
export function tarifasAparte(
  { tipos_pago, funcional }: Pick<Opciones, 'tipos_pago' | 'funcional'>,
  lineas: readonly Linea[],
): string {
  const once = new Map(lineas.map((l) => [claveDeTarifa(l), l.tipo_pago_id]))
  const ways = [...once.values()].map((way) => tipos_pago.find(({ id }) => id === way))
  const fees = ways
    .filter((way) => esAparte(way, funcional.id))
    .map((way) => decimal(way?.tarifa?.fija ?? '0'))
  return texto(suma(fees), funcional.decimales)
}

/** The ways that serve on a side; in a swap nobody pays in the functional currency, so none with a fee in it. */
export const formasDelMostrador = (
  opciones: Opciones,
  { tipo }: Pick<Borrador, 'tipo'>,
  lado: Lado,
  moneda_id: number,
) =>
  formasDe(opciones, lado, moneda_id).filter(
    (way) => tipo !== 'canje' || !esAparte(way, opciones.funcional.id),
  )

/** True when taking the remainder would change the amount of this typed line. */
export function dejaResto(
  opciones: Opciones,
  borrador: Borrador,
  { lineas, esperados }: Pick<Calculo, 'lineas' | 'esperados'>,
  { id, monto }: Linea,
): boolean {
  if (monto === null) return false
  const open = lineas.map((l) => ({ ...l, monto: l.id === id ? null : l.resuelto }))
  const rest = fillIn(opciones, { ...borrador, lineas: open }, esperados).find((l) => l.id === id)
  return !isDecimal(monto) || !rest || !decimal(rest.resuelto).eq(decimal(monto))
}

function decimalesDeMoneda(opciones: Opciones, borrador: Borrador, parte: Parte): number {
  const id = monedaDe(opciones, borrador, parte)
  const tasa = opciones.tasas.find(
    ({ divisa, contramoneda }) => divisa.id === id || contramoneda.id === id,
  )
  if (!tasa) return opciones.funcional.decimales
  return tasa.divisa.id === id ? tasa.divisa.decimales : tasa.contramoneda.decimales
}

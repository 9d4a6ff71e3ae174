import type { Palabras } from '../../core/base.ts'
import { type Decimal, decimal, dividir, texto } from '../../core/dinero/decimal.ts'
import { costoDeSalida, DECIMALES_FUNCIONAL, type Posicion } from '../../core/dinero/posicion.ts'
import { convertir, cotizar, inversa, type Tasa } from '../../core/dinero/tasa.ts'
import type { Tipo } from './contract/opciones.ts'

export type Lado = Palabras['compras_ventas_pagos.lado']

/** One of the two currencies of an operation, or the functional one for the fee of a canje. */
export type Parte = 'divisa' | 'contramoneda' | 'funcional'

export interface Montos {
  monto: string
  contravalor: string
}

/**
 * Computes both amounts from the typed one. The rate of a sale converts contramoneda to divisa, that of a purchase or
 * canje divisa to contramoneda; `cotizar` rounds in the house's favour. Twin of SQL `tipos_cambios_montos`.
 */
export function montos(
  tipo: Tipo,
  typed: { monto: string } | { contravalor: string },
  tasa: Tasa,
  decimales: { divisa: number; contramoneda: number },
): Montos {
  const sale = tipo === 'venta'
  const sends = 'monto' in typed ? !sale : sale
  const value = 'monto' in typed ? typed.monto : typed.contravalor
  const { envia, recibe } = cotizar(sends ? { envia: value } : { recibe: value }, tasa, {
    envia: sale ? decimales.contramoneda : decimales.divisa,
    recibe: sale ? decimales.divisa : decimales.contramoneda,
  })
  return sale ? { monto: recibe, contravalor: envia } : { monto: envia, contravalor: recibe }
}

export interface Esperado {
  lado: Lado
  parte: Parte
  total: string
}

/**
 * The required sum of each side before cash rounding. `servicio` is in the functional currency, with the fees that are
 * apart from their payments.
 */
export function esperados(
  tipo: Tipo,
  { monto, contravalor }: Montos,
  servicio: string,
): Esperado[] {
  const fee = decimal(servicio)
  const shift = (value: string, by: Decimal) => texto(decimal(value).plus(by), DECIMALES_FUNCIONAL)
  switch (tipo) {
    case 'compra':
      return [
        { lado: 'recibimos', parte: 'divisa', total: monto },
        { lado: 'entregamos', parte: 'contramoneda', total: shift(contravalor, fee.times(-1)) },
      ]
    case 'venta':
      return [
        { lado: 'recibimos', parte: 'contramoneda', total: shift(contravalor, fee) },
        { lado: 'entregamos', parte: 'divisa', total: monto },
      ]
    case 'canje': {
      const swap: Esperado[] = [
        { lado: 'recibimos', parte: 'divisa', total: monto },
        { lado: 'entregamos', parte: 'contramoneda', total: contravalor },
      ]
      return fee.eq(0)
        ? swap
        : [...swap, { lado: 'recibimos', parte: 'funcional', total: servicio }]
    }
  }
}

/**
 * The amounts that change hands: the agreed ones with the service, the fees of the payments (`tarifa`) and cash rounding,
 * which is in the client's favour. All three are in the functional currency.
 */
export function enMano(
  tipo: Tipo,
  montos: Montos,
  { servicio, redondeo, tarifa }: { servicio: string; redondeo: string; tarifa: string },
): Esperado[] {
  const functional = tipo === 'canje' ? 'funcional' : 'contramoneda'
  const charged = texto(decimal(servicio).plus(tarifa), DECIMALES_FUNCIONAL)
  return esperados(tipo, montos, charged).map((one) => {
    if (one.parte !== functional) return one
    const sign = one.lado === 'entregamos' ? 1 : -1
    const favor = decimal(redondeo).times(sign)
    return { ...one, total: texto(decimal(one.total).plus(favor), DECIMALES_FUNCIONAL) }
  })
}

export interface Resultado {
  /** Cost of what leaves, in the functional currency; null when no foreign currency leaves. */
  costo: string | null
  ganancia: string
  /** Break-even rate of a sale: the average cost. */
  equilibrio: string | null
}

/**
 * What an operation earns against average cost. A purchase earns nothing; a sale its countervalue less the cost of what
 * leaves; a canje what comes in at its market price (`precio`, in the functional currency) less that cost, and nothing
 * without a price. Null when more leaves than there is. Twin of SQL `libro_costo`, `compras_ventas_valorar` and of what
 * is booked.
 */
export function resultado(
  tipo: Tipo,
  { monto, contravalor }: Montos,
  posicion: Posicion,
  precio: string | null = null,
): Resultado | null {
  if (tipo === 'compra') return { costo: null, ganancia: '0.00', equilibrio: null }
  const quantity = decimal(tipo === 'venta' ? monto : contravalor)
  if (quantity.gt(posicion.cantidad)) return null
  const costo = costoDeSalida(posicion, quantity)
  const promedio = dividir(posicion.costo, posicion.cantidad, 6, 'medio')
  const worth =
    tipo === 'venta'
      ? decimal(contravalor)
      : precio === null
        ? costo
        : convertir(
            decimal(monto),
            { tasa: precio, metodo_calculo: 'm' },
            DECIMALES_FUNCIONAL,
            'medio',
          )
  return {
    costo: texto(costo, DECIMALES_FUNCIONAL),
    ganancia: texto(worth.minus(costo), DECIMALES_FUNCIONAL),
    equilibrio: texto(promedio, 6),
  }
}

/**
 * What the rate earned against its cost rate at that second; null without a cost rate. Twin of SQL
 * `compras_ventas_margen`.
 */
export function margen(
  tipo: Tipo,
  { monto, contravalor }: Montos,
  costo: Tasa | null,
): string | null {
  if (!costo || tipo === 'canje') return null
  const atCost = convertir(
    decimal(monto),
    tipo === 'venta' ? inversa(costo) : costo,
    DECIMALES_FUNCIONAL,
    'medio',
  )
  const earned =
    tipo === 'venta' ? decimal(contravalor).minus(atCost) : atCost.minus(decimal(contravalor))
  return texto(earned, DECIMALES_FUNCIONAL)
}

/**
 * The value of an operation in dollars, for comparison with the thresholds; null when only the server can tell (a canje
 * of other currencies, a missing price). Twin of SQL `en_dolares`.
 */
export function enDolares(
  tipo: Tipo,
  { monto, contravalor }: Montos,
  iso: string,
  precio_usd: string | null,
): Decimal | null {
  if (iso === 'USD') return decimal(monto)
  if (tipo === 'canje' || !precio_usd) return null
  return dividir(decimal(contravalor), decimal(precio_usd), 2, 'medio')
}

import { z } from 'zod'
import type { Palabras } from '../../../core/base.ts'
import { deColumna, decimalText, instante, keyOf, metodoCalculo } from '../../../core/contract.ts'
import { clasePieza } from '../../../core/dinero/conteo.ts'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { monedaBreve, monedaSigno } from '../../monedas/contract.ts'

export const TIPOS = { compra: 'Compra', venta: 'Venta', canje: 'Canje' } as const satisfies Record<
  Palabras['compras_ventas.tipo'],
  string
>
export type Tipo = keyof typeof TIPOS
export const tipo = keyOf(TIPOS, 'Elija compra, venta o canje.')

/** Everything that the counter works with. */
export const opciones = z.object({
  funcional: monedaSigno.extend({ redondeo_efectivo: decimalText.nullable() }),
  umbral_usd: z.number(),
  /** From here on the client declares where the funds come from. */
  umbral_declaracion_usd: z.number(),
  /** What one operation of this user may be worth; null without a limit. */
  limite_usd: decimalText.nullable(),
  /** How the till of who asks stands; null: he has none. */
  mi_caja: z.enum(['abierta', 'en_conteo', 'cerrada']).nullable(),
  exigir_turno: z.boolean(),
  bloqueo_minutos: z.int(),
  desvio_pct: decimalText,
  tasas: z.array(
    z.object({
      tipo,
      divisa: monedaBreve,
      contramoneda: monedaBreve,
      pais: z.string(),
      tasa: decimalText,
      precision: z.int(),
      /** Its step, by what the client hands over: from `desde` (in) to `hasta` (out). */
      segmento: keyOf(SEGMENTOS),
      desde: decimalText,
      hasta: decimalText.nullable(),
      tope: decimalText.nullable(),
      /** For how long a quote of it is respected. */
      bloqueo_minutos: z.int(),
      metodo_calculo: metodoCalculo,
      historico_id: z.int(),
      vigente_desde: instante,
      /** When a person last typed or confirmed what the rate stands on. */
      actualizado_en: instante,
      rancia: z.boolean(),
      vencida: z.boolean(),
      /** Position of the currency that would leave; only for those who may see cost. */
      posicion: z.object({ cantidad: decimalText, costo: decimalText }).nullable(),
      /** The rate without margin; only for those who may see cost. */
      tasa_costo: decimalText.nullable(),
      precio_usd: decimalText.nullable(),
    }),
  ),
  cuentas: z.array(
    z.object({
      id: z.int(),
      nombre: z.string(),
      tipo: z.string(),
      moneda_id: z.int(),
      /** Null while it is being counted: the count is blind. */
      disponible: decimalText.nullable(),
      /** What its amounts are multiples of; null for what is not cash, or where nothing is known of its pieces. */
      pieza: decimalText.nullable(),
      /** Why it accepts nothing now: it is being counted, or its till's turn is not open. */
      bloqueo: deColumna<'cuentas_contables.bloqueo'>({ conteo: 1, turno: 1 }).nullable(),
      mia: z.boolean(),
    }),
  ),
  tipos_pago: z.array(
    z.object({
      id: z.int(),
      nombre: z.string(),
      sentido: deColumna<'tipos_pagos.sentido'>({ entra: 1, sale: 1, ambos: 1 }),
      efectivo: z.boolean(),
      moneda_id: z.int().nullable(),
      pide_referencia: z.boolean(),
      pide_comprobante: z.boolean(),
      requiere_verificacion: z.boolean(),
    }),
  ),
  /** Notes and coins of the currencies that name theirs, largest first. */
  denominaciones: z.array(
    z.object({
      moneda_id: z.int(),
      clase: clasePieza,
      valor: decimalText,
    }),
  ),
})

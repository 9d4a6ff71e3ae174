import { z } from 'zod'
import type { Palabras } from '../../../core/base.ts'
import { deColumna, decimalText, instante, keyOf, metodoCalculo } from '../../../core/contract.ts'
import { clasePieza } from '../../../core/dinero/conteo.ts'
import { tarifaDeForma } from '../../../core/dinero/pagos.ts'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { marca } from '../../../core/documento/logo.ts'
import { monedaBreve, monedaSigno } from '../../monedas/contract.ts'

export const TIPOS = { compra: 'Compra', venta: 'Venta', canje: 'Canje' } as const satisfies Record<
  Palabras['compras_ventas.tipo'],
  string
>
export type Tipo = keyof typeof TIPOS
export const tipo = keyOf(TIPOS, 'Elija compra, venta o canje.')

/** All data that the counter needs. */
export const opciones = z.object({
  funcional: monedaSigno.extend({ redondeo_efectivo: decimalText.nullable() }),
  umbral_usd: decimalText,
  /** From this amount on the client must declare the origin of the funds. */
  umbral_declaracion_usd: decimalText,
  /** Maximum value of one operation of this user; null without a limit. */
  limite_usd: decimalText.nullable(),
  /** State of the user's own till; null when he has none. */
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
      /** Its segment; it covers amounts handed over by the client from `desde` (included) to `hasta` (excluded). */
      segmento: keyOf(SEGMENTOS),
      desde: decimalText,
      hasta: decimalText.nullable(),
      tope: decimalText.nullable(),
      /** For how many minutes a quote of it is honoured. */
      bloqueo_minutos: z.int(),
      metodo_calculo: metodoCalculo,
      historico_id: z.int(),
      vigente_desde: instante,
      /** When a person last typed or confirmed the prices on which the rate is based. */
      actualizado_en: instante,
      rancia: z.boolean(),
      vencida: z.boolean(),
      /** Position of the currency that would leave; only for users who may see cost. */
      posicion: z.object({ cantidad: decimalText, costo: decimalText }).nullable(),
      /** Of a canje the price at which what comes in is booked, null without one; only for users who may see cost. */
      precio_entra: decimalText.nullable(),
      /** The rate without margin; only for users who may see cost. */
      tasa_costo: decimalText.nullable(),
      precio_usd: decimalText.nullable(),
      /** What the rules of the service fee take one unit of a canje's currency to be worth; null: nothing. */
      precio_servicio: decimalText.nullable(),
    }),
  ),
  /** The rules of the service fee, and whether this user may charge another one than they say. */
  servicio: z.object({
    libre: z.boolean(),
    reglas: z.array(
      z.object({
        nombre: z.string(),
        segmento: deColumna<'servicio_reglas.segmento'>({ publico: 1, mayorista: 1 }).nullable(),
        divisa_id: z.int().nullable(),
        tipo: tipo.nullable(),
        desde: decimalText.nullable(),
        hasta: decimalText.nullable(),
        pct: decimalText.nullable(),
        fija: decimalText.nullable(),
        min: decimalText.nullable(),
        max: decimalText.nullable(),
      }),
    ),
  }),
  cuentas: z.array(
    z.object({
      id: z.int(),
      nombre: z.string(),
      tipo: z.string(),
      /** Its bank or wallet; null for cash. */
      marca: marca.nullable(),
      moneda_id: z.int(),
      /** Null during a count of the till, which is blind. */
      disponible: decimalText.nullable(),
      /**
       * Amounts must be multiples of it; null for accounts that are not cash, and where the denominations are unknown.
       */
      pieza: decimalText.nullable(),
      /** Why it accepts nothing now: it is being counted, or its till's turn is not open. */
      bloqueo: deColumna<'cuentas_contables.bloqueo'>({ conteo: 1, turno: 1 }).nullable(),
      mia: z.boolean(),
      /** In whose charge it is, of another person's; null for one's own and for nobody's. */
      de: z.string().nullable(),
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
      tarifa: tarifaDeForma,
      /** The ids of the accounts that it may use; null for any. */
      cuentas: z.array(z.int()).nullable(),
    }),
  ),
  /** Notes and coins of the currencies that define them, largest first. */
  denominaciones: z.array(
    z.object({
      moneda_id: z.int(),
      clase: clasePieza,
      valor: decimalText,
    }),
  ),
})

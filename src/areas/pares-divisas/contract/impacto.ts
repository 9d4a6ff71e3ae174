import { z } from 'zod'
import { decimalText, metodoCalculo } from '../../../core/contract.ts'
import { monedaBreve } from '../../monedas/contract.ts'

const parRevisado = z.object({
  id: z.int(),
  par: z.string(),
  pais: z.string(),
  precision: z.int(),
  compra_anterior: decimalText,
  venta_anterior: decimalText,
  compra: decimalText,
  venta: decimalText,
  /** The larger of both prices' moves, in percent with its sign. */
  variacion: decimalText,
  /** Must be typed twice: it moves more than the pair's alert. */
  supera_alerta: z.boolean(),
})
export type ParRevisado = z.infer<typeof parRevisado>

const tipoRevisado = z.object({
  id: z.int(),
  pais_nombre: z.string(),
  /** `publico`, or the further rate of larger amounts. */
  segmento: z.string(),
  base: monedaBreve,
  cotizacion: monedaBreve,
  metodo_calculo: metodoCalculo,
  precision: z.int(),
  /** Typed by hand: it stays, but what it earns moves. */
  manual: z.boolean(),
  tasa_anterior: decimalText,
  /** Null: no usable rate would be left, so these prices cannot be published. */
  tasa: decimalText.nullable(),
  /** Minutes during which whoever was quoted the rate before may still use it. */
  bloqueo_minutos: z.int(),
  ejemplo: z
    .object({ envia: decimalText, recibe_anterior: decimalText, recibe: decimalText })
    .nullable(),
  /** Effective margins in percent: only for who may see profit. */
  margen_anterior: decimalText.nullable().optional(),
  margen: decimalText.nullable().optional(),
  bajo_costo: z.boolean().optional(),
  /** Orders quoted at the rate that would end, still unpaid: only for who may see orders. */
  cotizadas: z
    .object({
      cuantas: z.int(),
      /** What they send, in the base currency. */
      envia: decimalText,
      /** The first to expire. */
      ordenes: z.array(z.object({ id: z.int(), numero: z.string() })),
    })
    .nullable()
    .optional(),
})
export type TipoRevisado = z.infer<typeof tipoRevisado>

/** What a publication would do, computed and not written. */
export const impacto = z.object({
  pares: z.array(parRevisado),
  tipos: z.array(tipoRevisado),
  /** Names this very outcome: published with it, the result is what was reviewed or nothing is published. */
  revision: z.string(),
})
export type Impacto = z.infer<typeof impacto>

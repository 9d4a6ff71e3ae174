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
  /** The larger of both prices' changes, in percent with sign. */
  variacion: decimalText,
  /** It moves more than the pair's alert, so it must be typed twice. */
  supera_alerta: z.boolean(),
})
export type ParRevisado = z.infer<typeof parRevisado>

const tipoRevisado = z.object({
  id: z.int(),
  pais_nombre: z.string(),
  /** `publico`, or the segment of larger amounts. */
  segmento: z.string(),
  base: monedaBreve,
  cotizacion: monedaBreve,
  metodo_calculo: metodoCalculo,
  precision: z.int(),
  /** A manual rate: it stays, but its margin changes. */
  manual: z.boolean(),
  tasa_anterior: decimalText,
  /** Null when no usable rate would be left; these prices cannot be published. */
  tasa: decimalText.nullable(),
  /** Minutes during which clients quoted at the old rate may still use it. */
  bloqueo_minutos: z.int(),
  ejemplo: z
    .object({ envia: decimalText, recibe_anterior: decimalText, recibe: decimalText })
    .nullable(),
  /** Effective margins in percent; only for users who may see profit. */
  margen_anterior: decimalText.nullable().optional(),
  margen: decimalText.nullable().optional(),
  bajo_costo: z.boolean().optional(),
  /** Unpaid orders quoted at the rate that would end; only for users who may see orders. */
  cotizadas: z
    .object({
      cuantas: z.int(),
      /** Total of what they send, in the base currency. */
      envia: decimalText,
      /** The orders that expire first. */
      ordenes: z.array(z.object({ id: z.int(), numero: z.string() })),
    })
    .nullable()
    .optional(),
})
export type TipoRevisado = z.infer<typeof tipoRevisado>

/** The outcome of a publication, computed but not written. */
export const impacto = z.object({
  pares: z.array(parRevisado),
  tipos: z.array(tipoRevisado),
  /** Id of this outcome: a publication with it has exactly this outcome, or is refused. */
  revision: z.string(),
})
export type Impacto = z.infer<typeof impacto>

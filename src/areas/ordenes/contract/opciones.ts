import { z } from 'zod'
import { deColumna, decimalText, instante, keyOf, metodoCalculo } from '../../../core/contract.ts'
import { clasePieza } from '../../../core/dinero/conteo.ts'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { monedaBreve, monedaSigno } from '../../monedas/contract.ts'

const pais = z.object({ id: z.string(), nombre: z.string() })

/** What there is to pay out with in one currency. */
export const fondo = z.object({
  moneda_id: z.int(),
  /** What its accounts hold, what paid orders will take of it, and what is left. */
  saldo: decimalText,
  comprometido: decimalText,
  disponible: decimalText,
  cuentas: z.array(
    z.object({
      id: z.int(),
      nombre: z.string(),
      tipo: z.string(),
      pais: z.string(),
      disponible: decimalText,
      /** How its bank is doing; null where it has none. */
      servicio: deColumna<'entidades_financieras.servicio'>({
        operativo: 1,
        intermitente: 1,
        caido: 1,
      }).nullable(),
    }),
  ),
})
export type Fondo = z.infer<typeof fondo>

/** A rate in force, with the step of amounts that it is for. */
const corredor = z.object({
  pais: z.string(),
  pais_nombre: z.string(),
  base: monedaBreve,
  cotizacion: monedaBreve,
  /** Where its money can be paid out. */
  destinos: z.array(pais),
  tasa: decimalText,
  precision: z.int(),
  metodo_calculo: metodoCalculo,
  historico_id: z.int(),
  /** By what the client hands over: from `desde` (in) to `hasta` (out). */
  segmento: keyOf(SEGMENTOS),
  desde: decimalText,
  hasta: decimalText.nullable(),
  tope: decimalText.nullable(),
  bloqueo_minutos: z.int(),
  vigente_desde: instante,
  actualizado_en: instante,
  rancia: z.boolean(),
  vencida: z.boolean(),
  /** The rate without margin; only for those who may see cost. */
  tasa_costo: decimalText.nullable(),
  /** One unit of what the client hands over, in dollars: what his amount is judged by. */
  en_usd: decimalText.nullable(),
})

/** Everything that the form of a new order works with. */
export const opciones = z.object({
  funcional: monedaSigno.extend({ redondeo_efectivo: decimalText.nullable() }),
  umbral_usd: z.number(),
  umbral_declaracion_usd: z.number(),
  limite_usd: decimalText.nullable(),
  /** Above this, who verified the payment does not pay the order out. */
  doble_control_usd: z.number(),
  sla_minutos: z.int(),
  corredores: z.array(corredor),
  fondos: z.array(fondo),
  /** Where a client can pay. */
  cuentas: z.array(
    z.object({
      id: z.int(),
      nombre: z.string(),
      tipo: z.string(),
      pais: z.string(),
      moneda_id: z.int(),
      /** What its amounts are multiples of; null for what is not cash, or where nothing is known of its pieces. */
      pieza: decimalText.nullable(),
      mia: z.boolean(),
    }),
  ),
  /** How a client can pay. */
  tipos_pago: z.array(
    z.object({
      id: z.int(),
      nombre: z.string(),
      efectivo: z.boolean(),
      pais: z.string().nullable(),
      moneda_id: z.int().nullable(),
      pide_referencia: z.boolean(),
      pide_comprobante: z.boolean(),
      requiere_verificacion: z.boolean(),
    }),
  ),
  denominaciones: z.array(z.object({ moneda_id: z.int(), clase: clasePieza, valor: decimalText })),
})
export type OpcionesOrden = z.infer<typeof opciones>

import { z } from 'zod'
import { deColumna, decimalText, instante, keyOf, metodoCalculo } from '../../../core/contract.ts'
import { clasePieza } from '../../../core/dinero/conteo.ts'
import { tarifaDeForma } from '../../../core/dinero/pagos.ts'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { marca } from '../../../core/documento/logo.ts'
import { monedaBreve, monedaSigno } from '../../monedas/contract.ts'

const pais = z.object({ id: z.string(), nombre: z.string() })

/** Funds for payouts in one currency. */
export const fondo = z.object({
  moneda_id: z.int(),
  /** Balance of its accounts, the part committed to paid orders, and the rest. */
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
      marca: marca.nullable(),
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

/** A rate in force, with its step of amounts. */
const corredor = z.object({
  pais: z.string(),
  pais_nombre: z.string(),
  base: monedaBreve,
  cotizacion: monedaBreve,
  /** Countries where it can be paid out. */
  destinos: z.array(pais),
  tasa: decimalText,
  precision: z.int(),
  metodo_calculo: metodoCalculo,
  historico_id: z.int(),
  /** Step by the amount handed over: from `desde` (inclusive) to `hasta` (exclusive). */
  segmento: keyOf(SEGMENTOS),
  desde: decimalText,
  hasta: decimalText.nullable(),
  tope: decimalText.nullable(),
  bloqueo_minutos: z.int(),
  vigente_desde: instante,
  actualizado_en: instante,
  rancia: z.boolean(),
  vencida: z.boolean(),
  /** The rate without margin; only for users who may see cost. */
  tasa_costo: decimalText.nullable(),
  /** Value in dollars of one unit handed over, to compare amounts with limits. */
  en_usd: decimalText.nullable(),
})

/** The data that the form of a new order needs. */
export const opciones = z.object({
  funcional: monedaSigno.extend({ redondeo_efectivo: decimalText.nullable() }),
  umbral_usd: decimalText,
  umbral_declaracion_usd: decimalText,
  limite_usd: decimalText.nullable(),
  /** Above this amount, the user who verified the payment may not pay the order out. */
  doble_control_usd: decimalText,
  sla_minutos: z.int(),
  corredores: z.array(corredor),
  fondos: z.array(fondo),
  /** Accounts that receive clients' payments. */
  cuentas: z.array(
    z.object({
      id: z.int(),
      nombre: z.string(),
      tipo: z.string(),
      pais: z.string(),
      /** Its bank or wallet; null for cash. */
      marca: marca.nullable(),
      moneda_id: z.int(),
      /** Amounts must be multiples of this; null when not cash, or when its denominations are unknown. */
      pieza: decimalText.nullable(),
      mia: z.boolean(),
      /** In whose charge it is, of another person's; null for one's own and for nobody's. */
      de: z.string().nullable(),
    }),
  ),
  /** Ways in which a client can pay. */
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
      tarifa: tarifaDeForma,
      /** The ids of the accounts that it may use; null for any. */
      cuentas: z.array(z.int()).nullable(),
    }),
  ),
  denominaciones: z.array(z.object({ moneda_id: z.int(), clase: clasePieza, valor: decimalText })),
})
export type OpcionesOrden = z.infer<typeof opciones>

import { z } from 'zod'
import { decimalText, instante, keyOf } from '../../../core/contract.ts'
import { conteo } from '../../../core/dinero/pagos.ts'
import { comprobante } from '../../../core/documento/comprobante.ts'
import { marca } from '../../../core/documento/logo.ts'
import { monedaSigno } from '../../monedas/contract.ts'
import { ACCIONES, ESTADOS, ESTADOS_COBRO, ESTADOS_PAGO } from '../rules.ts'

export const estado = keyOf(ESTADOS, 'Elija un estado de la lista.')
export const accion = keyOf(ACCIONES)

/** A currency in lists and details. */
export const divisa = monedaSigno

/** A payment of the client, verified or announced. */
export const cobro = z.object({
  id: z.int(),
  /** Null where it is a credit of the client. */
  tipo_pago_id: z.int().nullable(),
  tipo_pago: z.string(),
  /** Null where it is a credit of the client. */
  cuenta_id: z.int().nullable(),
  cuenta: z.string().nullable(),
  /** The account's bank or wallet. */
  marca: marca.nullable(),
  /** The order that left the credit. */
  saldo_de: z.object({ id: z.int(), numero: z.string() }).nullable(),
  monto: decimalText,
  /** The fee, on top of it. */
  tarifa: decimalText,
  /** What he paid above what the order asked for, on top of it. */
  a_favor: decimalText,
  referencia: z.string().nullable(),
  estado: keyOf(ESTADOS_COBRO),
  efectivo: z.boolean(),
  /** Whether the user may use its account: cash is verified by the responsible user of the till. */
  suya: z.boolean(),
  pide_comprobante: z.boolean(),
  comprobantes: z.array(comprobante),
  /** The cash that was handed over, and what was given back of it at once; null without change. */
  recibido: decimalText.nullable(),
  vuelto: decimalText.nullable(),
  denominaciones: z.array(z.object({ ...conteo, valor: decimalText })).nullable(),
  fecha: instante,
  usuario: z.string(),
  verificado_en: instante.nullable(),
  verificado_por: z.string().nullable(),
  /** Why it was refused. */
  motivo: z.string().nullable(),
  /** Account from which the money was returned when the order was annulled. */
  devuelto_de: z.string().nullable(),
})
export type Cobro = z.infer<typeof cobro>

/** A payout to the beneficiary. */
export const pagoHecho = z.object({
  id: z.int(),
  cuenta_id: z.int(),
  cuenta: z.string(),
  marca: marca.nullable(),
  monto: decimalText,
  referencia: z.string(),
  /** What the bank charged us for it, in the currency of the account. */
  comision: decimalText,
  estado: keyOf(ESTADOS_PAGO),
  comprobantes: z.array(comprobante),
  fecha: instante,
  usuario: z.string(),
  /** To whom it went, as the order had him then. */
  beneficiario: z.string(),
  rebotado_en: instante.nullable(),
  rebotado_por: z.string().nullable(),
  motivo: z.string().nullable(),
  /** In the functional currency; only for users who may see cost. */
  costo: decimalText.optional(),
  gasto: decimalText.optional(),
  ganancia: decimalText.optional(),
})
export type PagoHecho = z.infer<typeof pagoHecho>

/** One step of an order's history, `id` its place in it; `usuario` is null for steps of the clock. */
export const paso = z.object({
  id: z.int(),
  fecha: instante,
  accion: z.union([
    accion,
    z.enum(['devolver', 'anular-devolucion', 'usar-saldo', 'saldo-vuelve']),
  ]),
  de: estado.nullable(),
  a: estado,
  usuario: z.string().nullable(),
  nota: z.string().nullable(),
})
export type Paso = z.infer<typeof paso>

/** The beneficiary and his payment data, copied when the order was made or when he was changed on purpose. */
export const beneficiario = z.object({
  id: z.int(),
  alias: z.string().nullable(),
  nombre: z.string(),
  tipo_doc: z.string().nullable(),
  num_doc: z.string().nullable(),
  pais: z.string(),
  metodo: z.string(),
  metodo_nombre: z.string(),
  verificado: z.boolean(),
  /** Payment data in the bank's order, ready to copy. */
  lineas: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
})
export type BeneficiarioDeOrden = z.infer<typeof beneficiario>

export const apunte = z.object({
  asiento_id: z.int(),
  fecha: instante,
  glosa: z.string(),
  cuenta: z.string(),
  moneda_id: z.int(),
  debe: decimalText.nullable(),
  haber: decimalText.nullable(),
})
export type ApunteDeOrden = z.infer<typeof apunte>

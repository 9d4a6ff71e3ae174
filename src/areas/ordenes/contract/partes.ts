import { z } from 'zod'
import { decimalText, instante, keyOf } from '../../../core/contract.ts'
import { conteo } from '../../../core/dinero/pagos.ts'
import { comprobante } from '../../../core/documento/comprobante.ts'
import { monedaSigno } from '../../monedas/contract.ts'
import { ACCIONES, ESTADOS, ESTADOS_COBRO, ESTADOS_PAGO } from '../rules.ts'

export const estado = keyOf(ESTADOS, 'Elija un estado de la lista.')
export const accion = keyOf(ACCIONES)

/** A currency as lists and details name it. */
export const divisa = monedaSigno

/** What the client paid, or says that he paid. */
export const cobro = z.object({
  id: z.int(),
  tipo_pago: z.string(),
  cuenta_id: z.int(),
  cuenta: z.string(),
  monto: decimalText,
  referencia: z.string().nullable(),
  estado: keyOf(ESTADOS_COBRO),
  efectivo: z.boolean(),
  /** Who asks may use its account: cash is confirmed by who answers for it. */
  suya: z.boolean(),
  pide_comprobante: z.boolean(),
  comprobantes: z.array(comprobante),
  denominaciones: z.array(z.object({ ...conteo, valor: decimalText })).nullable(),
  fecha: instante,
  usuario: z.string(),
  verificado_en: instante.nullable(),
  verificado_por: z.string().nullable(),
  /** Why it was refused. */
  motivo: z.string().nullable(),
  /** Where the money went back to the client from, when the order was annulled. */
  devuelto_de: z.string().nullable(),
})
export type Cobro = z.infer<typeof cobro>

/** What was paid out to the beneficiary. */
export const pagoHecho = z.object({
  id: z.int(),
  cuenta_id: z.int(),
  cuenta: z.string(),
  monto: decimalText,
  referencia: z.string(),
  /** What the bank charged us for it, in the currency of the account. */
  comision: decimalText,
  estado: keyOf(ESTADOS_PAGO),
  comprobantes: z.array(comprobante),
  fecha: instante,
  usuario: z.string(),
  rebotado_en: instante.nullable(),
  rebotado_por: z.string().nullable(),
  motivo: z.string().nullable(),
  /** In the functional currency; only for those who may see cost. */
  costo: decimalText.optional(),
  gasto: decimalText.optional(),
  ganancia: decimalText.optional(),
})
export type PagoHecho = z.infer<typeof pagoHecho>

/** One step of an order's life; `usuario` is null where the clock did it. */
export const paso = z.object({
  id: z.int(),
  fecha: instante,
  accion,
  de: estado.nullable(),
  a: estado,
  usuario: z.string().nullable(),
  nota: z.string().nullable(),
})
export type Paso = z.infer<typeof paso>

/** Who is paid and where, as it stood when the order was made (or was last changed on purpose). */
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
  /** Its payout data in bank order, ready to be copied. */
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

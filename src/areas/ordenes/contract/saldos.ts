import { z } from 'zod'
import {
  type Contract,
  decimalText,
  endpoint,
  guardado,
  idParam,
  instante,
} from '../../../core/contract.ts'
import { pagoConTarifa, referencia } from '../../../core/dinero/pagos.ts'
import { comprobante, subirComprobante } from '../../../core/documento/comprobante.ts'
import { idSchema, montoSchema, textoMotivo } from '../../../core/fields.ts'
import { estado } from './partes.ts'

/** A payment of an order: `a_favor` is what the client pays above what is left, on top of `monto`; it stays his. */
export const pagoDeOrden = pagoConTarifa.extend({ a_favor: montoSchema.nullable().default(null) })

const devolucion = z.object({
  id: z.int(),
  monto: decimalText,
  cuenta: z.string(),
  referencia: z.string().nullable(),
  fecha: instante,
  usuario: z.string(),
  comprobantes: z.array(comprobante),
  /** Why it was annulled, and by whom; null while it stands. */
  motivo: z.string().nullable(),
  anulada_por: z.string().nullable(),
})
export type Devolucion = z.infer<typeof devolucion>

/** What of a credit paid another order of the same client. */
const usoSaldo = z.object({
  id: z.int(),
  orden_id: z.int(),
  numero: z.string(),
  monto: decimalText,
  fecha: instante,
  usuario: z.string(),
  /** That order was annulled, and this is the client's credit again. */
  devuelto: z.boolean(),
})
export type UsoSaldo = z.infer<typeof usoSaldo>

/** A credit that may pay this order: of its client, in its currency, of another order. */
export const saldoUsable = z.object({
  orden_id: z.int(),
  cobro_id: z.int(),
  numero: z.string(),
  fecha: instante,
  saldo: decimalText,
})
export type SaldoUsable = z.infer<typeof saldoUsable>

/** A credit of a client, with its currency: the form of a new order offers it. */
const saldoDeCliente = saldoUsable.extend({ moneda_id: z.int() })
export type SaldoDeCliente = z.infer<typeof saldoDeCliente>

/** The credit that a payment of the client left him, in the currency in which he paid. */
export const saldoFavor = z.object({
  cobro_id: z.int(),
  fecha: instante,
  monto: decimalText,
  /** What he may still have of it. */
  saldo: decimalText,
  /** Its payment was given back whole, with the order. */
  anulado: z.boolean(),
  devoluciones: z.array(devolucion),
  usos: z.array(usoSaldo),
})
export type SaldoFavor = z.infer<typeof saldoFavor>

export const camposDevolucion = { referencia, motivo: textoMotivo() }

/** What becomes of what a client paid too much. */
export const saldos = {
  subirDevolucion: subirComprobante(
    '/ordenes/devoluciones',
    'ordenes:devolver',
    'Guarda el comprobante de una devolución que está por registrarse',
  ),
  devolver: endpoint({
    method: 'POST',
    path: '/ordenes/:id/devoluciones',
    acceso: 'ordenes:devolver',
    resumen: 'Devuelve al cliente su saldo a favor, o una parte',
    params: idParam,
    body: z.strictObject({
      cobro_id: idSchema,
      cuenta_id: idSchema,
      monto: montoSchema,
      referencia: referencia.schema,
      comprobante_id: idSchema.nullable().default(null),
    }),
    status: 201,
    dinero: true,
    response: guardado.extend({ estado, devolucion_id: z.int() }),
  }),
  saldosDe: endpoint({
    method: 'GET',
    path: '/ordenes/saldos-de/:id',
    acceso: 'ordenes:crear',
    resumen:
      'Los saldos a favor de un cliente que pueden pagar una orden suya, los más antiguos primero; pide también ver clientes',
    params: idParam,
    response: z.array(saldoDeCliente),
  }),
  usarSaldo: endpoint({
    method: 'POST',
    path: '/ordenes/:id/usar-saldo',
    acceso: 'ordenes:cobrar',
    resumen: 'Paga la orden, o una parte, con un saldo a favor de su cliente',
    params: idParam,
    /** `orden_id`, `cobro_id`: the order that left the credit, and its payment. */
    body: z.strictObject({ orden_id: idSchema, cobro_id: idSchema, monto: montoSchema }),
    status: 201,
    dinero: true,
    response: guardado.extend({ estado, cobro_id: z.int() }),
  }),
  anularDevolucion: endpoint({
    method: 'PUT',
    path: '/ordenes/:id/anular-devolucion',
    acceso: 'ordenes:devolver',
    resumen: 'Anula una devolución: el dinero vuelve a la cuenta y el saldo al cliente',
    params: idParam,
    body: z.strictObject({ devolucion_id: idSchema, motivo: camposDevolucion.motivo.schema }),
    dinero: true,
    response: guardado.extend({ estado }),
  }),
} satisfies Contract

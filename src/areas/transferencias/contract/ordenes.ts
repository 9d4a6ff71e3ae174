import { z } from 'zod'
import {
  type Contract,
  consultaPagina,
  deColumna,
  decimalText,
  endpoint,
  instante,
  pagina,
} from '../../../core/contract.ts'

const fila = z.object({
  id: z.int(),
  orden_id: z.int(),
  /** The order's number: the payout has none of its own. */
  numero: z.string(),
  fecha: instante,
  origen: z.string(),
  /** The way it was paid and the country; who received it stands in the order. */
  destino: z.string(),
  moneda_id: z.int(),
  monto: decimalText,
  comision: decimalText,
  referencia: z.string(),
  estado: deColumna<'ordenes_pagos.estado'>({ pagado: 1, rebotado: 1 }),
  usuario: z.string(),
})
export type PagoOrden = z.infer<typeof fila>

/** What remittances paid out: orders' own, here to be read beside the house's transfers. */
export const ordenes = {
  pagosOrdenes: endpoint({
    method: 'GET',
    path: '/transferencias/ordenes',
    acceso: 'transferencias:ver',
    resumen: 'Pagos de órdenes a beneficiarios, los más recientes primero; solo lectura',
    query: z.strictObject(consultaPagina),
    response: pagina(fila),
  }),
} satisfies Contract

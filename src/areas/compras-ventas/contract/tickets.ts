import { z } from 'zod'
import {
  type Contract,
  decimalText,
  deSucursal,
  empresa,
  endpoint,
  guardado,
  idParam,
  impreso,
  instante,
  keyOf,
} from '../../../core/contract.ts'
import { declaracion } from '../../../core/documento/declaracion.ts'
import { idSchema } from '../../../core/fields.ts'
import { monedaSigno } from '../../monedas/contract.ts'
import { esUnMonto, NO_ES_UN_MONTO } from './cotizar.ts'
import { estado } from './estados.ts'
import { tipo } from './opciones.ts'
import { linea } from './registro.ts'

/** How many operations a ticket joins. */
export const LINEAS = { minimo: 2, maximo: 10 }

/** Body of a ticket: its operations, and what they share. */
export const ticket = z.strictObject({
  cliente_id: idSchema.nullable().default(null),
  items: z
    .array(
      z
        .strictObject(linea)
        .refine(esUnMonto, NO_ES_UN_MONTO)
        .refine(
          // Notes of its lines are set off, so that no line has change of its own.
          ({ recibimos }) => recibimos.every(({ recibido }) => recibido === null),
          {
            message: 'En un ticket el vuelto es de todas las operaciones juntas.',
            path: ['recibimos'],
          },
        ),
    )
    .min(LINEAS.minimo, 'Un ticket junta dos operaciones o más.')
    .max(LINEAS.maximo, 'Un ticket junta hasta diez operaciones.'),
  declaracion: declaracion.nullable().default(null),
  confirmo_duplicado: z.boolean().default(false),
})
export type TicketPedido = z.input<typeof ticket>

/** What the client hands over and receives of a currency; notes of both directions are set off. */
const totales = z.array(
  z.object({ moneda: monedaSigno, entrega: decimalText, recibe: decimalText }),
)

const hecha = z.object({
  id: z.int(),
  numero: z.string(),
  estado,
  monto: decimalText,
  contravalor: decimalText,
})

const detalle = z.object({
  id: z.int(),
  numero: z.string(),
  fecha: instante,
  /** Annulled once all its operations are. */
  estado,
  cliente_id: z.int().nullable(),
  cliente: z.string().nullable(),
  cliente_documento: z.string().nullable(),
  cajero: z.string(),
  ...deSucursal,
  operaciones: z.array(
    hecha.extend({
      tipo,
      divisa: monedaSigno,
      contramoneda: monedaSigno,
      tasa: decimalText,
      precision: z.int(),
      servicio: decimalText,
      tarifa: decimalText,
      redondeo: decimalText,
      efectivo: z.boolean(),
    }),
  ),
  totales,
  impresiones: z.int(),
  empresa,
  /** The code by which its papers are checked. */
  codigo: z.string(),
})
export type Ticket = z.infer<typeof detalle>

export const tickets = {
  crearTicket: endpoint({
    method: 'POST',
    path: '/compras-ventas/tickets',
    acceso: 'compras-ventas:crear',
    resumen: 'Registra varias operaciones de un cliente juntas: todas o ninguna',
    body: ticket,
    status: 201,
    dinero: true,
    response: guardado.extend({ numero: z.string(), operaciones: z.array(hecha), totales }),
  }),
  obtenerTicket: endpoint({
    method: 'GET',
    path: '/compras-ventas/tickets/:id',
    acceso: 'compras-ventas:ver',
    resumen: 'Un ticket con sus operaciones y lo que cambia de manos',
    params: idParam,
    response: detalle,
  }),
  imprimirTicket: endpoint({
    method: 'POST',
    path: '/compras-ventas/tickets/:id/imprimir',
    acceso: 'compras-ventas:ver',
    resumen: 'Cuenta una impresión del ticket: desde la segunda el papel dice COPIA',
    params: idParam,
    body: z.strictObject({
      papel: keyOf({ ticket: 'Ticket', hoja: 'Hoja A5' }, 'Elija un papel de la lista.').default(
        'ticket',
      ),
    }),
    response: impreso,
  }),
} satisfies Contract

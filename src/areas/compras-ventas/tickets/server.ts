import { DomainError } from '../../../core/errors.ts'
import type { Context } from '../../../server/area.ts'
import { toRefusal } from '../../../server/db/db.ts'
import { anotarCopia, papelDe, required } from '../../../server/documento.ts'
import { conjuntos, type Pedido } from '../../../server/operacion.ts'
import { conCodigo } from '../../../server/papel.ts'
import type { contrato } from '../contract.ts'
import { registrarAs } from '../cotizar/server.ts'
import { leerPapelDeTicket } from '../papel/hechos.ts'
import { leerTicket } from './queries.ts'

interface Pedida extends Pedido {
  p: { cliente_id: number | null }
}

const registrar = conjuntos<Pedida>({
  funcion: 'compras_ventas_tickets_registrar',
  ocupa: ({ p }) => (p.cliente_id === null ? [] : [`cliente ${p.cliente_id}`]),
  // The order in which clients are locked.
  orden: ({ p }) => p.cliente_id ?? 0,
})

interface Registrado {
  id: number
  numero: string
  operaciones: {
    id: number
    numero: string
    estado: 'pendiente' | 'completada'
    monto: string
    contravalor: string
  }[]
  totales: {
    moneda: { id: number; iso: string; simbolo: string; decimales: number }
    entrega: string
    recibe: string
  }[]
  message: string
}

async function crearTicket(c: Context<typeof contrato.crearTicket>) {
  const answer = await registrar(c.db, {
    // The counter sends one operation or a ticket under one key: whichever comes second is refused.
    ruta: 'compras-ventas',
    quien: registrarAs(c.quien),
    clave: c.clave,
    huella: c.huella.toString('hex'),
    p: c.body,
  }).catch(conLinea)
  if (answer.repetida) c.repetida()
  return answer.respuesta as Registrado
}

/** A refusal of one operation says which line of the ticket it is. @throws it */
function conLinea(error: unknown): never {
  const refusal = toRefusal(error)
  if (refusal instanceof DomainError && refusal.data.linea) {
    refusal.message = `Línea ${refusal.data.linea}: ${refusal.message}`
    throw refusal
  }
  throw error
}

async function imprimirTicket(context: Context<typeof contrato.imprimirTicket>) {
  const { db, params, body } = context
  const row = await db
    .updateTable('compras_ventas_tickets')
    .set((e) => ({ impresiones: e('impresiones', '+', 1) }))
    .where('id', '=', params.id)
    .returning(['id', 'numero', 'impresiones'])
    .executeTakeFirst()
    .then(required('ese ticket'))
  const { numero, ...hecha } = row
  await anotarCopia(context, 'compras-ventas-tickets', papelDe(body.papel, numero), hecha)
  return hecha
}

export const atenderTickets = {
  crearTicket: { directo: crearTicket },
  obtenerTicket: (c: Context<typeof contrato.obtenerTicket>) =>
    leerTicket(c.db, c.params.id, c.quien)
      .then((row) => conCodigo(c, leerPapelDeTicket, row))
      .then(required('ese ticket')),
  imprimirTicket,
}

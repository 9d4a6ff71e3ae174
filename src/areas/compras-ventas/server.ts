import { sql } from 'kysely'
import { actor, auditOf, tiene } from '../../server/acceso/sesion.ts'
import { guardarAdjunto, leerAdjunto } from '../../server/adjuntos.ts'
import { area, type Context } from '../../server/area.ts'
import { callSql } from '../../server/db/db.ts'
import { anotarCopia, papelDe, required } from '../../server/documento.ts'
import { paged } from '../../server/http/page.ts'
import { enSuLista } from '../../server/http/respuesta/hallar.ts'
import { conjuntos, operaciones, type Pedido } from '../../server/operacion.ts'
import { conCodigo, firmada } from '../../server/papel.ts'
import { aportes } from './aportes.ts'
import { atenderAutorizaciones } from './autorizacion/server.ts'
import { declaracion, repetido } from './comprobantes.ts'
import { contrato } from './contract.ts'
import { cotizar, registrarAs } from './cotizar/server.ts'
import { totals } from './dias/totales.ts'
import { options } from './options.ts'
import { armar, leerPapel } from './papel/hechos.ts'
import { detail, list } from './queries.ts'
import { atenderTickets } from './tickets/server.ts'

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['compras-ventas'], (limite, key) => list(c.db, c.query, limite, key, c.quien))

interface Registered {
  id: number
  numero: string
  estado: 'pendiente' | 'completada'
  monto: string
  contravalor: string
  message: string
}

interface Venta extends Pedido {
  p: { cliente_id: number | null }
}

const registrar = conjuntos<Venta>({
  funcion: 'compras_ventas_registrar_lote',
  ocupa: ({ p }) => (p.cliente_id === null ? [] : [`cliente ${p.cliente_id}`]),
  // The order in which clients are locked.
  orden: ({ p }) => p.cliente_id ?? 0,
})

async function crear({ db, body, quien, clave, huella, repetida }: Context<typeof contrato.crear>) {
  const answer = await registrar(db, {
    ruta: 'compras-ventas',
    quien: registrarAs(quien),
    clave,
    huella: huella.toString('hex'),
    p: body,
  })
  if (answer.repetida) repetida()
  return answer.respuesta as Registered
}

interface Hecho {
  id: number
  estado: 'pendiente' | 'completada' | 'anulada'
  message: string
}

const operar = operaciones()

type Movida = Context<
  typeof contrato.verificar | typeof contrato.sustituir | typeof contrato.perder
>

const mover = (accion: string) => ({
  directo: (c: Movida) => operar<Hecho>(c, accion, actor(c.quien), c.body, c.params.id),
})

function anular(c: Context<typeof contrato.anular>) {
  const anterior = tiene(c.quien, 'compras-ventas:anular-anterior')
  const p = { ...c.body, anterior }
  return operar<Hecho & { estado: 'anulada' }>(
    c,
    'compras_ventas_anular',
    actor(c.quien),
    p,
    c.params.id,
  )
}

async function imprimir(context: Context<typeof contrato.imprimir>) {
  const { db, params, body } = context
  const column = body.papel === 'declaracion' ? 'impresiones_declaracion' : 'impresiones'
  const row = await db
    .updateTable('compras_ventas')
    .set((e) => ({ [column]: e(column, '+', 1) }))
    .where('id', '=', params.id)
    .returning(['id', 'numero', `${column} as impresiones`])
    .executeTakeFirst()
    .then(required('esa operación'))
  const { numero, ...hecha } = row
  await anotarCopia(context, 'compras-ventas', papelDe(body.papel, numero), hecha)
  return hecha
}

async function subirComprobante(c: Context<typeof contrato.subirComprobante>) {
  const { nombre } = c.query
  const file = await guardarAdjunto(c.db, c.quien, { tipo: c.tipo, nombre, contenido: c.body })
  const { id, tamano, sha256 } = file
  return { id, tamano, repetido: await repetido(c.db, sha256), message: 'Comprobante recibido.' }
}

async function adjuntarComprobante(c: Context<typeof contrato.adjuntarComprobante>) {
  const { id, pago_id } = c.params
  return callSql<{ id: number; message: string }>(
    c.db,
    sql`compras_ventas_adjuntar(${auditOf(c.quien)}::jsonb, ${id}, ${pago_id}, ${c.tipo}, ${c.query.nombre},
                                   ${c.body})`,
  )
}

export const servidor = area(
  contrato,
  {
    listar,
    totales: ({ db, query, quien }) => totals(db, query, tiene(quien, 'ganancia:ver')),
    obtener: (c) =>
      detail(c.db, c.params.id, c.quien)
        .then((row) => firmada(c.afuera, armar, row))
        .then(required('esa operación')),
    opciones: ({ db, quien }) => options(db, quien, tiene(quien, 'ganancia:ver')),
    crear: { directo: crear },
    cotizar,
    verificar: mover('compras_ventas_verificar'),
    sustituir: mover('compras_ventas_sustituir'),
    perder: mover('compras_ventas_incobrable'),
    anular: { directo: anular },
    imprimir,
    declaracion: (c) =>
      declaracion(c.db, c.params.id)
        .then((row) => conCodigo(c, leerPapel, row))
        .then(required('esa declaración')),
    ...atenderAutorizaciones,
    ...atenderTickets,
    subirComprobante,
    adjuntarComprobante,
    bajarComprobante: ({ db, params }) =>
      leerAdjunto(db, 'compras-ventas', params.id).then(required('ese comprobante')),
  },
  {
    compras_ventas_usuario_id_clave_key: ['una operación con esa clave', ''],
    compras_ventas_tickets_usuario_id_clave_key: ['un ticket con esa clave', ''],
  },
  { ...aportes, halla: { 'compras-ventas': enSuLista(contrato.listar, listar) } },
)

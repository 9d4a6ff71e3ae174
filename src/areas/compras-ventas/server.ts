import { sql } from 'kysely'
import { DomainError, type RefusalCode } from '../../core/errors.ts'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { guardarAdjunto, leerAdjunto } from '../../server/adjuntos.ts'
import { area, type Context } from '../../server/area.ts'
import { callSql, type RefusalData, refusal } from '../../server/db/db.ts'
import { porBase } from '../../server/db/lote/lote.ts'
import { anotarCopia, papelDe, required } from '../../server/documento.ts'
import { paged } from '../../server/http/page.ts'
import { conCodigo, firmada } from '../../server/papel.ts'
import { aportes } from './aportes.ts'
import { atenderAutorizaciones } from './autorizacion/server.ts'
import { declaracion, repetido } from './comprobantes.ts'
import { contrato } from './contract.ts'
import { totals } from './dias/totales.ts'
import { options } from './options.ts'
import { armar, leerPapel } from './papel/hechos.ts'
import { detail, list } from './queries.ts'

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['compras-ventas'], (limite, key) =>
    list(c.db, c.query, limite, key, tiene(c.quien, 'ganancia:ver')),
  )

/** `quien` plus what the SQL function decides by: allowed deviation and amount, use of stale rates, sight of cost. */
function registrarAs(quien: Quien): Record<string, unknown> {
  const { desvio_pct, limite_usd } = quien
  return {
    ...JSON.parse(auditOf(quien)),
    desvio_pct,
    limite_usd,
    vencida: tiene(quien, 'tipos-cambios:vencida'),
    ganancia: tiene(quien, 'ganancia:ver'),
  }
}

interface Registered {
  repetida: boolean
  respuesta: {
    id: number
    numero: string
    estado: 'pendiente' | 'completada'
    monto: string
    contravalor: string
    message: string
  }
}

interface Pedido {
  quien: Record<string, unknown>
  clave: string
  huella: string
  p: { cliente_id: number | null }
}

type Respuesta =
  | Registered
  | { rechazo: { codigo: RefusalCode; datos: RefusalData } }
  | { aparte: true }

/** Rules, ledger, documents, audit and the stored answers for replays of a set: one statement and transaction. */
const lotes = porBase<Pedido, Registered | DomainError>({
  maximo: 32,
  // Half of the connections: the other calls of the house need the rest.
  aLaVez: 5,
  paciencia: 100,
  claves: ({ quien, clave, p }) => [
    clave,
    `usuario ${quien.usuario_id}`,
    ...(p.cliente_id === null ? [] : [`cliente ${p.cliente_id}`]),
  ],
  orden: (a, b) => (a.p.cliente_id ?? 0) - (b.p.cliente_id ?? 0),
  pedir: async (db, pedidos) => {
    const answers = await callSql<Respuesta[]>(
      db,
      sql`compras_ventas_registrar_lote(${JSON.stringify(pedidos)}::jsonb)`,
    )
    return answers.map((answer) => {
      if ('aparte' in answer) return null
      return 'rechazo' in answer ? refusal(answer.rechazo.codigo, answer.rechazo.datos) : answer
    })
  },
})

async function crear({ db, body, quien, clave, huella, repetida }: Context<typeof contrato.crear>) {
  const answer = await lotes(db).pedir({
    quien: registrarAs(quien),
    clave,
    huella: huella.toString('hex'),
    p: body,
  })
  if (answer instanceof DomainError) throw answer
  if (answer.repetida) repetida()
  return answer.respuesta
}

type Hecho = { id: number; estado: 'pendiente' | 'completada'; message: string }

async function verificar({ db, params, body, quien }: Context<typeof contrato.verificar>) {
  return callSql<Hecho>(
    db,
    sql`compras_ventas_verificar(${auditOf(quien)}::jsonb, ${params.id}, ${body.pago_id}, ${body.referencia})`,
  )
}

async function sustituir({ db, params, body, quien }: Context<typeof contrato.sustituir>) {
  const { pago_id, motivo, pago } = body
  return callSql<Hecho>(
    db,
    sql`compras_ventas_sustituir(${auditOf(quien)}::jsonb, ${params.id}, ${pago_id}, ${motivo},
                                 ${JSON.stringify(pago)}::jsonb)`,
  )
}

async function perder({ db, params, body, quien }: Context<typeof contrato.perder>) {
  const { pago_id, motivo, cargo } = body
  return callSql<Hecho>(
    db,
    sql`compras_ventas_incobrable(${auditOf(quien)}::jsonb, ${params.id}, ${pago_id}, ${motivo}, ${cargo})`,
  )
}

async function anular({ db, params, body, quien }: Context<typeof contrato.anular>) {
  const anterior = tiene(quien, 'compras-ventas:anular-anterior')
  return callSql<{ id: number; estado: 'anulada'; message: string }>(
    db,
    sql`compras_ventas_anular(${auditOf(quien)}::jsonb, ${params.id}, ${body.motivo}, ${anterior})`,
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
    verificar,
    sustituir,
    perder,
    anular,
    imprimir,
    declaracion: (c) =>
      declaracion(c.db, c.params.id)
        .then((row) => conCodigo(c, leerPapel, row))
        .then(required('esa declaración')),
    ...atenderAutorizaciones,
    subirComprobante,
    adjuntarComprobante,
    bajarComprobante: ({ db, params }) =>
      leerAdjunto(db, 'compras-ventas', params.id).then(required('ese comprobante')),
  },
  {
    compras_ventas_usuario_id_clave_key: ['una operación con esa clave', ''],
  },
  aportes,
)

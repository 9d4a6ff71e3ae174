import { sql } from 'kysely'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { guardarAdjunto, leerAdjunto } from '../../server/adjuntos.ts'
import { area, type Context } from '../../server/area.ts'
import { callSql } from '../../server/db/db.ts'
import { anotarCopia, papelDe, required } from '../../server/documento.ts'
import { paged } from '../../server/http/page.ts'
import { conCodigo, firmada } from '../../server/papel.ts'
import { aportes } from './aportes.ts'
import { atenderAutorizaciones } from './autorizacion/server.ts'
import { declaracion, repetido } from './comprobantes.ts'
import { contrato } from './contract.ts'
import { options } from './options.ts'
import { armar, leerPapel } from './papel/hechos.ts'
import { detail, list, totals } from './queries.ts'

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['compras-ventas'], (limite, key) =>
    list(c.db, c.query, limite, key, tiene(c.quien, 'ganancia:ver')),
  )

/** `quien` plus what the SQL function decides by: allowed deviation and amount, use of stale rates, sight of cost. */
function registrarAs(quien: Quien): string {
  const { desvio_pct, limite_usd } = quien
  return JSON.stringify({
    ...JSON.parse(auditOf(quien)),
    desvio_pct,
    limite_usd,
    vencida: tiene(quien, 'tipos-cambios:vencida'),
    ganancia: tiene(quien, 'ganancia:ver'),
  })
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

/** One statement, round trip and transaction: rules, ledger, document, audit and the stored answer for replays. */
async function crear({ db, body, quien, clave, huella, repetida }: Context<typeof contrato.crear>) {
  const r = await callSql<Registered>(
    db,
    sql`compras_ventas_registrar(${registrarAs(quien)}::jsonb, ${clave}, ${huella}, ${JSON.stringify(body)}::jsonb)`,
  )
  if (r.repetida) repetida()
  return r.respuesta
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

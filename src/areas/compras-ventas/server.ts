import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { guardarAdjunto, leerAdjunto } from '../../server/adjuntos.ts'
import { area, type Context } from '../../server/area.ts'
import { pageOf } from '../../server/page.ts'
import { auditOf, type Quien, tiene } from '../../server/sesion.ts'
import { atenderAutorizaciones } from './autorizaciones.ts'
import { declaracion, repetido } from './comprobantes.ts'
import { contrato } from './contract.ts'
import { options } from './options.ts'
import { detail, type Key, list, totals } from './queries.ts'

async function listar({ db, query, quien, cursores }: Context<typeof contrato.listar>) {
  const { cursor, limite = 50, ...filters } = query
  const bound = [quien.usuario_id, 'compras-ventas', filters]
  const key = cursor ? (cursores.read(bound, cursor) as Key) : null
  const rows = await list(db, query, limite, key, tiene(quien, 'ganancia:ver'))
  return pageOf(rows, limite, ({ id }) => cursores.write(bound, [id]))
}

/** `quien` with what the SQL function decides by: how far from the rate and how much, whether a stale one will do, who sees cost. */
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

/** One statement, one round trip, one transaction: rules, ledger, document, audit and the answer to repeat. */
async function crear({ db, body, quien, clave, huella, repetida }: Context<typeof contrato.crear>) {
  const { rows } = await sql<{ r: Registered }>`
    SELECT compras_ventas_registrar(${registrarAs(quien)}::jsonb, ${clave}, ${huella}, ${JSON.stringify(body)}::jsonb) AS r`.execute(
    db,
  )
  const { r } = rows[0] as { r: Registered }
  if (r.repetida) repetida()
  return r.respuesta
}

async function verificar({ db, params, body, quien }: Context<typeof contrato.verificar>) {
  const { rows } = await sql<{
    r: { id: number; estado: 'pendiente' | 'completada'; message: string }
  }>`
    SELECT compras_ventas_verificar(${auditOf(quien)}::jsonb, ${params.id}, ${body.pago_id}, ${body.referencia}) AS r`.execute(
    db,
  )
  return (rows[0] as (typeof rows)[0]).r
}

async function anular({ db, params, body, quien }: Context<typeof contrato.anular>) {
  const anterior = tiene(quien, 'compras-ventas:anular-anterior')
  const { rows } = await sql<{ r: { id: number; estado: 'anulada'; message: string } }>`
    SELECT compras_ventas_anular(${auditOf(quien)}::jsonb, ${params.id}, ${body.motivo}, ${anterior}) AS r`.execute(
    db,
  )
  return (rows[0] as (typeof rows)[0]).r
}

async function imprimir({ db, params, body }: Context<typeof contrato.imprimir>) {
  const column = body.papel === 'declaracion' ? 'impresiones_declaracion' : 'impresiones'
  const row = await db
    .updateTable('compras_ventas')
    .set((e) => ({ [column]: e(column, '+', 1) }))
    .where('id', '=', params.id)
    .returning(['id', `${column} as impresiones`])
    .executeTakeFirst()
  if (!row) throw new DomainError('NO_EXISTE', { que: 'esa operación' })
  return row
}

async function subirComprobante(c: Context<typeof contrato.subirComprobante>) {
  const { nombre } = c.query
  const file = await guardarAdjunto(c.db, c.quien, { tipo: c.tipo, nombre, contenido: c.body })
  const { id, tamano, sha256 } = file
  return { id, tamano, repetido: await repetido(c.db, sha256), message: 'Comprobante recibido.' }
}

async function adjuntarComprobante(c: Context<typeof contrato.adjuntarComprobante>) {
  const { id, pago_id } = c.params
  const { rows } = await sql<{ r: { id: number; message: string } }>`
    SELECT compras_ventas_adjuntar(${auditOf(c.quien)}::jsonb, ${id}, ${pago_id}, ${c.tipo}, ${c.query.nombre},
                                   ${c.body}) AS r`.execute(c.db)
  return (rows[0] as (typeof rows)[0]).r
}

/** What was looked for, or its refusal. */
function required(que: string) {
  return <T>(found: T | null): T => {
    if (found === null) throw new DomainError('NO_EXISTE', { que })
    return found
  }
}

export const servidor = area(
  contrato,
  {
    listar,
    totales: ({ db, query, quien }) => totals(db, query, tiene(quien, 'ganancia:ver')),
    obtener: ({ db, params, quien }) =>
      detail(db, params.id, tiene(quien, 'ganancia:ver')).then(required('esa operación')),
    opciones: ({ db, quien }) => options(db, quien, tiene(quien, 'ganancia:ver')),
    crear: { directo: crear },
    verificar,
    anular,
    imprimir,
    declaracion: ({ db, params }) => declaracion(db, params.id).then(required('esa declaración')),
    ...atenderAutorizaciones,
    subirComprobante,
    adjuntarComprobante,
    bajarComprobante: ({ db, params }) =>
      leerAdjunto(db, 'compras-ventas', params.id).then(required('ese comprobante')),
  },
  {
    compras_ventas_usuario_id_clave_key: ['una operación con esa clave', ''],
  },
)

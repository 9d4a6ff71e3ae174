import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { guardarAdjunto, leerAdjunto } from '../../server/adjuntos.ts'
import { area, type Context } from '../../server/area.ts'
import { pageOf } from '../../server/page.ts'
import { auditOf, type Quien, tiene } from '../../server/sesion.ts'
import { contrato } from './contract.ts'
import type { Estado } from './contract-registro.ts'
import { market, options } from './options.ts'
import { payouts } from './ordenes.ts'
import { detail, type Key, list, repetido, totals } from './queries.ts'

async function listar({ db, query, quien, cursores }: Context<typeof contrato.listar>) {
  const { cursor, limite = 50, ...filters } = query
  const bound = [quien.usuario_id, 'transferencias', filters]
  const key = cursor ? (cursores.read(bound, cursor) as Key) : null
  const rows = await list(db, query, quien, limite, key)
  return pageOf(rows, limite, ({ id }) => cursores.write(bound, [id]))
}

/** `quien` with what the SQL functions decide by: whose accounts, up to how much, who sees cost. */
function actsAs(quien: Quien): string {
  return JSON.stringify({
    ...JSON.parse(auditOf(quien)),
    limite_usd: quien.limite_usd,
    ajenas: tiene(quien, 'transferencias:ajenas'),
    ganancia: tiene(quien, 'ganancia:ver'),
  })
}

async function crear({ db, body, quien, clave }: Context<typeof contrato.crear>) {
  if (body.tipo === 'tercero' && !tiene(quien, 'transferencias:tercero')) {
    throw new DomainError('SIN_PERMISO', { permiso: 'transferencias:tercero' })
  }
  const { rows } = await sql<{
    r: {
      id: number
      numero: string
      estado: Estado
      monto: string
      recibido: string | null
      message: string
    }
  }>`SELECT transferencias_registrar(${actsAs(quien)}::jsonb, ${clave}, ${JSON.stringify(body)}::jsonb) AS r`.execute(
    db,
  )
  return (rows[0] as (typeof rows)[0]).r
}

interface Hecho {
  id: number
  estado: Estado
  message: string
}

async function recibir({ db, params, body, quien }: Context<typeof contrato.recibir>) {
  const { rows } = await sql<{ r: Hecho }>`
    SELECT transferencias_recibir(${actsAs(quien)}::jsonb, ${params.id}, ${JSON.stringify(body)}::jsonb) AS r`.execute(
    db,
  )
  return (rows[0] as (typeof rows)[0]).r
}

async function rechazar({ db, params, body, quien }: Context<typeof contrato.rechazar>) {
  const { rows } = await sql<{ r: Hecho }>`
    SELECT transferencias_rechazar(${actsAs(quien)}::jsonb, ${params.id}, ${body.motivo}) AS r`.execute(
    db,
  )
  return (rows[0] as (typeof rows)[0]).r
}

async function anular({ db, params, body, quien }: Context<typeof contrato.anular>) {
  const anterior = tiene(quien, 'transferencias:anular-anterior')
  const { rows } = await sql<{ r: Hecho }>`
    SELECT transferencias_anular(${auditOf(quien)}::jsonb, ${params.id}, ${body.motivo}, ${anterior}) AS r`.execute(
    db,
  )
  return (rows[0] as (typeof rows)[0]).r
}

async function pagosOrdenes({ db, query, quien, cursores }: Context<typeof contrato.pagosOrdenes>) {
  const { cursor, limite = 50, ...filters } = query
  const bound = [quien.usuario_id, 'transferencias-ordenes', filters]
  const key = cursor ? (cursores.read(bound, cursor) as Key) : null
  const rows = await payouts(db, query, limite, key)
  return pageOf(rows, limite, ({ id }) => cursores.write(bound, [id]))
}

async function imprimir({ db, params }: Context<typeof contrato.imprimir>) {
  const row = await db
    .updateTable('transferencias')
    .set((e) => ({ impresiones: e('impresiones', '+', 1) }))
    .where('id', '=', params.id)
    .returning(['id', 'impresiones'])
    .executeTakeFirst()
  return required('esa transferencia')(row ?? null)
}

async function subirComprobante(c: Context<typeof contrato.subirComprobante>) {
  const { nombre } = c.query
  const file = await guardarAdjunto(c.db, c.quien, { tipo: c.tipo, nombre, contenido: c.body })
  const { id, tamano, sha256 } = file
  return { id, tamano, repetido: await repetido(c.db, sha256), message: 'Comprobante recibido.' }
}

async function adjuntarComprobante(c: Context<typeof contrato.adjuntarComprobante>) {
  const { rows } = await sql<{ r: { id: number; message: string } }>`
    SELECT transferencias_adjuntar(${auditOf(c.quien)}::jsonb, ${c.params.id}, ${c.tipo}, ${c.query.nombre},
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
    totales: ({ db, query, quien }) => totals(db, query, quien),
    obtener: ({ db, params, quien }) =>
      detail(db, params.id, quien, {
        ganancia: tiene(quien, 'ganancia:ver'),
        recibir: tiene(quien, 'transferencias:recibir'),
        ajenas: tiene(quien, 'transferencias:ajenas'),
      }).then(required('esa transferencia')),
    opciones: ({ db, quien }) => options(db, quien, tiene(quien, 'transferencias:ajenas')),
    mercado: ({ db, params }) => market(db, params.de, params.a),
    crear,
    recibir,
    rechazar,
    anular,
    imprimir,
    pagosOrdenes,
    subirComprobante,
    adjuntarComprobante,
    bajarComprobante: ({ db, params }) =>
      leerAdjunto(db, 'transferencias', params.id).then(required('ese comprobante')),
  },
  {
    transferencias_referencia: [
      'una transferencia desde esa cuenta con esa referencia',
      'referencia',
    ],
    transferencias_usuario_id_clave_key: ['una transferencia con esa clave', ''],
  },
)

import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { guardarAdjunto, leerAdjunto } from '../../server/adjuntos.ts'
import { area, type Context } from '../../server/area.ts'
import { callSql } from '../../server/db/db.ts'
import { anotarCopia, required } from '../../server/documento.ts'
import { paged } from '../../server/http/page.ts'
import { aportes } from './aportes.ts'
import type { Estado } from './contract/registro.ts'
import { contrato } from './contract.ts'
import { market, options } from './options.ts'
import { payouts } from './ordenes.ts'
import { detail, list, repetido, totals } from './queries.ts'

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['transferencias'], (limite, key) => list(c.query, c.quien, limite, key))

/** The actor for the SQL functions: the user, whose accounts he may use, his limit, and whether he sees cost. */
function actsAs(quien: Quien): string {
  return JSON.stringify({
    ...JSON.parse(auditOf(quien)),
    limite_usd: quien.limite_usd,
    ganancia: tiene(quien, 'ganancia:ver'),
  })
}

async function crear({ db, body, quien, clave }: Context<typeof contrato.crear>) {
  if (body.tipo === 'tercero' && !tiene(quien, 'transferencias:tercero')) {
    throw new DomainError('SIN_PERMISO', { permiso: 'transferencias:tercero' })
  }
  return callSql<{
    id: number
    numero: string
    estado: Estado
    monto: string
    recibido: string | null
    message: string
  }>(
    db,
    sql`transferencias_registrar(${actsAs(quien)}::jsonb, ${clave}, ${JSON.stringify(body)}::jsonb)`,
  )
}

interface Hecho {
  id: number
  estado: Estado
  message: string
}

async function recibir({ db, params, body, quien }: Context<typeof contrato.recibir>) {
  return callSql<Hecho>(
    db,
    sql`transferencias_recibir(${actsAs(quien)}::jsonb, ${params.id}, ${JSON.stringify(body)}::jsonb)`,
  )
}

async function resolver({ db, params, body, quien }: Context<typeof contrato.resolver>) {
  return callSql<Hecho>(
    db,
    sql`transferencias_resolver(${actsAs(quien)}::jsonb, ${params.id}, ${JSON.stringify(body)}::jsonb)`,
  )
}

async function rechazar({ db, params, body, quien }: Context<typeof contrato.rechazar>) {
  return callSql<Hecho>(
    db,
    sql`transferencias_rechazar(${actsAs(quien)}::jsonb, ${params.id}, ${body.motivo})`,
  )
}

async function anular({ db, params, body, quien }: Context<typeof contrato.anular>) {
  const anterior = tiene(quien, 'transferencias:anular-anterior')
  return callSql<Hecho>(
    db,
    sql`transferencias_anular(${auditOf(quien)}::jsonb, ${params.id}, ${body.motivo}, ${anterior})`,
  )
}

const pagosOrdenes = (c: Context<typeof contrato.pagosOrdenes>) =>
  paged(c, ['transferencias-ordenes'], (limite, key) => payouts(c.query, limite, key))

async function imprimir(context: Context<typeof contrato.imprimir>) {
  const { db, params } = context
  const row = await db
    .updateTable('transferencias')
    .set((e) => ({ impresiones: e('impresiones', '+', 1) }))
    .where('id', '=', params.id)
    .returning(['id', 'numero', 'impresiones'])
    .executeTakeFirst()
  const { numero, ...hecha } = required('esa transferencia')(row ?? null)
  await anotarCopia(context, 'transferencias', numero, hecha)
  return hecha
}

async function subirComprobante(c: Context<typeof contrato.subirComprobante>) {
  const { nombre } = c.query
  const file = await guardarAdjunto(c.db, c.quien, { tipo: c.tipo, nombre, contenido: c.body })
  const { id, tamano, sha256 } = file
  return { id, tamano, repetido: await repetido(c.db, sha256), message: 'Comprobante recibido.' }
}

async function adjuntarComprobante(c: Context<typeof contrato.adjuntarComprobante>) {
  return callSql<{ id: number; message: string }>(
    c.db,
    sql`transferencias_adjuntar(${auditOf(c.quien)}::jsonb, ${c.params.id}, ${c.tipo}, ${c.query.nombre},
                                   ${c.body})`,
  )
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
        resolver: tiene(quien, 'transferencias:resolver'),
        ajenas: tiene(quien, 'cuentas:ajenas'),
      }).then(required('esa transferencia')),
    opciones: ({ db, quien }) => options(db, quien, tiene(quien, 'cuentas:ajenas')),
    mercado: ({ db, params }) => market(db, params.de, params.a),
    crear,
    recibir,
    resolver,
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
  aportes,
)

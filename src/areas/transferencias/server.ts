import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { actor, auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { guardarAdjunto, leerAdjunto } from '../../server/adjuntos.ts'
import { area, type Context } from '../../server/area.ts'
import { callSql } from '../../server/db/db.ts'
import { anotarCopia, required } from '../../server/documento.ts'
import { paged } from '../../server/http/page.ts'
import { enSuLista } from '../../server/http/respuesta/hallar.ts'
import { operaciones } from '../../server/operacion.ts'
import { aportes } from './aportes.ts'
import type { Estado } from './contract/registro.ts'
import { contrato } from './contract.ts'
import { market, options } from './options.ts'
import { payouts } from './ordenes.ts'
import { detail, list, repetido, totals } from './queries.ts'

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['transferencias'], (limite, key) => list(c.query, c.quien, limite, key))

/** The actor for the SQL functions: the user, whose accounts he may use, his limit, and whether he sees cost. */
function actsAs(quien: Quien): Record<string, unknown> {
  const { limite_usd } = quien
  return { ...actor(quien), limite_usd, ganancia: tiene(quien, 'ganancia:ver') }
}

const operar = operaciones()

interface Hecho {
  id: number
  estado: Estado
  message: string
}

async function crear(c: Context<typeof contrato.crear>) {
  if (c.body.tipo === 'tercero' && !tiene(c.quien, 'transferencias:tercero')) {
    throw new DomainError('SIN_PERMISO', { permiso: 'transferencias:tercero' })
  }
  return operar<Hecho & { numero: string; monto: string; recibido: string | null }>(
    c,
    'transferencias_registrar',
    actsAs(c.quien),
    c.body,
  )
}

type Movida = Context<typeof contrato.recibir | typeof contrato.resolver | typeof contrato.rechazar>

const mover = (accion: string) => ({
  directo: (c: Movida) => operar<Hecho>(c, accion, actsAs(c.quien), c.body, c.params.id),
})

function anular(c: Context<typeof contrato.anular>) {
  const anterior = tiene(c.quien, 'transferencias:anular-anterior')
  const p = { ...c.body, anterior }
  return operar<Hecho>(c, 'transferencias_anular', actor(c.quien), p, c.params.id)
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
      }).then(required('esa transferencia')),
    opciones: ({ db, quien }) => options(db, quien),
    mercado: ({ db, params }) => market(db, params.de, params.a),
    crear: { directo: crear },
    recibir: mover('transferencias_recibir'),
    resolver: mover('transferencias_resolver'),
    rechazar: mover('transferencias_rechazar'),
    anular: { directo: anular },
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
  { ...aportes, halla: { transferencias: enSuLista(contrato.listar, listar) } },
)

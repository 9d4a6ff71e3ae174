import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { actor, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { guardarAdjunto, leerAdjunto } from '../../server/adjuntos.ts'
import { area, type Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { anotarCopia, papelDe } from '../../server/documento.ts'
import { paged } from '../../server/http/page.ts'
import { enSuLista } from '../../server/http/respuesta/hallar.ts'
import { operaciones } from '../../server/operacion.ts'
import { conCodigo, firmada } from '../../server/papel.ts'
import { aportes } from './aportes.ts'
import { contrato } from './contract.ts'
import { creditos } from './queries/creditos.ts'
import { declaration } from './queries/declaracion.ts'
import { detail } from './queries/detalle.ts'
import { options, proposal, quote } from './queries/opciones.ts'
import { armar, leerPapel } from './queries/papel.ts'
import { board, list } from './queries.ts'
import type { Estado } from './rules.ts'

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['ordenes'], (limite, key) => list(c.query, limite, key, c.quien))

/** The actor for the SQL functions: the user and what he may do. */
function mover(quien: Quien): Record<string, unknown> {
  return {
    ...actor(quien),
    limite_usd: quien.limite_usd,
    vencida: tiene(quien, 'tipos-cambios:vencida'),
    cobrar: tiene(quien, 'ordenes:cobrar'),
    devolver: tiene(quien, 'ordenes:devolver'),
  }
}

interface Hecho {
  id: number
  estado: Estado
  message: string
}

/** Runs the SQL function of an action, which does everything; its answer is the route's. */
async function move<T = Hecho>(db: Db, call: RawBuilder<unknown>): Promise<T> {
  const { rows } = await sql<{ r: T }>`SELECT ${call} AS r`.execute(db)
  return (rows[0] as { r: T }).r
}

/** What posts goes in sets with the other requests of orders. */
const operar = operaciones()

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
const como = (quien: Quien) => json(mover(quien))

interface Creada extends Hecho {
  numero: string
  envia: string
  recibe: string
  vence_en: string
}

async function subir(c: Context<typeof contrato.subirComprobante>) {
  const { nombre } = c.query
  const { id, tamano, sha256 } = await guardarAdjunto(c.db, c.quien, {
    tipo: c.tipo,
    nombre,
    contenido: c.body,
  })
  const { rows } = await sql<{ id: number; numero: string }>`
    SELECT o.id, o.numero FROM adjuntos a
    JOIN adjuntos_usos u ON u.adjunto_id = a.id AND u.origen LIKE 'ordenes-%' JOIN ordenes o ON o.id = u.origen_id
    WHERE a.sha256 = decode(${sha256}, 'hex') ORDER BY o.id DESC LIMIT 1`.execute(c.db)
  return { id, tamano, repetido: rows[0] ?? null, message: 'Comprobante recibido.' }
}

function adjuntar(origen: 'ordenes-cobros' | 'ordenes-pagos') {
  return (c: Context<typeof contrato.adjuntarCobro>) =>
    move<{ id: number; message: string }>(
      c.db,
      sql`ordenes_adjuntar(${como(c.quien)}, ${origen}, ${c.params.id}, ${c.params.linea_id}, ${c.tipo}, ${c.query.nombre},
                           ${c.body})`,
    )
}

async function bajar({ db, params }: Context<typeof contrato.bajarComprobante>) {
  const found =
    (await leerAdjunto(db, 'ordenes-cobros', params.id)) ??
    (await leerAdjunto(db, 'ordenes-pagos', params.id)) ??
    (await leerAdjunto(db, 'ordenes-devoluciones', params.id))
  return required('ese comprobante')(found)
}

async function imprimir(context: Context<typeof contrato.imprimir>) {
  const { db, params, body } = context
  const column = body.papel === 'declaracion' ? 'impresiones_declaracion' : 'impresiones'
  const row = await db
    .updateTable('ordenes')
    .set((e) => ({ [column]: e(column, '+', 1) }))
    .where('id', '=', params.id)
    .returning(['id', 'numero', `${column} as impresiones`])
    .executeTakeFirst()
  const { numero, ...hecha } = required('esa orden')(row ?? null)
  await anotarCopia(context, 'ordenes', papelDe(body.papel, numero), hecha)
  return hecha
}

/** The row that was found. @throws DomainError NO_EXISTE when there is none */
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
    resumen: ({ db, query }) => board(db, query),
    obtener: (c) =>
      detail(c.db, c.params.id, c.quien)
        .then((row) => firmada(c.afuera, armar, row))
        .then(required('esa orden')),
    opciones: ({ db, quien }) => options(db, quien),
    saldosDe: ({ db, params, quien }) => {
      // Who registers orders need not see clients: what one has in his favour is his page's.
      if (!tiene(quien, 'clientes:ver'))
        throw new DomainError('SIN_PERMISO', { permiso: 'clientes:ver' })
      return creditos(db, params.id)
    },
    cotizar: ({ db, query, quien }) => quote(db, query, tiene(quien, 'ganancia:ver')),
    propuesta: ({ db, params, quien }) =>
      proposal(db, params.id, quien).then(required('esa orden')),
    imprimir,
    declaracion: (c) =>
      declaration(c.db, c.params.id)
        .then((row) => conCodigo(c, leerPapel, row))
        .then(required('esa declaración')),
    crear: { directo: (c) => operar<Creada>(c, 'ordenes_crear', mover(c.quien), c.body) },
    registrarCobro: {
      directo: (c) =>
        operar<Hecho & { cobro_id: number }>(
          c,
          'ordenes_cobrar',
          mover(c.quien),
          c.body,
          c.params.id,
        ),
    },
    verificar: {
      directo: (c) => operar(c, 'ordenes_verificar', mover(c.quien), c.body, c.params.id),
    },
    rechazar: ({ db, params, body, quien }) =>
      move(
        db,
        sql`ordenes_rechazar(${como(quien)}, ${params.id}, ${body.cobro_id}, ${body.motivo})`,
      ),
    recotizar: ({ db, params, body, quien }) =>
      move<Hecho & { envia: string; recibe: string }>(
        db,
        sql`ordenes_recotizar(${como(quien)}, ${params.id}, ${json(body)})`,
      ),
    cambiarBeneficiario: ({ db, params, body, quien }) =>
      move(
        db,
        sql`ordenes_beneficiar(${como(quien)}, ${params.id}, ${body.beneficiario_id}, ${body.motivo})`,
      ),
    tomar: ({ db, params, body, quien }) =>
      move(db, sql`ordenes_tomar(${como(quien)}, ${params.id}, ${body.relevar})`),
    soltar: ({ db, params, body, quien }) =>
      move(db, sql`ordenes_soltar(${como(quien)}, ${params.id}, ${body.nota})`),
    pagar: {
      directo: (c) =>
        operar<Hecho & { pago_id: number }>(
          c,
          'ordenes_pagar',
          mover(c.quien),
          c.body,
          c.params.id,
        ),
    },
    rebotar: {
      directo: (c) => operar(c, 'ordenes_rebotar', mover(c.quien), c.body, c.params.id),
    },
    observar: ({ db, params, body, quien }) =>
      move(db, sql`ordenes_observar(${como(quien)}, ${params.id}, ${body.motivo}, ${body.nota})`),
    resolver: ({ db, params, body, quien }) =>
      move(db, sql`ordenes_resolver(${como(quien)}, ${params.id}, ${body.nota})`),
    anular: {
      directo: (c) => operar(c, 'ordenes_anular', mover(c.quien), c.body, c.params.id),
    },
    devolver: {
      directo: (c) =>
        operar<Hecho & { devolucion_id: number }>(
          c,
          'ordenes_devolver',
          mover(c.quien),
          c.body,
          c.params.id,
        ),
    },
    usarSaldo: {
      directo: (c) =>
        operar<Hecho & { cobro_id: number }>(
          c,
          'ordenes_usar_saldo',
          mover(c.quien),
          c.body,
          c.params.id,
        ),
    },
    anularDevolucion: {
      directo: (c) => operar(c, 'ordenes_devolucion_anular', mover(c.quien), c.body, c.params.id),
    },
    subirDevolucion: subir,
    subirComprobante: subir,
    subirVoucher: subir,
    adjuntarCobro: adjuntar('ordenes-cobros'),
    adjuntarPago: adjuntar('ordenes-pagos'),
    bajarComprobante: bajar,
  },
  {
    ordenes_usuario_id_clave_key: ['una orden con esa clave', ''],
  },
  { ...aportes, halla: { ordenes: enSuLista(contrato.listar, listar) } },
)

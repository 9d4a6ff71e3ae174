import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { area, type Context } from '../../server/area.ts'
import { pageOf } from '../../server/page.ts'
import { auditOf, type Quien, tiene } from '../../server/sesion.ts'
import { contrato } from './contract.ts'
import { groups, type Key, list, options, totals } from './queries.ts'
import { accounts, settlement, settlements } from './queries-liquidaciones.ts'
import { rule, rules, users } from './queries-reglas.ts'

/** Whose commissions alone are shown; null: everybody's. */
function soloDe(quien: Quien): string | null {
  return tiene(quien, 'comisiones:ver-todas') ? null : `u${quien.usuario_id}`
}

async function listar({ db, query, quien, cursores }: Context<typeof contrato.listar>) {
  const { cursor, limite = 50, ...filters } = query
  const bound = [quien.usuario_id, 'comisiones', filters]
  const key = cursor ? (cursores.read(bound, cursor) as Key) : null
  const see = { solo: soloDe(quien), ganancia: tiene(quien, 'ganancia:ver') }
  const rows = await list(db, query, limite, key, see)
  return pageOf(rows, limite, ({ id }) => cursores.write(bound, [id]))
}

async function liquidaciones(c: Context<typeof contrato.liquidaciones>) {
  const { cursor, limite = 50, ...filters } = c.query
  const bound = [c.quien.usuario_id, 'comisiones-liquidaciones', filters]
  const key = cursor ? (c.cursores.read(bound, cursor) as Key) : null
  const rows = await settlements(c.db, c.query, limite, key, soloDe(c.quien))
  return pageOf(rows, limite, ({ id }) => c.cursores.write(bound, [id]))
}

/** Rules as the asker may see them: whoever neither makes rules nor sees all commissions, those he earns by. */
function reglasDe({ db, query, quien }: Context<typeof contrato.reglas>) {
  const all = tiene(quien, 'comisiones:reglas') || tiene(quien, 'comisiones:ver-todas')
  const own = `u${quien.usuario_id}`
  if (!all && query.beneficiario && query.beneficiario !== own) return Promise.resolve([])
  return rules(db, all ? (query.beneficiario ?? null) : own)
}

/** One call of an SQL function that does it all and answers JSON. */
async function calling<T>(db: Context['db'], call: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await sql<{ r: T }>`SELECT ${call} AS r`.execute(db)
  return (rows[0] as { r: T }).r
}

interface Guardada {
  id: number
  edicion: number
}

async function crearRegla({ db, body, quien }: Context<typeof contrato.crearRegla>) {
  const saved = await calling<Guardada>(
    db,
    sql`comisiones_regla_guardar(${auditOf(quien)}::jsonb, NULL, ${JSON.stringify(body)}::jsonb)`,
  )
  return { ...saved, message: 'Regla creada.' }
}

async function editarRegla({ db, params, body, quien }: Context<typeof contrato.editarRegla>) {
  const actual = await rule(db, params.id)
  // Refused again under the lock, where what is stored cannot be told any more.
  if (actual && actual.version !== body.version) {
    throw new DomainError('VERSION', { version: actual.version, actual })
  }
  const saved = await calling<Guardada>(
    db,
    sql`comisiones_regla_guardar(${auditOf(quien)}::jsonb, ${params.id}, ${JSON.stringify(body)}::jsonb)`,
  )
  const message =
    saved.id === params.id ? 'Regla actualizada.' : `Versión ${saved.edicion} de la regla creada.`
  return { ...saved, message }
}

async function terminarRegla({ db, params, body, quien }: Context<typeof contrato.terminarRegla>) {
  const done = await calling<{ id: number; retirada: boolean }>(
    db,
    sql`comisiones_regla_terminar(${auditOf(quien)}::jsonb, ${params.id}, ${body.version}, ${body.hasta})`,
  )
  return { ...done, message: done.retirada ? 'Regla retirada.' : 'Regla terminada.' }
}

interface Liquidada {
  id: number
  numero: string
  total: string
  filas: number
  message: string
}

const liquidar = ({ db, body, quien }: Context<typeof contrato.liquidar>) =>
  calling<Liquidada>(db, sql`comisiones_liquidar(${auditOf(quien)}::jsonb, ${body.ids}::bigint[])`)

const pagar = ({ db, params, body, quien }: Context<typeof contrato.pagar>) =>
  calling<{ id: number; estado: 'pagada'; message: string }>(
    db,
    sql`comisiones_pagar(${auditOf(quien)}::jsonb, ${params.id}, ${body.cuenta_id}, ${body.referencia})`,
  )

const anularLiquidacion = ({
  db,
  params,
  body,
  quien,
}: Context<typeof contrato.anularLiquidacion>) =>
  calling<{ id: number; estado: 'anulada'; message: string }>(
    db,
    sql`comisiones_liquidacion_anular(${auditOf(quien)}::jsonb, ${params.id}, ${body.motivo})`,
  )

/** What was looked for, or its refusal. */
function required(que: string) {
  return <T>(found: T | null): T => {
    if (found === null) throw new DomainError('NO_EXISTE', { que })
    return found
  }
}

export const servidor = area(contrato, {
  listar,
  totales: ({ db, query, quien }) => totals(db, query, soloDe(quien)),
  grupos: ({ db, query: { por = 'beneficiario', ...query }, quien }) =>
    groups(db, query, por, soloDe(quien)),
  opciones: ({ db, quien }) => options(db, soloDe(quien)),
  liquidar,
  liquidaciones,
  liquidacion: ({ db, params, quien }) =>
    settlement(db, params.id, soloDe(quien)).then(required('esa liquidación')),
  pagar,
  anularLiquidacion,
  cuentas: ({ db }) => accounts(db),
  reglas: reglasDe,
  regla: ({ db, params }) => rule(db, params.id).then(required('esa regla')),
  crearRegla,
  editarRegla,
  terminarRegla,
  usuarios: ({ db }) => users(db),
})

import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { callSql } from '../../server/db/db.ts'
import { required } from '../../server/documento.ts'
import { paged } from '../../server/http/page.ts'
import { enSuLista } from '../../server/http/respuesta/hallar.ts'
import { aportes } from './aportes.ts'
import { contrato } from './contract.ts'
import { accounts, settlement, settlements } from './queries/liquidaciones.ts'
import { rule, rules, users } from './queries/reglas.ts'
import { groups, list, options, totals } from './queries.ts'

/** The only beneficiary whose commissions the user sees; null: all. */
function soloDe(quien: Quien): string | null {
  return tiene(quien, 'comisiones:ver-todas') ? null : `u${quien.usuario_id}`
}

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['comisiones'], (limite, key) =>
    list(c.query, limite, key, {
      solo: soloDe(c.quien),
      ganancia: tiene(c.quien, 'ganancia:ver'),
    }),
  )

const liquidaciones = (c: Context<typeof contrato.liquidaciones>) =>
  paged(c, ['comisiones-liquidaciones'], (limite, key) =>
    settlements(c.query, limite, key, soloDe(c.quien)),
  )

/**
 * The rules that the user may see: all if he manages rules or sees all commissions, otherwise those that apply to him.
 */
function reglasDe({ db, query, quien }: Context<typeof contrato.reglas>) {
  const all = tiene(quien, 'comisiones:reglas') || tiene(quien, 'comisiones:ver-todas')
  const own = `u${quien.usuario_id}`
  if (!all && query.beneficiario && query.beneficiario !== own) return Promise.resolve([])
  return rules(db, all ? (query.beneficiario ?? null) : own)
}

interface Guardada {
  id: number
  edicion: number
}

async function crearRegla({ db, body, quien }: Context<typeof contrato.crearRegla>) {
  const saved = await callSql<Guardada>(
    db,
    sql`comisiones_regla_guardar(${auditOf(quien)}::jsonb, NULL, ${JSON.stringify(body)}::jsonb)`,
  )
  return { ...saved, message: 'Regla creada.' }
}

async function editarRegla({ db, params, body, quien }: Context<typeof contrato.editarRegla>) {
  const actual = await rule(db, params.id)
  // The SQL function checks the version again under the lock, but its refusal cannot carry the stored values.
  if (actual && actual.version !== body.version) {
    throw new DomainError('VERSION', { version: actual.version, actual })
  }
  const saved = await callSql<Guardada>(
    db,
    sql`comisiones_regla_guardar(${auditOf(quien)}::jsonb, ${params.id}, ${JSON.stringify(body)}::jsonb)`,
  )
  const message =
    saved.id === params.id ? 'Regla actualizada.' : `Versión ${saved.edicion} de la regla creada.`
  return { ...saved, message }
}

async function terminarRegla({ db, params, body, quien }: Context<typeof contrato.terminarRegla>) {
  const done = await callSql<{ id: number; retirada: boolean }>(
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
  callSql<Liquidada>(db, sql`comisiones_liquidar(${auditOf(quien)}::jsonb, ${body.ids}::bigint[])`)

const pagar = ({ db, params, body, quien }: Context<typeof contrato.pagar>) =>
  callSql<{ id: number; estado: 'pagada'; message: string }>(
    db,
    sql`comisiones_pagar(${auditOf(quien)}::jsonb, ${params.id}, ${body.cuenta_id}, ${body.referencia})`,
  )

const anularLiquidacion = ({
  db,
  params,
  body,
  quien,
}: Context<typeof contrato.anularLiquidacion>) =>
  callSql<{ id: number; estado: 'anulada'; message: string }>(
    db,
    sql`comisiones_liquidacion_anular(${auditOf(quien)}::jsonb, ${params.id}, ${body.motivo})`,
  )

export const servidor = area(
  contrato,
  {
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
    cuentas: ({ db, quien }) => accounts(db, quien),
    reglas: reglasDe,
    regla: ({ db, params }) => rule(db, params.id).then(required('esa regla')),
    crearRegla,
    editarRegla,
    terminarRegla,
    usuarios: ({ db }) => users(db),
  },
  {},
  { ...aportes, halla: { liquidaciones: enSuLista(contrato.liquidaciones, liquidaciones) } },
)

import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { exigirSinConteo } from '../../server/acceso/conteo.ts'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { callSql, type Db } from '../../server/db/db.ts'
import { anotarCopia } from '../../server/documento.ts'
import { paged, pagedBy } from '../../server/http/page.ts'
import { leerFilas } from '../../server/http/respuesta/escrita.ts'
import { enSuLista } from '../../server/http/respuesta/hallar.ts'
import { sucursalPedida } from '../../server/sucursales.ts'
import { aportes } from './aportes.ts'
import { contrato } from './contract.ts'
import { enCaja } from './queries/en-caja.ts'
import {
  cuentasArqueo,
  listArqueos,
  listDiferencias,
  listTurnos,
  miCaja,
  turno,
} from './queries/turnos.ts'
import { dia, type KeyDia, listDias } from './queries.ts'
import { resumenVisible } from './rules.ts'

interface Hecho {
  id: number
  message: string
}

/** Calls one of the SQL functions that do the whole step: rules, ledger, document, audit. */
async function hacer<T = Hecho>(
  db: Db,
  quien: Quien,
  funcion: string,
  ...args: readonly RawBuilder<unknown>[]
): Promise<T> {
  const all = sql.join([sql`${auditOf(quien)}::jsonb`, ...args])
  return callSql(db, sql`${sql.ref(funcion)}(${all})`)
}

/** What closes and reopens a day: the house's, and a branch's. */
const DEL_DIA = {
  cerrar: ['cierres_cerrar', 'cierres_sucursal_cerrar'],
  reabrir: ['cierres_reabrir', 'cierres_sucursal_reabrir'],
} as const

function delDia<T = { fecha: string; version: number; message: string }>(
  db: Db,
  quien: Quien,
  paso: keyof typeof DEL_DIA,
  pedida: number | null,
  args: readonly RawBuilder<unknown>[],
): Promise<T> {
  const sucursal = sucursalPedida(quien, pedida)
  return sucursal === null
    ? hacer<T>(db, quien, DEL_DIA[paso][0], ...args)
    : hacer<T>(db, quien, DEL_DIA[paso][1], sql`${sucursal}::int`, ...args)
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

function listar(c: Context<typeof contrato.listar>) {
  const sucursal = sucursalPedida(c.quien, c.query.sucursal_id)
  const ganancia = tiene(c.quien, 'ganancia:ver') && sucursal === null
  return pagedBy(
    c,
    ['cierres'],
    (limite, key: KeyDia | null) => listDias(c.query, limite, key, ganancia, sucursal),
    ['fecha'],
  )
}

async function unDia({ db, params, query, quien }: Context<typeof contrato.dia>) {
  const sucursal = sucursalPedida(quien, query.sucursal_id)
  // The summary has every balance; that of a day that is over tells nothing of the count.
  await exigirSinConteo(db, quien)
  const lector = { usuario_id: quien.usuario_id, sucursal }
  const found = await dia(db, lector, params.fecha, query.version)
  if (!found) throw new DomainError('NO_EXISTE', { que: 'ese cierre' })
  return { ...found, resumen: resumenVisible(found.resumen, tiene(quien, 'ganancia:ver')) }
}

async function obtenerTurno({ db, params, quien }: Context<typeof contrato.obtenerTurno>) {
  const found = await turno(db, quien, params.id, tiene(quien, 'cierres:aprobar'))
  if (!found) throw new DomainError('NO_EXISTE', { que: 'ese turno' })
  return found
}

/** Users who may see the turn may print it: its cashier, and those who see all turns. */
async function imprimirTurno(context: Context<typeof contrato.imprimirTurno>) {
  const { db, params, quien } = context
  const row = await db
    .updateTable('turnos')
    .set((e) => ({ impresiones: e('impresiones', '+', 1) }))
    .where('id', '=', params.id)
    .where('estado', 'in', ['cerrado', 'aprobado'])
    .$if(!tiene(quien, 'cierres:ver'), (q) => q.where('usuario_id', '=', quien.usuario_id))
    .returning(['id', 'numero', 'impresiones'])
    .executeTakeFirst()
  if (!row) throw new DomainError('NO_EXISTE', { que: 'ese turno cerrado' })
  const { numero, ...hecha } = row
  await anotarCopia(context, 'turnos', numero, hecha)
  return hecha
}

const lectorDe = (quien: Quien) => ({
  ...quien,
  aprueba: tiene(quien, 'cierres:aprobar'),
})

/** The answer has the count and no comparison, whoever counts. */
async function arquear({ db, body, quien }: Context<typeof contrato.arquear>) {
  const { motivo, ...conteo } = body
  const made = await hacer(
    db,
    quien,
    'arqueos_registrar',
    sql`${conteo.cuenta_id}`,
    json(conteo),
    sql`${motivo}`,
  )
  const [arqueo] = await leerFilas(db, listArqueos(lectorDe(quien), { id: made.id }, 1, null))
  if (!arqueo) throw new DomainError('NO_EXISTE', { que: 'ese arqueo' })
  return { ...made, arqueo }
}

const id = ({ params }: { params: { id: number } }) => sql`${params.id}`

const listarTurnos = (c: Context<typeof contrato.listarTurnos>) =>
  paged(c, ['turnos'], (limite, key) => listTurnos(c.quien, c.query, limite, key))

export const servidor = area(
  contrato,
  {
    listar,
    dia: unDia,
    cerrar: ({ db, body, quien }) =>
      delDia(db, quien, 'cerrar', body.sucursal_id, [
        sql`${body.fecha}::date`,
        sql`${body.confirmo}::boolean`,
      ]),
    reabrir: ({ db, params, body, quien }) =>
      delDia(db, quien, 'reabrir', body.sucursal_id, [
        sql`${params.fecha}::date`,
        sql`${body.motivo}`,
      ]),
    miCaja: ({ db, quien }) => miCaja(db, quien),
    enCaja: ({ db, params, quien }) => enCaja(db, quien.usuario_id, params.id),
    listarTurnos,
    diferencias: (c) =>
      paged(c, ['diferencias'], (limite, key) => listDiferencias(c.quien, c.query, limite, key)),
    obtenerTurno,
    abrir: ({ db, body, quien }) => hacer(db, quien, 'turnos_abrir', json(body.conteos)),
    contar: (c) => hacer(c.db, c.quien, 'turnos_contar', id(c), sql`false`),
    seguir: (c) => hacer(c.db, c.quien, 'turnos_contar', id(c), sql`true`),
    guardarConteo: (c) => hacer(c.db, c.quien, 'turnos_conteo', id(c), json(c.body.conteos)),
    cerrarTurno: (c) => hacer(c.db, c.quien, 'turnos_cerrar', id(c), sql`${c.body.motivo}`),
    aprobar: (c) =>
      hacer(c.db, c.quien, 'turnos_aprobar', id(c), sql`${c.body.cargo}`, sql`${c.body.nota}`),
    devolver: (c) => hacer(c.db, c.quien, 'turnos_devolver', id(c), sql`${c.body.nota}`),
    imprimirTurno,
    listarArqueos: (c) =>
      paged(c, ['arqueos'], (limite, key) => listArqueos(lectorDe(c.quien), c.query, limite, key)),
    cuentasArqueo: ({ db }) => cuentasArqueo(db),
    arquear,
  },
  { turnos_uno_por_usuario: ['un turno abierto en esta caja', ''] },
  { ...aportes, halla: { turnos: enSuLista(contrato.listarTurnos, listarTurnos) } },
)

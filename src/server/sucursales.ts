import { type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '../core/contract.ts'
import { DomainError } from '../core/errors.ts'
import type { Permiso } from '../core/permisos.ts'
import type { Quien } from './acceso/sesion.ts'
import type { Fila } from './aportes.ts'
import type { PorSucursal } from './db/db.ts'

/** Of who asks, what says what he sees of branches. */
export type Vista = Pick<Quien, 'usuario_id' | 'permisos' | 'sucursal_id' | 'sucursales'>

/**
 * What shows or does something of the whole house at once: in a house with several branches nobody holds it who may not
 * see every branch.
 */
export const DE_LA_CASA: readonly string[] = [
  'posiciones:ver',
  'telegram:ver',
  'telegram:activar',
  'telegram:editar',
  'webhooks:ver',
  'webhooks:editar',
  'auditoria:ver',
  'auditoria:exportar',
  'reportes:ro',
  'reportes:excepciones',
  'libro:ver',
  'libro:exportar',
] satisfies readonly Permiso[]

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** The conditions on documents of the branch that was asked for; a transfer has two. */
export function enSucursal(
  columns: readonly string[],
  { sucursal_id }: { sucursal_id?: number | undefined },
): RawBuilder<boolean>[] {
  return sucursal_id === undefined ? [] : [sql<boolean>`${sucursal_id} IN (${refs(columns)})`]
}

/**
 * What is of the whole house at once is for who sees every branch of it.
 * @throws DomainError SIN_PERMISO
 */
export function exigirTodas({ ve }: Pick<Quien, 've'>): void {
  if (ve) throw new DomainError('SIN_PERMISO', { permiso: 'sucursales:todas' })
}

/**
 * The branch whose part of something is asked for; null: the whole house's. Whoever does not see every branch has his
 * own, and no other.
 * @throws DomainError NO_EXISTE, SIN_SUCURSAL
 */
export function sucursalPedida(
  { ve, sucursal_id, sucursales }: Pick<Quien, 've' | 'sucursal_id' | 'sucursales'>,
  pedida: number | null | undefined,
): number | null {
  if (ve && sucursal_id === null) throw new DomainError('SIN_SUCURSAL')
  const suyas = ve ? [sucursal_id] : sucursales.map(({ id }) => id)
  if (pedida && !suyas.includes(pedida)) throw new DomainError('NO_EXISTE', { que: 'esa sucursal' })
  return pedida ?? (ve ? sucursal_id : null)
}

/** The name of the branch in that column. */
export const nombreSucursal = (column: string) =>
  sql<string | null>`(SELECT s.nombre FROM sucursales s WHERE s.id = ${sql.ref(column)})`

/**
 * The column with the branch of a row, or with both of what leaves one for another, to follow other columns. A house
 * without branches to tell apart does not see it.
 */
export function sucursalDe({ sucursales }: Vista, column: string, otra?: string) {
  if (sucursales.length === 0) return sql``
  if (!otra) return sql`, ${nombreSucursal(column)} AS sucursal`
  return sql`, CASE WHEN ${sql.ref(column)} IS NOT DISTINCT FROM ${sql.ref(otra)} THEN ${nombreSucursal(column)}
    ELSE concat_ws(' → ', ${nombreSucursal(column)}, ${nombreSucursal(otra)}) END AS sucursal`
}

/** The ids that a call acts on: that of its path, or those in its body; both where `start` names the path's. */
function idsDe({ cuerpo }: Fila, start: string, params: unknown, body: unknown): number[] {
  const given = cuerpo ? (body as Record<string, unknown> | null)?.[cuerpo] : []
  const id = !cuerpo || start.includes(':id') ? (params as { id?: unknown }).id : []
  return [id, given].flat().filter((each) => typeof each === 'number')
}

/**
 * Refuses a call that acts on a row of another branch. Calls that only read are answered from what their user
 * sees; what acts is judged by the whole house, so that here is where it is asked. `filas`: which table the ids of a call
 * are of, by its whole path, or by the beginning of the path before `:id`; the longest counts.
 */
export function vistaDe(ramas: PorSucursal, filas: Readonly<Record<string, Fila>>) {
  const known = Object.keys(filas).toSorted((a, b) => b.length - a.length)
  return async (
    { method, path }: Endpoint,
    params: unknown,
    body: unknown,
    quien: Quien | undefined,
  ): Promise<void> => {
    if (!quien?.ve || method === 'GET') return
    const start = known.find((one) => path === one || path.startsWith(`${one}/`))
    const fila = start && filas[start]
    const ids = fila ? idsDe(fila, start, params, body) : []
    if (!fila || ids.length === 0) return
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM ${sql.table(fila.tabla)} WHERE id = ANY (${ids}) AND ${sql.raw(fila.si ?? 'true')}`.execute(
      ramas.de(quien.ve),
    )
    if (rows[0]?.n !== new Set(ids).size) throw new DomainError('NO_EXISTE', { que: fila.que })
  }
}

import { type RawBuilder, sql } from 'kysely'
import type { Quien } from './acceso/sesion.ts'

/** Of who asks, what says what he sees of branches. */
export type Vista = Pick<Quien, 'usuario_id' | 'permisos' | 'sucursal_id' | 'sucursales'>

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** The conditions on documents of the branch that was asked for; a transfer has two. */
export function enSucursal(
  columns: readonly string[],
  { sucursal_id }: { sucursal_id?: number | undefined },
): RawBuilder<boolean>[] {
  return sucursal_id === undefined ? [] : [sql<boolean>`${sucursal_id} IN (${refs(columns)})`]
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

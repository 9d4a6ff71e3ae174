import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../server/db/db.ts'
import { rango } from '../../../server/dias.ts'
import { repeatPortions, type Watch } from '../../../server/proceso/jobs.ts'
import type { contrato } from '../contract.ts'
import { filtered } from '../queries.ts'

type Filtros = z.output<typeof contrato.totales.query>

/** The filtered operations, as rows that add up to them. */
function filas(db: Db, f: Filtros) {
  const { desde, hasta, estado, cliente_id, buscar, tipo, divisa_id, usuario_id, sucursal_id } = f
  // Few operations, read one by one.
  if (cliente_id || buscar || estado === 'pendiente' || estado === 'anulada')
    return sql`${filtered(db, f)
      .where('o.estado', '<>', 'anulada')
      .select(['o.divisa_id', 'o.tipo', 'o.monto', 'o.contravalor', 'o.ganancia'])
      .select(sql.lit(1).as('operaciones'))}`
  return sql`(
    SELECT * FROM compras_ventas_sumadas(${rango(desde, hasta)}, ${estado === 'completada'}) s
    WHERE ${tipo ? sql`s.tipo = ${tipo}` : sql`true`} AND ${divisa_id ? sql`s.divisa_id = ${divisa_id}` : sql`true`}
      AND ${usuario_id ? sql`s.usuario_id = ${usuario_id}` : sql`true`}
      AND ${sucursal_id ? sql`s.sucursal_id = ${sucursal_id}` : sql`true`})`
}

/** Bought, sold and weighted average rates per currency of the filtered operations; annulled ones do not count. */
export async function totals(db: Db, f: Filtros, ganancia: boolean) {
  const sum = (column: string, tipo: string) =>
    sql`coalesce(sum(${sql.ref(`o.${column}`)}) FILTER (WHERE o.tipo = ${sql.lit(tipo)}), 0)`
  const amount = (tipo: string) => sql`round(${sum('monto', tipo)}, max(d.decimales))::text`
  const average = (tipo: string) =>
    sql`round(${sum('contravalor', tipo)} / nullif(${sum('monto', tipo)}, 0), 4)::text`
  type Total = z.output<typeof contrato.totales.response>[number]
  const { rows } = await sql<Total>`
    SELECT o.divisa_id, ${amount('compra')} AS comprado, ${amount('venta')} AS vendido,
           ${average('compra')} AS promedio_compra, ${average('venta')} AS promedio_venta,
           sum(o.operaciones)::int AS operaciones
           ${ganancia ? sql`, round(sum(o.ganancia), 2)::text AS ganancia` : sql``}
    FROM ${filas(db, f)} o JOIN monedas d ON d.id = o.divisa_id
    GROUP BY o.divisa_id HAVING sum(o.operaciones) <> 0 ORDER BY o.divisa_id`.execute(db)
  return rows
}

const EVERY_MS = 60_000
/** Most days that one run keeps. */
export const PASADA = 31

/** Keeps what the operations of past days add up to, of those that are not kept yet; returns how many. */
export async function keepDays(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`SELECT compras_ventas_guardar_dias(${PASADA}) AS n`.execute(db)
  return rows[0]?.n ?? 0
}

/** The job that does so, soon after the ledger has kept them. */
export const startDias = (db: Db, watch: Watch) =>
  repeatPortions(EVERY_MS, async () => (await keepDays(db)) >= PASADA, watch)

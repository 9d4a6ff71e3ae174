import { sql } from 'kysely'
import { decimal, suma, texto } from '../../../core/dinero/decimal.ts'
import type { Db } from '../../../server/db/db.ts'
import type { FilaPosicion, Posicion } from '../contract/posicion.ts'
import type { Comparacion, Rango } from '../rules.ts'

/**
 * Each position from the opening of the first day to the close of the last; for one currency, day by day. Computed
 * backwards from the present ledger in the same snapshot, so that it does not add up all days since the house's first.
 */
export async function position(
  db: Db,
  { desde, hasta }: Rango,
  moneda_id: number | undefined,
  ganancia: boolean,
): Promise<Omit<Posicion, keyof Comparacion>> {
  const cost = ganancia
    ? sql`, round(t.k, 2)::text AS costo, round(t.k / nullif(t.cierre, 0), 6)::text AS promedio`
    : sql``
  // One row for the whole period, unless a currency was chosen.
  const fecha = moneda_id === undefined ? sql`NULL::date` : sql`x.fecha`
  const amount = (name: string) =>
    sql`round(${sql.ref(`t.${name}`)}, m.decimales)::text AS ${sql.ref(name)}`
  const { rows } = await sql<FilaPosicion>`
    WITH despues AS (
      SELECT x.moneda_id, sum(x.comprado - x.vendido + x.ordenes + x.transferencias + x.otros) AS q, sum(x.costo) AS k
      FROM reportes_posicion_rango(${hasta}::date + 1, fecha_negocio(ahora())) x GROUP BY x.moneda_id),
    final AS (
      SELECT p.moneda_id, -q.saldo - coalesce(d.q, 0) AS q, k.saldo - coalesce(d.k, 0) AS k
      FROM posiciones p JOIN cuentas_contables q ON q.id = p.posicion_id JOIN cuentas_contables k ON k.id = p.contravalor_id
      LEFT JOIN despues d ON d.moneda_id = p.moneda_id
      ${moneda_id === undefined ? sql`` : sql`WHERE p.moneda_id = ${moneda_id}`}),
    d AS (
      SELECT x.moneda_id, ${fecha} AS fecha, sum(x.comprado) AS comprado, sum(x.vendido) AS vendido, sum(x.ordenes) AS ordenes,
             sum(x.transferencias) AS transferencias, sum(x.otros) AS otros, sum(x.costo) AS costo
      FROM reportes_posicion_rango(${desde}::date, ${hasta}::date) x GROUP BY 1, 2),
    t AS (
      -- Movements of later days of the period are subtracted from its close.
      SELECT f.moneda_id, d.fecha, coalesce(d.comprado, 0) AS comprado, coalesce(d.vendido, 0) AS vendido,
             coalesce(d.ordenes, 0) AS ordenes, coalesce(d.transferencias, 0) AS transferencias, coalesce(d.otros, 0) AS otros,
             f.q - coalesce(sum(d.comprado - d.vendido + d.ordenes + d.transferencias + d.otros) OVER luego, 0) AS cierre,
             f.k - coalesce(sum(d.costo) OVER luego, 0) AS k
      FROM final f LEFT JOIN d ON d.moneda_id = f.moneda_id
      WINDOW luego AS (PARTITION BY f.moneda_id ORDER BY d.fecha DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
    SELECT t.fecha, t.moneda_id,
           round(t.cierre - t.comprado + t.vendido - t.ordenes - t.transferencias - t.otros, m.decimales)::text AS apertura,
           ${sql.join(['comprado', 'vendido', 'ordenes', 'transferencias', 'otros', 'cierre'].map(amount))} ${cost},
           CASE WHEN n.actual THEN round(n.debe, m.decimales)::text END AS debe,
           CASE WHEN n.actual THEN round(t.cierre - n.debe, m.decimales)::text END AS neta
    FROM t JOIN monedas m ON m.id = t.moneda_id
    -- What is owed is known of the present alone: a past close has no net position.
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(debe), 0) AS debe,
             coalesce(t.fecha, ${hasta}::date) >= fecha_negocio(ahora()) AS actual
      FROM monedas_debidas WHERE moneda_id = t.moneda_id) n
    WHERE t.cierre <> 0 OR t.comprado <> 0 OR t.vendido <> 0 OR t.ordenes <> 0 OR t.transferencias <> 0 OR t.otros <> 0
    ORDER BY t.moneda_id, t.fecha DESC`.execute(db)
  const filas = rows.map(({ debe, neta, ...row }) => (debe && neta ? { ...row, debe, neta } : row))
  if (!ganancia || moneda_id !== undefined) return { filas }
  return { filas, costo: sumOf(filas) }
}

/** Total in the functional currency, the only one in which positions can be added. */
function sumOf(rows: readonly FilaPosicion[]): string {
  return texto(suma(rows.map(({ costo = '0' }) => decimal(costo))), 2)
}

import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import { exigirSinConteo } from '../../../server/acceso/conteo.ts'
import type { Context } from '../../../server/area.ts'
import type { contrato } from '../contract.ts'

/**
 * What an account had at the end of each day from its first movement on: the current balance, less what moved on the days
 * since then, which is kept of the days that are over (ADR 0067).
 */
export async function saldos({ db, params, query, quien }: Context<typeof contrato.saldos>) {
  await exigirSinConteo(db, quien, params.id)
  const back = Number(query.dias ?? '90')
  const { rows } = await sql<{ fecha: string; saldo: string }>`
    WITH uno AS (
      SELECT c.id, k.saldo, m.decimales, fecha_negocio(ahora()) AS hoy, (
        SELECT a.fecha_negocio FROM apuntes p JOIN asientos a ON a.id = p.asiento_id WHERE p.cuenta_id = c.id
        ORDER BY p.id LIMIT 1) AS primero
      FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id
      WHERE c.id = ${params.id}),
    movido AS (
      SELECT d.fecha, c.debe - c.haber AS importe FROM uno u
      CROSS JOIN LATERAL dias_buenos(u.hoy - ${back}::int, NULL) d
      JOIN libro_dias_cuentas c ON c.fecha = d.fecha AND c.cuenta_id = u.id
      UNION ALL
      SELECT a.fecha_negocio, p.importe FROM uno u JOIN asientos a
        ON a.fecha_negocio = ANY (ARRAY(SELECT dias_sueltos(u.hoy - ${back}::int, NULL)))
      CROSS JOIN LATERAL (SELECT * FROM apuntes p WHERE p.asiento_id = a.id OFFSET 0) p WHERE p.cuenta_id = u.id)
    SELECT f::date::text AS fecha, round(u.saldo - coalesce(
      sum(x.importe) OVER (ORDER BY f DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0), u.decimales)::text AS saldo
    FROM uno u CROSS JOIN generate_series(greatest(u.hoy - ${back}::int, u.primero), u.hoy, interval '1 day') f
    CROSS JOIN LATERAL (SELECT coalesce(sum(m.importe), 0) AS importe FROM movido m WHERE m.fecha = f::date) x
    WHERE u.primero IS NOT NULL
    ORDER BY f`.execute(db)
  if (rows.length === 0) await existe({ db, params })
  return rows
}

/** An account without movements has no days. */
async function existe({ db, params }: Pick<Context<typeof contrato.saldos>, 'db' | 'params'>) {
  const { rows } =
    await sql`SELECT 1 FROM cuentas_contables k JOIN cuentas c ON c.id = k.id WHERE k.id = ${params.id}`.execute(
      db,
    )
  if (rows.length === 0) throw new DomainError('NO_EXISTE', { que: 'esa cuenta' })
}

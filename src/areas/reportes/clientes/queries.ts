import { sql } from 'kysely'
import type { AnswerOf } from '../../../core/contract.ts'
import type { Db } from '../../../server/db/db.ts'
import { type contrato, MAXIMO_CLIENTES } from '../contract/clientes.ts'
import { conditions, type Operacion } from '../queries.ts'
import type { Comparacion } from '../rules.ts'

type Clientes = AnswerOf<typeof contrato.clientes>

/** Who moved most in a period, and what he moved in the period before. Names are those of today. */
export async function topClients(
  db: Db,
  { periodo, antes }: Comparacion,
  f: Pick<Operacion, 'tipo' | 'sucursal_id'>,
): Promise<Omit<Clientes, keyof Comparacion>> {
  const within = ({ desde, hasta }: Comparacion['periodo']) =>
    sql`d.fecha_negocio BETWEEN ${desde}::date AND ${hasta}::date`
  const rows = (range: Comparacion['periodo']) => sql`
    SELECT d.cliente_id, count(*)::int AS operaciones, sum(coalesce(d.monto_usd, 0)) AS usd, max(d.fecha_negocio) AS ultima
    FROM reportes_documentos d WHERE d.estado <> 'anulada' AND ${within(range)}
      AND ${conditions('d', f)} GROUP BY d.cliente_id`
  const total = (name: string) => sql`(
    SELECT jsonb_build_object('operaciones', coalesce(sum(operaciones), 0)::int, 'usd', round(coalesce(sum(usd), 0), 2)::text,
                              'clientes', count(cliente_id)::int) FROM ${sql.ref(name)})`
  const { rows: answer } = await sql<Omit<Clientes, keyof Comparacion>>`
    WITH hoy AS MATERIALIZED (${rows(periodo)}), previo AS MATERIALIZED (${rows(antes)})
    SELECT ${total('hoy')} AS total, ${total('previo')} AS total_antes, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('cliente_id', t.cliente_id, 'cliente', f.nombre,
               'operaciones', t.operaciones, 'usd', round(t.usd, 2)::text, 'ultima', t.ultima,
               'ticket', round(t.usd / t.operaciones, 2)::text, 'parte', round(t.usd * 100 / nullif(t.todo, 0), 1)::text,
               'antes', round(coalesce(p.usd, 0), 2)::text) ORDER BY t.usd DESC, t.cliente_id), '[]')
      FROM (SELECT h.*, (SELECT sum(usd) FROM hoy) AS todo FROM hoy h
            ORDER BY h.usd DESC, h.cliente_id LIMIT ${MAXIMO_CLIENTES}) t
      LEFT JOIN previo p ON p.cliente_id IS NOT DISTINCT FROM t.cliente_id
      LEFT JOIN clientes_fichas f ON f.id = clientes_ficha(t.cliente_id)) AS filas`.execute(db)
  return answer[0] as (typeof answer)[0]
}

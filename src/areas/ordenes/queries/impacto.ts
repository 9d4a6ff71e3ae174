import { sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'

/** Open quotes at a rate: how many, what they would send, and which, the first to expire first. */
interface Cotizadas {
  cuantas: number
  envia: string
  ordenes: { id: number; numero: string }[]
}

/** How many are named. */
const MOST = 5

/**
 * Adds to each rate under review the orders that were quoted at it and still wait for the client's money: they keep
 * their rate until they expire, and are quoted again at the new one afterwards.
 */
export async function conCotizadas<T extends { id: number }>(
  db: Db,
  tipos: readonly T[],
): Promise<(T & { cotizadas: Cotizadas | null })[]> {
  const { rows } = await sql<Cotizadas & { id: number }>`
    SELECT h.tipo_cambio_id AS id, count(*)::int AS cuantas, round(sum(o.envia), max(m.decimales))::text AS envia,
           to_jsonb((array_agg(jsonb_build_object('id', o.id, 'numero', o.numero) ORDER BY o.vence_en, o.id))[:${sql.lit(MOST)}])
             AS ordenes
    FROM ordenes o JOIN tipos_cambios_historico h ON h.id = o.historico_id JOIN monedas m ON m.id = o.envia_moneda_id
    WHERE o.estado = 'pendiente' AND o.vence_en > ahora() AND h.tipo_cambio_id = ANY(${tipos.map(({ id }) => id)})
    GROUP BY 1`.execute(db)
  const found = new Map(rows.map(({ id, ...cotizadas }) => [id, cotizadas]))
  return tipos.map((tipo) => ({ ...tipo, cotizadas: found.get(tipo.id) ?? null }))
}

import { sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'
import { displayName, monedaJson } from '../../../server/documento.ts'
import type { Cribado, Saldo } from '../contract/expediente.ts'

/** What is pending with a client; null when he does not exist. */
export async function pending(db: Db, id: number): Promise<Saldo | null> {
  const { rows } = await sql<Saldo>`
    WITH s AS MATERIALIZED (
      SELECT s.*, ${monedaJson('m')} - 'id' AS moneda, m.decimales FROM clientes_saldos s
      JOIN monedas m ON m.id = s.moneda_id WHERE s.cliente_id = ${id} AND s.importe <> 0)
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('moneda', t.moneda, 'debe', round(t.debe, t.decimales)::text,
              'se_le_debe', round(t.se_le_debe, t.decimales)::text) ORDER BY t.moneda_id), '[]')
            FROM (SELECT moneda_id, moneda, decimales, coalesce(sum(importe) FILTER (WHERE importe > 0), 0) AS debe,
                         coalesce(-sum(importe) FILTER (WHERE importe < 0), 0) AS se_le_debe
                  FROM s GROUP BY moneda_id, moneda, decimales) t) AS totales,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('origen', l.origen, 'id', l.origen_id, 'numero', l.numero,
              'fecha', instante_texto(l.fecha), 'que', l.que, 'moneda', l.moneda,
              'importe', round(l.importe, l.decimales)::text) ORDER BY l.fecha DESC, l.origen_id DESC), '[]')
            FROM (SELECT * FROM s ORDER BY fecha DESC, origen_id DESC LIMIT 200) l) AS lineas
    FROM clientes WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Whom compliance said that he is not; null when he does not exist. */
export async function screening(db: Db, id: number): Promise<Cribado | null> {
  const { rows } = await sql<Cribado>`
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'nombre', b.nombre,
              'en', instante_texto(d.fecha), 'por', ${displayName('u')}, 'nota', d.nota) ORDER BY d.fecha DESC), '[]')
            FROM clientes_distintos d JOIN clientes b ON b.id = d.bloqueado_id JOIN usuarios u ON u.id = d.usuario_id
            WHERE d.cliente_id = c.id) AS distintos
    FROM clientes c WHERE c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

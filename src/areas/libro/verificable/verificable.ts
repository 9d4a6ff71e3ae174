import { sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'

const LOTES = 200

/**
 * The ledger for the offline check, a line each: every batch of seals with the digests of its rows, then every entry
 * with the text that was hashed, its legs in it, read `porPagina` at a time. The audit's verifiable export holds the digests of the batches.
 */
export async function* libroVerificable(db: Db, porPagina = 1000): AsyncGenerator<string> {
  for (let desde = 0; ; ) {
    const { rows } = await sql<{ lote: number; linea: string }>`
      SELECT lote_id AS lote, jsonb_build_object('lote', lote_id, 'filas',
               jsonb_agg(jsonb_build_array(tabla, clave, encode(huella, 'hex'))))::text AS linea
      FROM sellos WHERE lote_id > ${desde} AND lote_id <= ${desde + LOTES}
      GROUP BY lote_id ORDER BY lote_id`.execute(db)
    for (const { linea } of rows) yield `${linea}\n`
    desde += LOTES
    const { rows: more } = await sql`SELECT FROM sellos WHERE lote_id > ${desde} LIMIT 1`.execute(
      db,
    )
    if (more.length === 0) break
  }
  for (let desde = 0; ; ) {
    const { rows } = await sql<{ id: number; linea: string }>`
      SELECT clave::bigint AS id, jsonb_build_object('asiento', clave, 'texto', texto)::text AS linea
      FROM sellos_textos('asientos', ARRAY(
        SELECT a.id::text FROM asientos a WHERE a.id > ${desde} ORDER BY a.id LIMIT ${porPagina})) ORDER BY 1`.execute(
      db,
    )
    for (const { linea } of rows) yield `${linea}\n`
    const last = rows.at(-1)
    if (!last || rows.length < porPagina) return
    desde = Number(last.id)
  }
}

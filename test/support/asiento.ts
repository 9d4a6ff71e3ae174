import { sql } from 'kysely'
import type { Db } from '../../src/server/db/db.ts'

export interface Linea {
  cuenta_id: number
  /** Decimal text; debit positive. */
  importe: string
  /** Value in the functional currency of an incoming foreign currency; without it, it enters at the remainder. */
  valor?: string
  detalle?: string
}

interface Contabilizado {
  asiento_id: number
  /** Cost of the outgoing amount, by currency id. */
  costos: Record<string, string>
  /** Gain (+) or loss (−) posted to the account of results. */
  resultado: string
}

interface Asiento {
  origen: string
  origen_id: number
  glosa: string
  usuario_id: number
  lineas: readonly Linea[]
  resultado_id?: number
}

/**
 * Posts an entry without a document, which only a test does. Takes the real legs; the ledger adds those of Posición,
 * Contravalor and result. @throws the database's refusals.
 */
export async function contabilizar(db: Db, asiento: Asiento): Promise<Contabilizado> {
  const { origen, origen_id, glosa, usuario_id, lineas, resultado_id = null } = asiento
  const { rows } = await sql<{ r: Contabilizado }>`
    SELECT libro_contabilizar(${origen}, ${origen_id}, ${glosa}, ${usuario_id},
      ARRAY(SELECT (cuenta_id, importe, valor, detalle)::libro_linea
            FROM jsonb_to_recordset(${JSON.stringify(lineas)}::jsonb)
              AS l (cuenta_id bigint, importe numeric, valor numeric, detalle text)),
      ${resultado_id}) AS r`.execute(db)
  return (rows[0] as { r: Contabilizado }).r
}

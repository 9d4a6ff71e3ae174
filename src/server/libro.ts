import { sql } from 'kysely'
import type { Db } from './db/db.ts'

export interface Linea {
  cuenta_id: number
  /** Decimal text; debit positive. */
  importe: string
  /** Functional value of what a foreign currency brings in; left out, it enters at the remainder. */
  valor?: string
  detalle?: string
}

export interface Contabilizado {
  asiento_id: number
  /** Cost of what left, per currency id. */
  costos: Record<string, string>
  /** Gain (+) or loss (−) that went to the account of results. */
  resultado: string
}

/**
 * Posts an entry: the only way in which money moves. Give the real legs; Posición, Contravalor and result
 * are completed by the ledger (server/sql/libro.sql). Call it in a transaction, after every lock on
 * documents. @throws the database's refusals SALDO_INSUFICIENTE, POSICION_INSUFICIENTE, DIA_CERRADO.
 */
export async function contabilizar(
  db: Db,
  asiento: {
    origen: string
    origen_id: number
    glosa: string
    usuario_id: number
    lineas: readonly Linea[]
    resultado_id?: number
  },
): Promise<Contabilizado> {
  const { origen, origen_id, glosa, usuario_id, lineas, resultado_id = null } = asiento
  const { rows } = await sql<{ r: Contabilizado }>`
    SELECT libro_contabilizar(${origen}, ${origen_id}, ${glosa}, ${usuario_id},
      ARRAY(SELECT (cuenta_id, importe, valor, detalle)::libro_linea
            FROM jsonb_to_recordset(${JSON.stringify(lineas)}::jsonb)
              AS l (cuenta_id bigint, importe numeric, valor numeric, detalle text)),
      ${resultado_id}) AS r`.execute(db)
  return (rows[0] as { r: Contabilizado }).r
}

/** Opens a ledger account, or answers the id of the one that has this code. */
export async function abrirCuenta(
  db: Db,
  cuenta: { codigo: string; nombre: string; clase: string; moneda_id: number; minimo?: string },
): Promise<number> {
  const { codigo, nombre, clase, moneda_id, minimo = null } = cuenta
  const { rows } = await sql<{ id: number }>`
    SELECT libro_cuenta(${codigo}, ${nombre}, ${clase}, ${moneda_id}, ${minimo}::numeric) AS id`.execute(
    db,
  )
  return (rows[0] as { id: number }).id
}

/** Opens what a new currency needs: position, countervalue, result, receivables and payables. */
export async function abrirMoneda(db: Db, moneda_id: number): Promise<void> {
  await sql`SELECT libro_abrir_moneda(${moneda_id})`.execute(db)
}

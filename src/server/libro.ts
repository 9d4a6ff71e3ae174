import { sql } from 'kysely'
import type { Db } from './db/db.ts'

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

/** Opens the accounts of a new currency: position, countervalue, result, receivables and payables. */
export async function abrirMoneda(db: Db, moneda_id: number): Promise<void> {
  await sql`SELECT libro_abrir_moneda(${moneda_id})`.execute(db)
}

import { sql } from 'kysely'
import { type RefusalCode, sentence } from '../../core/errors.ts'
import { ponerZona } from '../../core/zona.ts'
import type { Db } from '../db/db.ts'

/** Why the machine's clock is not trusted to date anything, in one Spanish sentence; null when it is (ADR 0041). */
export async function dudaDelReloj(db: Db): Promise<string | null> {
  const { rows } = await sql<{ duda: { codigo: RefusalCode } | null }>`
    SELECT reloj_duda() AS duda`.execute(db)
  const duda = rows[0]?.duda
  return duda ? sentence(duda.codigo, duda) : null
}

/** Takes the house's time zone from the database into this process: what it writes to people is in it. */
export async function tomarZona(db: Db): Promise<void> {
  const { rows } = await sql<{ zona: string }>`SELECT zona_horaria() AS zona`.execute(db)
  if (rows[0]) ponerZona(rows[0].zona)
}

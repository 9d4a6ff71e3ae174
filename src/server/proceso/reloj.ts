import { sql } from 'kysely'
import { type RefusalCode, sentence } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'

/** Why the machine's clock is not believed and nothing is dated by it, in one sentence; null when it is (ADR 0041). */
export async function dudaDelReloj(db: Db): Promise<string | null> {
  const { rows } = await sql<{ duda: { codigo: RefusalCode } | null }>`
    SELECT reloj_duda() AS duda`.execute(db)
  const duda = rows[0]?.duda
  return duda ? sentence(duda.codigo, duda) : null
}

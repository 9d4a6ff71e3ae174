import { sql } from 'kysely'
import type { Db } from '../../server/db/db.ts'
import { repeat, type Watch } from '../../server/proceso/jobs.ts'

const HOUR_MS = 3_600_000

/** Proposes the monthly expenses that are due; it pays nothing. Returns the function that stops it. */
export function startGastos(db: Db, watch: Watch): () => Promise<void> {
  return repeat(HOUR_MS, () => sql`SELECT gastos_proponer()`.execute(db), watch)
}

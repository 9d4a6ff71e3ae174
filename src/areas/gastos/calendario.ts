import { sql } from 'kysely'
import type { Db } from '../../server/db/db.ts'
import { repeat } from '../../server/proceso/jobs.ts'

const HOUR_MS = 3_600_000

/** Proposes what comes back every month and is due; nothing is paid by it. Answers how to stop. */
export function startGastos(db: Db, onError: (error: unknown) => void): () => Promise<void> {
  return repeat(HOUR_MS, () => sql`SELECT gastos_proponer()`.execute(db), onError)
}

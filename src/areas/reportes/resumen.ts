import type { Db } from '../../server/db/db.ts'
import { repeat } from '../../server/proceso/jobs.ts'
import { summarize } from './queries.ts'

const EVERY_MS = 10 * 60_000

/** Keeps what reports need of the days that are over, soon after each midnight. Answers how to stop. */
export function startReportes(db: Db, onError: (error: unknown) => void): () => Promise<void> {
  return repeat(EVERY_MS, () => summarize(db), onError)
}

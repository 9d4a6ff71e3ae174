import type { Db } from '../../server/db/db.ts'
import { repeatPortions, type Watch } from '../../server/proceso/jobs.ts'
import { PASADA, summarize } from './queries.ts'

const EVERY_MS = 10 * 60_000

/** Stores the summaries of past days, soon after each midnight, and of an import's without a pause. Answers a function that stops it. */
export function startReportes(db: Db, watch: Watch): () => Promise<void> {
  return repeatPortions(EVERY_MS, async () => (await summarize(db)) >= PASADA, watch)
}

import { sql } from 'kysely'
import type { Db } from './db.ts'

const HOUR_MS = 3_600_000

/**
 * What a server does by the hour. Any number of processes may do it at once: each statement is whole by
 * itself. A database that is away is simply tried again an hour later. Answers how to stop.
 */
export function startJobs(db: Db, onError: (error: unknown) => void): () => void {
  const run = () => clean(db).catch(onError)
  void run()
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Forgets answers that nobody can be waiting for any more; answers how many. */
export async function clean(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT idempotencia_limpiar() AS n`.execute(db)
  return rows[0]?.n ?? 0
}

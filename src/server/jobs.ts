import { sql } from 'kysely'
import type { Db } from './db.ts'
import { revisar, soloLectura } from './revision.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * What a server does by the hour. Any number of processes may do it at once: each statement is whole by
 * itself. A database that is away is simply tried again an hour later. While the books are stopped they are
 * looked at every minute, so that they go on soon after they are mended. Answers how to stop.
 */
export function startJobs(db: Db, onError: (error: unknown) => void): () => void {
  const attempt = (work: () => Promise<unknown>) => void work().catch(onError)
  const hourly = () => {
    attempt(() => clean(db))
    attempt(async () => report(await revisar(db)))
  }
  const report = (found: Awaited<ReturnType<typeof revisar>>) => {
    if (found) onError(new Error(`Solo lectura. ${found.regla}: ${found.detalle}`))
  }
  hourly()
  const timers = [
    setInterval(hourly, HOUR_MS),
    setInterval(() => attempt(async () => (await soloLectura(db)) && revisar(db)), MINUTE_MS),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}

/** Forgets answers that nobody can be waiting for any more, and files that nothing used; answers how many. */
export async function clean(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT idempotencia_limpiar() + adjuntos_limpiar() AS n`.execute(db)
  return rows[0]?.n ?? 0
}

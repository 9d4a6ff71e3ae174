import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'
import { revisar, soloLectura } from '../db/revision.ts'
import { isUnavailable } from './breaker.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * Does `work` now and again `ms` after each end, never twice at once. Errors go to `onError`, except that the
 * database is away: people are told so, and it is simply tried again. `soon` says in how many milliseconds something
 * is due, where that may be before: the next turn is then. Answers how to stop: what is under way is finished first.
 */
export function repeat(
  ms: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  soon: () => number = () => ms,
): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let under: Promise<void> = Promise.resolve()
  const turn = async () => {
    await work().catch(unlessAway(onError))
    if (!stopped) timer = setTimeout(next, Math.max(0, Math.min(ms, soon()))).unref()
  }
  const next = () => {
    under = turn()
  }
  next()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await under
  }
}

/** The database is away, or went away in the middle of a commit: a job is simply done again. */
const AWAY: readonly string[] = ['NO_DISPONIBLE', 'INCIERTO']

/** Passes errors on, except that the database is away. */
export function unlessAway(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    const away = error instanceof DomainError ? AWAY.includes(error.code) : isUnavailable(error)
    if (!away) onError(error)
  }
}

/**
 * What a server does by the hour. Any number of processes may do it at once: each statement is whole by
 * itself. While the books are stopped they are looked at every minute, so that they go on soon after they are
 * mended. Answers how to stop.
 */
export function startJobs(db: Db, onError: (error: unknown) => void): () => Promise<void> {
  const review = async () => {
    const found = await revisar(db)
    if (found) onError(new Error(`Solo lectura. ${found.regla}: ${found.detalle}`))
  }
  const stops = [
    repeat(HOUR_MS, () => clean(db), onError),
    repeat(HOUR_MS, review, onError),
    repeat(MINUTE_MS, async () => (await soloLectura(db)) && revisar(db), onError),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Forgets answers that nobody can be waiting for any more, and files that nothing used; answers how many. */
export async function clean(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT idempotencia_limpiar() + adjuntos_limpiar() AS n`.execute(db)
  return rows[0]?.n ?? 0
}

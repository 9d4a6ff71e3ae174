import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'
import { revisar, soloLectura } from '../db/revision.ts'
import type { Diferencia } from '../verificar/verificar.ts'
import { isUnavailable } from './breaker.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * Runs `work` now and again `ms` milliseconds after each end, never two runs at once. Errors go to `onError`, except
 * that of an unreachable database: the next run simply retries. `soon` answers in how many milliseconds work is due, to
 * run earlier than `ms`. Answers a function that stops it after the run in progress has finished.
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

/**
 * As `repeat`, for work that comes in portions: as long as `portion` answers true, more is left, and the next one
 * follows after as long a rest as the last one took, so that whoever works beside it keeps half of a processor.
 */
export function repeatPortions(
  ms: number,
  portion: () => Promise<boolean>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let rest = ms
  return repeat(
    ms,
    async () => {
      const began = performance.now()
      rest = ms
      if (await portion()) rest = performance.now() - began
    },
    onError,
    () => rest,
  )
}

/** Errors of an unreachable database, or of one lost during a commit: the job is simply retried. */
const AWAY: readonly string[] = ['NO_DISPONIBLE', 'INCIERTO']

/** Wraps `onError` to ignore the errors of an unreachable database. */
export function unlessAway(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    const away = error instanceof DomainError ? AWAY.includes(error.code) : isUnavailable(error)
    if (!away) onError(error)
  }
}

/**
 * Starts the hourly jobs of a server. Any number of processes may run them at once: each statement is atomic.
 * While the books are stopped they are checked every minute, so that work resumes soon after they are
 * corrected. `nuevas` checks what changed since the last hour. Answers a function that stops the jobs.
 */
export function startJobs(
  db: Db,
  onError: (error: unknown) => void,
  nuevas: () => Promise<Diferencia | null> = async () => null,
): () => Promise<void> {
  const review = async () => {
    const found = await revisar(db, { nuevas })
    if (found) onError(new Error(`Solo lectura. ${found.regla}: ${found.detalle}`))
  }
  const stops = [
    repeat(HOUR_MS, () => clean(db), onError),
    repeat(HOUR_MS, review, onError),
    repeat(MINUTE_MS, async () => (await soloLectura(db)) && revisar(db, { nuevas }), onError),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Deletes expired idempotency answers, unused files and what came from phones; answers how many. */
export async function clean(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT idempotencia_limpiar() + adjuntos_limpiar() + telefono_limpiar() AS n`.execute(db)
  return rows[0]?.n ?? 0
}

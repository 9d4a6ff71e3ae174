import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'
import { revisar, soloLectura } from '../db/revision.ts'
import type { Diferencia } from '../verificar/verificar.ts'
import { isUnavailable } from './breaker.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Who hears of the runs of a job; a function that only hears of errors will do. */
export interface Watch {
  /** A run failed. */
  (error: unknown): unknown
  /** A run begins of a job that has one every `ms` milliseconds. */
  every?(ms: number): void
  /** A run ended well. */
  well?(): Promise<void>
}

/**
 * Runs `work` now and again `ms` milliseconds after each end, never two runs at once. What came of each is told
 * to `watch`, except that the database was unreachable: the next run simply retries. `soon` answers in how many milliseconds work is due, to
 * run earlier than `ms`. Answers a function that stops it after the run in progress has finished.
 */
export function repeat(
  ms: number,
  work: () => Promise<unknown>,
  watch: Watch,
  soon: () => number = () => ms,
): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let under: Promise<void> = Promise.resolve()
  const turn = async () => {
    watch.every?.(ms)
    await work().then(() => watch.well?.(), unlessAway(watch))
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
  watch: Watch,
): () => Promise<void> {
  let rest = ms
  return repeat(
    ms,
    async () => {
      const began = performance.now()
      rest = ms
      if (await portion()) rest = performance.now() - began
    },
    watch,
    () => rest,
  )
}

/** Errors of a database that is away, cannot write, or was lost during a commit: the job is simply retried. */
const AWAY: readonly string[] = ['NO_DISPONIBLE', 'NO_ESCRIBE', 'INCIERTO']

/** Whether the database is away, out of resources, or did not answer in time: the same work may go well later. */
export function isAway(error: unknown): boolean {
  return error instanceof DomainError ? AWAY.includes(error.code) : isUnavailable(error)
}

/** PostgreSQL cancelled a statement at its time limit: it answers, and the job may take too long at each run. */
const TOO_LONG = '57014'

/** Wraps `onError` to ignore the errors of an unreachable database. */
export function unlessAway(onError: (error: unknown) => unknown): (error: unknown) => unknown {
  return (error) =>
    isAway(error) && (error as { code?: string }).code !== TOO_LONG ? undefined : onError(error)
}

/**
 * Starts the hourly jobs of a server. Any number of processes may run them at once: each statement is atomic.
 * While the books are stopped they are checked every minute, so that work resumes soon after they are
 * corrected. `nuevas` checks what changed since the last hour; `de` names who hears of each job. Answers a function
 * that stops the jobs.
 */
export function startJobs(
  db: Db,
  de: (trabajo: string, nombre: string) => Watch,
  nuevas: () => Promise<Diferencia | null> = async () => null,
): () => Promise<void> {
  const reviewed = de('revision', 'revisión de los libros')
  const review = async () => {
    const found = await revisar(db, { nuevas })
    if (found) await reviewed(new Error(`Solo lectura. ${found.regla}: ${found.detalle}`))
  }
  const stops = [
    repeat(HOUR_MS, () => clean(db), de('limpieza', 'limpieza de lo que venció')),
    repeat(HOUR_MS, review, reviewed),
    repeat(
      MINUTE_MS,
      async () => (await soloLectura(db)) && revisar(db, { nuevas }),
      de('detenidos', 'revisión de los libros detenidos'),
    ),
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

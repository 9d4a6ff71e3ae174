import type { Socket } from 'node:net'
import type pg from 'pg'
import { DomainError } from '../../core/errors.ts'

/** Milliseconds without any answer before a probe asks whether PostgreSQL still answers. */
const PATIENCE_MS = 1_000
const TICK_MS = 250
/** Longer than PostgreSQL's own statement limit of 10 s: by then the connection is dead. */
const DEAF_MS = 12_000

const LOST = /^(08|57P)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH)$/
const LOST_SAID =
  /timeout exceeded when trying to connect|Connection terminated|timeout expired|not queryable/
const UNABLE = /^(53|57|58)|^25006$/
const BROKEN = /^(53|58)/
/**
 * Sources of PostgreSQL that write its files. Of a disk that became read-only they say the code of a missing right, which
 * comes from other sources otherwise, or the one of an internal error.
 */
const FILES = /^(md|fd|slru|xlog|buffile|relmapper)\.c$/
const FILES_SAY = /^(42501|XX000)$/

interface Said {
  code?: string
  message?: string
  severity?: string
  file?: string
}

/**
 * ERROR in the languages that PostgreSQL's messages have (es and ja say ERROR): the driver passes on the severity alone
 * that `lc_messages` translates, and only a superuser may ask for another one. Of a language that is not here an error
 * of the disk counts as one that ended the connection, so that nobody is told that nothing was stored.
 */
const ONLY_ERROR = new Set([
  ...['ERROR', 'FEHLER', 'ERREUR', 'ERRORE', 'ERRO', 'FEL', 'HATA', 'BŁĄD', 'ОШИБКА', 'ПОМИЛКА'],
  ...['შეცდომა', '오류', '错误', '錯誤'],
])

const ofFiles = ({ code = '', file = '' }: Said) => FILES_SAY.test(code) && FILES.test(file)

/**
 * A disk that fails under PostgreSQL itself ends the connection, with all others, and so says nothing of a commit under
 * way: a full `pg_wal` may have stopped after its record was written. What is only ERROR was undone.
 */
const endsAll = (said: Said) =>
  said.severity !== undefined &&
  !ONLY_ERROR.has(said.severity) &&
  (BROKEN.test(said.code ?? '') || ofFiles(said))

/** Whether the connection was lost or never made: what PostgreSQL did with the query is unknown. */
export function isLost(error: unknown): boolean {
  const said = error as Said
  return LOST.test(said.code ?? '') || LOST_SAID.test(said.message ?? '') || endsAll(said)
}

/** Whether the database, not the query, is the cause: lost, out of resources or time, failing disk, read only. */
export function isUnavailable(error: unknown): boolean {
  const said = error as Said
  return isLost(error) || UNABLE.test(said.code ?? '') || ofFiles(said)
}

/** Why the disk below the database refuses what is written, in Spanish, and what to do; null where it does not. */
export function motivoDelDisco(error: unknown): string | null {
  const said = error as Said
  if (said.code === '53100')
    return 'el disco de la base de datos está lleno; hay que liberar espacio'
  if (ofFiles(said))
    return 'en el disco de la base de datos no se puede escribir; hay que revisarlo'
  return null
}

interface Pending {
  client: pg.PoolClient
  since: number
  /** Its transaction has a longer statement limit than usual. */
  patient: boolean
}

/**
 * Circuit breaker: callers do not wait for a PostgreSQL that does not answer. When queries are pending and none
 * is answered for a second, a probe is sent on its own connection. After two unanswered probes every connection is
 * dropped, which fails the pending queries, and new callers are refused at once until a probe, sent twice a second, is
 * answered. A slow statement or a lock does not open the breaker, because the probe is answered meanwhile.
 */
export interface Breaker {
  /** Takes a connection of the pool. @throws DomainError NO_DISPONIBLE, at once while the breaker is open. */
  acquire(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient>
  /** Passes on the result of a query sent on `client` and counts it as an answer. */
  watch<T>(client: pg.PoolClient, patient: boolean, query: Promise<T>): Promise<T>
  /** The open connections. */
  readonly clients: Iterable<pg.PoolClient>
  add(client: pg.PoolClient): void
  remove(client: pg.PoolClient): void
  stop(): void
}

export function breakerOf(answers: () => Promise<boolean>): Breaker {
  const clients = new Set<pg.PoolClient>()
  // In the order in which they were sent: the first one has waited longest.
  const pending = new Set<Pending>()
  let open = false
  let asking = false
  let heard = 0
  let ticked = performance.now()

  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    const begin = performance.now()
    const alive = (await answers()) || (await answers()) || (!open && heard > begin)
    if (!alive && !open) clients.forEach(drop)
    open = !alive
    asking = false
  }

  function tick(): void {
    const now = performance.now()
    const late = now - ticked > TICK_MS * 3
    ticked = now
    // This process itself was busy, so answers of PostgreSQL may not have been read yet.
    if (late) return
    for (const { client, since, patient } of pending) {
      if (now - since < DEAF_MS) break
      if (!patient) drop(client)
    }
    const [oldest] = pending
    if (open || (oldest && now - Math.max(oldest.since, heard) > PATIENCE_MS)) void ask()
  }
  const timer = setInterval(tick, TICK_MS).unref()

  return {
    async acquire(connect) {
      if (open) throw new DomainError('NO_DISPONIBLE')
      try {
        return await connect()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        // Often the pool is merely exhausted: the probe decides.
        void ask()
        throw new DomainError('NO_DISPONIBLE')
      }
    },
    async watch(client, patient, query) {
      const entry = { client, since: performance.now(), patient }
      pending.add(entry)
      try {
        const answer = await query
        heard = performance.now()
        return answer
      } catch (error) {
        if (!isLost(error)) heard = performance.now()
        throw error
      } finally {
        pending.delete(entry)
      }
    },
    clients,
    add: (client) => clients.add(client),
    remove: (client) => clients.delete(client),
    stop: () => clearInterval(timer),
  }
}

interface Wire {
  connection: { stream: Socket }
}

/** Destroys a connection without the closing message, since the other side may not answer. */
export function drop(client: pg.ClientBase): void {
  ;(client as unknown as Wire).connection.stream.destroy()
}

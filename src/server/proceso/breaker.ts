import type { Socket } from 'node:net'
import pg from 'pg'
import { DomainError } from '../../core/errors.ts'

/** How long everything may be silent before somebody asks whether PostgreSQL still answers. */
const PATIENCE_MS = 1_000
const PROBE_MS = 1_500
const TICK_MS = 250
/** Past PostgreSQL's own limit of 10 s for a statement: its connection answers no more. */
const DEAF_MS = 12_000

const LOST = /^(08|57P)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH)$/
const LOST_SAID =
  /timeout exceeded when trying to connect|Connection terminated|timeout expired|not queryable/
const UNABLE = /^(53|57|58)|^25006$/

/** The connection ended, or there was none: what PostgreSQL did with the question is not known. */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return LOST.test(code) || LOST_SAID.test(message)
}

/** The database, not the question, is why there is no answer: lost, out of resources or of time, its disk failing, read only. */
export function isUnavailable(error: unknown): boolean {
  return isLost(error) || UNABLE.test((error as { code?: string }).code ?? '')
}

interface Pending {
  client: pg.PoolClient
  since: number
  /** Its transaction asked for more time than usual. */
  patient: boolean
}

/**
 * Keeps callers from waiting for a PostgreSQL that does not answer. While nothing is answered for a
 * second though something was asked, it is asked on a connection of its own; unanswered twice, every connection
 * is dropped, which ends what waits on them, and new callers are refused at once until one such question is
 * answered, asked twice a second. A slow statement or a lock opens nothing: the question is answered beside it.
 */
export interface Breaker {
  /** A connection of the pool. @throws DomainError NO_DISPONIBLE, at once while nobody answers. */
  acquire(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient>
  /** The answer of a query that was sent on `client`. */
  watch<T>(client: pg.PoolClient, patient: boolean, query: Promise<T>): Promise<T>
  add(client: pg.PoolClient): void
  remove(client: pg.PoolClient): void
  stop(): void
}

export function breakerOf(answers: () => Promise<boolean>): Breaker {
  const clients = new Set<pg.PoolClient>()
  // In the order in which they were asked: the first one waits longest.
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
    // This process was busy itself: what PostgreSQL said meanwhile has not been read yet.
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
        // Often it is only the pool that has none to spare: the question decides.
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
    add: (client) => clients.add(client),
    remove: (client) => clients.delete(client),
    stop: () => clearInterval(timer),
  }
}

interface Wire {
  connection: { stream: Socket }
}

/** Ends a connection without a word to the other side, who may not be there to hear it. */
function drop(client: pg.ClientBase): void {
  ;(client as unknown as Wire).connection.stream.destroy()
}

/** Asks on a connection of its own. A refusal is an answer too, unless it is that of a server coming or going. */
export async function probe(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cambista-pulso',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch (error) {
    const { code = '', severity } = error as Partial<pg.DatabaseError>
    return severity !== undefined && !code.startsWith('57')
  } finally {
    drop(client)
  }
}

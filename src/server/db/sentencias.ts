import { createHash } from 'node:crypto'
import type pg from 'pg'
import { DomainError } from '../../core/errors.ts'
import { type Breaker, isLost } from '../proceso/breaker.ts'

/** Connections that were lost during a statement, or lead to a server that only reads. */
const perdidas = new WeakSet<object>()

/**
 * A connection of the pool that is not known to be lost. One that is lost later is thrown away when it is released,
 * instead of being given to the next caller.
 */
export async function conexionViva(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const release = client.release.bind(client)
    Object.assign(client, { release: () => release(perdidas.has(client)) })
    if (!perdidas.has(client)) return client
    client.release()
  }
}

/** PostgreSQL refused a write because it only reads: the house is served by another server now. */
const SOLO_LEE = '25006'

/**
 * Hears whether PostgreSQL stopped waiting for the synchronous standby. It then answers a commit as done, although the
 * standby may not have it: after a failover it may be gone.
 */
function sinReplica(client: pg.PoolClient): () => boolean {
  let heard = false
  client.on('notice', ({ routine }) => {
    heard ||= routine === 'SyncRepWaitForLSN'
  })
  return () => {
    const was = heard
    heard = false
    return was
  }
}

/** SQLSTATE transaction_resolution_unknown: for callers it is as if the answer had been lost. */
const incierta = () =>
  Object.assign(new Error('the synchronous standby did not confirm the commit'), { code: '08007' })

/** The notice of the triggers that see such a change (src/server/sql/quien.sql). */
const QUIEN = 'CB010'

/**
 * Calls `cambio` when a statement gave that notice, and again when the statement or its transaction has ended: what
 * another request read meanwhile is older than the commit.
 */
export function vigilante(client: pg.PoolClient, cambio: () => void): (text: string) => void {
  let changed = false
  let inside = false
  client.on('notice', ({ code }) => {
    if (code !== QUIEN) return
    changed = true
    cambio()
  })
  return (text) => {
    if (BEGIN.test(text)) inside = true
    else if (text === 'commit' || text === 'rollback') inside = false
    if (!changed || inside) return
    changed = false
    cambio()
  }
}

const BEGIN = /^(begin|start transaction)\b/

/**
 * Kysely does not name statements; with a name each is parsed and planned once per connection. `ended` hears of each
 * when it has ended, with the milliseconds that it took.
 */
export function nameStatements(
  client: pg.PoolClient,
  breaker: Breaker,
  ended: (text: string, ms: number) => void,
): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>
  const send = (text: string, values?: unknown[]) =>
    values?.length || READS.test(text)
      ? query({ name: nameOf(text), text, values: values ?? [] })
      : query(text)
  let patient = false
  let unknown: DomainError | undefined
  const sola = sinReplica(client)
  const named = async (text: unknown, values?: unknown[]) => {
    if (typeof text !== 'string') return query(text, values)
    // After a COMMIT without an answer, the ROLLBACK that follows cannot tell the outcome either.
    if (unknown) throw unknown
    if (text.startsWith('SET LOCAL statement_timeout')) patient = true
    else if (text === 'commit' || text === 'rollback') patient = false
    const began = performance.now()
    try {
      const result = await breaker.watch(client, patient, send(text, values))
      if (sola()) throw incierta()
      return checkCommit(text, result)
    } catch (error) {
      if (isLost(error)) perdidas.add(client)
      // The others lead there as well, so each is replaced before it is used again.
      if ((error as pg.DatabaseError).code === SOLO_LEE)
        for (const one of breaker.clients) perdidas.add(one)
      if (text !== 'commit' || !isLost(error)) throw error
      unknown = new DomainError('INCIERTO')
      throw unknown
    } finally {
      ended(text, performance.now() - began)
    }
  }
  Object.assign(client, { query: named })
}

const READS = /^\s*(select|with)\b/i

const names = new Map<string, string>()

/** The name under which a statement is prepared: the same for the same text, whatever its parameters. */
export function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  // Dynamic filters produce few texts; the bound only guards against a memory leak.
  if (names.size < 2000) names.set(text, name)
  return name
}

/** PostgreSQL answers ROLLBACK to the COMMIT of a failed transaction; that is an error. */
function checkCommit(text: string, result: pg.QueryResult): pg.QueryResult {
  if (text === 'commit' && result.command !== 'COMMIT') {
    throw new Error(`COMMIT answered ${result.command}`)
  }
  return result
}

import { createHash } from 'node:crypto'
import type pg from 'pg'
import { DomainError } from '../../core/errors.ts'
import { type Breaker, isLost } from '../proceso/breaker.ts'

/** Connections that were lost during a statement. */
const perdidas = new WeakSet<object>()

/** A connection that the pool throws away after it was lost, instead of giving it to the next caller. */
export function sinPerdida(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client)
  return Object.assign(client, { release: () => release(perdidas.has(client)) })
}

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

/** Kysely does not name statements; with a name each is parsed and planned once per connection. */
export function nameStatements(
  client: pg.PoolClient,
  breaker: Breaker,
  ended: (text: string) => void,
): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>
  const send = (text: string, values?: unknown[]) =>
    values?.length || READS.test(text)
      ? query({ name: nameOf(text), text, values: values ?? [] })
      : query(text)
  let patient = false
  let unknown: DomainError | undefined
  const named = async (text: unknown, values?: unknown[]) => {
    if (typeof text !== 'string') return query(text, values)
    // After a COMMIT without an answer, the ROLLBACK that follows cannot tell the outcome either.
    if (unknown) throw unknown
    if (text.startsWith('SET LOCAL statement_timeout')) patient = true
    else if (text === 'commit' || text === 'rollback') patient = false
    try {
      return checkCommit(text, await breaker.watch(client, patient, send(text, values)))
    } catch (error) {
      if (isLost(error)) perdidas.add(client)
      if (text !== 'commit' || !isLost(error)) throw error
      unknown = new DomainError('INCIERTO')
      throw unknown
    } finally {
      ended(text)
    }
  }
  Object.assign(client, { query: named })
}

const READS = /^\s*(select|with)\b/i

const names = new Map<string, string>()

function nameOf(text: string): string {
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

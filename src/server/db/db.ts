import { createHash } from 'node:crypto'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { DomainError, type RefusalCode } from '../../core/errors.ts'
import { type Breaker, breakerOf, isLost, isUnavailable, probe } from '../proceso/breaker.ts'
import type { DB } from './schema.ts'

/** A connection or a transaction: the first argument of every query function, so the caller owns it. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

export interface DbOptions {
  url: string
  /** Connections at most. */
  max?: number
  /** Milliseconds that a caller waits for a connection: 2,000; tests of something else wait longer. */
  espera?: number
  /** Sets the business's clock (ISO instant) on every use of a connection: tests and demo days only. */
  reloj?: (() => string | null) | undefined
  /** Further settings of each connection, over the usual ones. */
  ajustes?: Record<string, string>
}

/** Settings that every connection has: nothing waits for ever, and the app owns nothing. */
const SETTINGS = {
  TimeZone: 'UTC',
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  // A plan is kept as long as its connection. Made while a table was small it reads the whole table, and goes on
  // doing so while the table grows: after 4,000 postings into a new house one cost five times the first.
  enable_seqscan: 'off',
  // Before PostgreSQL 18 a plan that has no index to use then looks costly enough to be compiled.
  jit: 'off',
}

export const APP_ROLE = 'cambista_app'

/** The settings as a connection asks for them; `extra` over the usual ones. */
export function connectionOptions(extra: Record<string, string> = {}): string {
  const settings = Object.entries({ ...SETTINGS, ...extra })
  return settings.map(([name, value]) => `-c ${name}=${value}`).join(' ')
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`)
  return value
})
types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text)
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text.replace(' ', 'T').replace('+00', 'Z'),
)

/**
 * Opens the pool. Connections act as the role without rights over the schema, prepare what they run,
 * and are waited for `espera` ms at most; while PostgreSQL does not answer, not at all.
 */
export function connect({ url, max = 10, espera = 2000, reloj, ajustes = {} }: DbOptions): Db {
  const breaker = breakerOf(() => probe(url))
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: espera,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'cambista',
    options: connectionOptions({ ...ajustes, role: APP_ROLE }),
  })
  // A killed idle connection must not end the process; the pool drops it and opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // Nor may one that is killed at work: its query says so to whoever waits for it.
    client.on('error', () => {})
    breaker.add(client)
    nameStatements(client, breaker)
  })
  pool.on('remove', breaker.remove)
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        connect: () => breaker.acquire(() => pool.connect()),
        end: async () => {
          breaker.stop()
          await pool.end()
        },
      },
      ...(reloj && {
        onReserveConnection: async (connection) => {
          const text = "SELECT set_config('cambista.ahora', $1, false)"
          await connection.executeQuery(CompiledQuery.raw(text, [reloj() ?? '']))
        },
      }),
    }),
  })
}

/** kysely never names statements: named, they are parsed and planned once per connection. */
function nameStatements(client: pg.PoolClient, breaker: Breaker): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>
  const send = (text: string, values?: unknown[]) =>
    values?.length || READS.test(text)
      ? query({ name: nameOf(text), text, values: values ?? [] })
      : query(text)
  let patient = false
  let unknown: DomainError | undefined
  const named = async (text: unknown, values?: unknown[]) => {
    if (typeof text !== 'string') return query(text, values)
    // The ROLLBACK that follows a COMMIT without an answer knows no more than the COMMIT did.
    if (unknown) throw unknown
    if (text.startsWith('SET LOCAL statement_timeout')) patient = true
    else if (text === 'commit' || text === 'rollback') patient = false
    try {
      return checkCommit(text, await breaker.watch(client, patient, send(text, values)))
    } catch (error) {
      if (text !== 'commit' || !isLost(error)) throw error
      unknown = new DomainError('INCIERTO')
      throw unknown
    }
  }
  Object.assign(client, { query: named })
}

const READS = /^\s*(select|with)\b/i

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
  // Dynamic filters make few texts; the bound is against a leak, not for daily use.
  if (names.size < 2000) names.set(text, name)
  return name
}

/** PostgreSQL answers ROLLBACK to the COMMIT of a transaction that failed; that is not a success. */
function checkCommit(text: string, result: pg.QueryResult): pg.QueryResult {
  if (text === 'commit' && result.command !== 'COMMIT') {
    throw new Error(`COMMIT answered ${result.command}`)
  }
  return result
}

const RETRIED = new Set(['40001', '40P01'])

/**
 * One transaction, READ COMMITTED; repeated up to 3 times after a serialisation failure or a deadlock
 * . `work` must not do anything but talk to its transaction.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() => db.transaction().execute(work))
}

/**
 * One unchanging view of the books for a report of several questions: REPEATABLE READ, READ ONLY. What is
 * posted meanwhile is in none of its answers.
 */
export function snapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work)
}

/** Runs again what lost a deadlock or a serialisation race, with a short random wait. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt > 3 || !RETRIED.has((error as pg.DatabaseError).code ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt * (1 + (attempt % 3))))
    }
  }
}

/** Words and form field for the unique constraints that a person can run into. */
export type Duplicados = Readonly<Record<string, readonly [que: string, campo: string]>>

/** Turns what the database threw into a refusal where it is one; anything else stays what it is. */
export function toRefusal(error: unknown, duplicados: Duplicados = {}): unknown {
  const { code = '', message = '', detail, constraint = '' } = error as Partial<pg.DatabaseError>
  if (code === 'CB001') {
    const data = JSON.parse(detail ?? '{}')
    return new DomainError(message as RefusalCode, data, data.errors)
  }
  if (code === '23505') {
    const [que, campo] = duplicados[constraint] ?? ['un registro con esos datos', '']
    return new DomainError(
      'DUPLICADO',
      { que, campo },
      campo ? [{ msg: `Ya existe ${que}.`, campo }] : undefined,
    )
  }
  if (code === '23503') return new DomainError('EN_USO', { que: 'un registro relacionado' })
  if (code === '23P01' || code === '40001' || code === '40P01' || code === '55P03') {
    return new DomainError('CONFLICTO')
  }
  if (code.startsWith('22') || code === '23514') {
    return new DomainError('VALIDACION', {}, [{ msg: 'Un valor está fuera de lo permitido.' }])
  }
  return isUnavailable(error) ? new DomainError('NO_DISPONIBLE') : error
}

/** What one call of a SQL function answers. */
export async function callSql<T>(db: Db, call: RawBuilder<unknown>): Promise<T> {
  const { rows } = await sql<{ r: T }>`SELECT ${call} AS r`.execute(db)
  return (rows[0] as { r: T }).r
}

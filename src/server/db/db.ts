import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { DomainError, fieldError, type RefusalCode } from '../../core/errors.ts'
import { breakerOf, drop, isLost, isUnavailable, motivoDelDisco } from '../proceso/breaker.ts'
import type { DB } from './schema.ts'
import { conexionViva, nameOf, nameStatements, vigilante } from './sentencias.ts'
import { type Conexion, clienteDe, otraVez } from './servidores/cliente.ts'
import { probe } from './servidores/pulso.ts'

/** A pool or a transaction: the first argument of every query function, so that the caller decides which. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

export interface DbOptions {
  url: string
  /** Connections at most. */
  max?: number
  /** Milliseconds that a caller waits for a connection: 2,000 by default; most tests allow more. */
  espera?: number
  /** Sets the business's clock (ISO instant) on every use of a connection: tests and demo days only. */
  reloj?: (() => string | null) | undefined
  /** Called when a statement of these connections changed who may do what: before it is answered, and at its commit. */
  alCambiarQuien?: () => void
  /** Hears of each statement that takes longer than `ms`: its name, its text without parameters, milliseconds. */
  lentas?: Lentas | undefined
  /** Further settings of each connection, over the usual ones. */
  ajustes?: Record<string, string>
}

/** Who hears of slow statements. */
export interface Lentas {
  ms: number
  oye(name: string, text: string, ms: number): void
}

/** Settings of every connection: every wait has a limit, and the role owns no object. */
const SETTINGS = {
  TimeZone: 'UTC',
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  // A plan is cached as long as its connection. One made while a table was small scans the whole table, and keeps
  // doing so as the table grows: in a new house posting number 4,000 took five times as long as the first.
  enable_seqscan: 'off',
  // With sequential scans off, PostgreSQL before 18 overestimates plans without an index and compiles them.
  jit: 'off',
}

export const APP_ROLE = 'cambista_app'
/** Reads what is of some branches alone. */
export const SUCURSAL_ROLE = 'cambista_sucursal'

/**
 * The statements that give a connection its settings, which it says as soon as it is open; those in `extra` override the
 * usual ones. Options of the connection's start would be lost on the way: PgBouncer takes none.
 */
export function ajustar(extra: Record<string, string> = {}): string {
  const settings = Object.entries({ ...SETTINGS, ...extra })
  return settings.map(([name, value]) => `SET ${name} = ${pg.escapeLiteral(value)}`).join('; ')
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

/** A connection that is made ready for whoever gets it. */
type Prepara = (client: pg.PoolClient) => Promise<unknown>

/**
 * Opens the pool. Connections act as the role without rights over the schema and prepare their statements.
 * A caller waits `espera` ms at most for one; while PostgreSQL does not answer, it is refused at once.
 */
export function connect(options: DbOptions): Db {
  return abrir(options, APP_ROLE)(async () => {})
}

/** Runs `work` on a pool of its own, which is closed afterwards: what a command asks for. */
export async function conBase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect({ url })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** The database as whoever sees these branches alone reads it; each set of branches has one. */
export interface PorSucursal {
  de(sucursales: readonly number[]): Db
  close(): Promise<void>
}

/** Opens a pool of connections that read what is of some branches alone, and is empty until somebody does. */
export function porSucursal(options: DbOptions): PorSucursal {
  let open: ReturnType<typeof abrir> | undefined
  const made = new Map<string, Db>()
  const said = new WeakMap<object, string>()
  return {
    de(sucursales) {
      const which = sucursales.toSorted((a, b) => a - b).join()
      const known = made.get(which)
      if (known) return known
      open ??= abrir(options, SUCURSAL_ROLE)
      const db = open(async (client) => {
        if (said.get(client) === which) return
        await client.query("SELECT set_config('cambista.sucursales', $1, false)", [which])
        said.set(client, which)
      })
      made.set(which, db)
      return db
    },
    async close() {
      await [...made.values()][0]?.destroy()
    },
  }
}

/** A pool whose connections act as `role`, and the databases over it, each of which makes them ready in its own way. */
function abrir(options: DbOptions, role: string): (prepara: Prepara) => Db {
  const { url, max = 10, espera = 2000, reloj, alCambiarQuien = () => {}, ajustes = {} } = options
  const { lentas } = options
  const breaker = breakerOf(() => probe(url))
  const pool = new pg.Pool({
    Client: uno,
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: espera,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'cambista',
    onConnect: async (client) => {
      // What stands in between, as a pooler that has none left, may sign in and then not answer: its callers wait no
      // longer than for any connection. The limits of statements are not in force yet.
      const late = setTimeout(() => drop(client), espera)
      await client.query(ajustar({ ...ajustes, role })).finally(() => clearTimeout(late))
    },
  })
  // A killed idle connection must not end the process; the pool drops it and opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // The same for a connection killed during a query: the query itself fails, so its caller is told.
    client.on('error', () => {})
    breaker.add(client)
    const ended = vigilante(client, alCambiarQuien)
    nameStatements(client, breaker, (text, ms) => {
      if (lentas && ms > lentas.ms) lentas.oye(nameOf(text), text, ms)
      ended(text)
    })
  })
  pool.on('remove', breaker.remove)
  const horas = new WeakMap<object, string>()
  const enHora: Prepara = async (client) => {
    const hora = reloj?.() ?? ''
    if (hora === (horas.get(client) ?? '')) return
    await client.query("SELECT set_config('cambista.ahora', $1, false)", [hora])
    horas.set(client, hora)
  }
  // Kysely's own hook for this keeps the connection out of the pool forever when its statement fails.
  const lista = async (client: pg.PoolClient, prepara: Prepara) => {
    try {
      await enHora(client)
      await prepara(client)
      return client
    } catch (error) {
      client.release()
      throw error
    }
  }
  return (prepara) => {
    const db = new Kysely<DB>({
      dialect: new PostgresDialect({
        pool: {
          options: pool.options,
          connect: () =>
            breaker.acquire(() =>
              otraVez(url, () => conexionViva(pool)).then((client) => lista(client, prepara)),
            ),
          end: async () => {
            breaker.stop()
            await pool.end()
          },
        },
      }),
    })
    pools.set(db, pool)
    return db
  }
}

/** What the pool makes its connections of: of several servers it connects to the one that accepts writes. */
const uno = function uno(config: Conexion) {
  return clienteDe(config)
} as unknown as new () => pg.ClientBase

const pools = new WeakMap<Db, pg.Pool>()

/** The connections of this database's pool: open, at rest, and callers that wait for one. */
export function conexionesDe(db: Db): { total: number; libres: number; esperan: number } {
  const pool = pools.get(db)
  return {
    total: pool?.totalCount ?? 0,
    libres: pool?.idleCount ?? 0,
    esperan: pool?.waitingCount ?? 0,
  }
}

const RETRIED = new Set(['40001', '40P01'])

/**
 * One transaction, READ COMMITTED; retried up to 3 times after a serialisation failure or a deadlock
 * . `work` must have no effect outside its transaction, because it may run again.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() => db.transaction().execute(work))
}

/**
 * One snapshot of the books for a report of several queries: REPEATABLE READ, READ ONLY. Entries posted
 * meanwhile appear in none of them.
 */
export function snapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work)
}

/** Retries `work` after a deadlock or a serialisation failure, with a short random wait. */
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

/** Sentence and form field for each unique constraint that a user can violate. */
export type Duplicados = Readonly<Record<string, readonly [que: string, campo: string]>>

/** A refusal of the database, by its code and what its sentence names. */
export function refusal(code: RefusalCode, data: RefusalData): DomainError {
  const { errors } = data as { errors?: Parameters<typeof fieldError>[0][] }
  return new DomainError(code, data, errors?.map(fieldError))
}

export type RefusalData = ConstructorParameters<typeof DomainError>[1]

/** Converts a database error into a refusal where it is one; any other error is returned unchanged. */
export function toRefusal(error: unknown, duplicados: Duplicados = {}): unknown {
  const { code = '', message = '', detail, constraint = '' } = error as Partial<pg.DatabaseError>
  if (code === 'CB001') return refusal(message as RefusalCode, JSON.parse(detail ?? '{}'))
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
  const motivo = isLost(error) ? null : motivoDelDisco(error)
  if (motivo) return new DomainError('NO_ESCRIBE', { motivo, solo_lectura: null })
  return isUnavailable(error) ? new DomainError('NO_DISPONIBLE') : error
}

/** Calls one SQL function and answers its result. */
export async function callSql<T>(db: Db, call: RawBuilder<unknown>): Promise<T> {
  const { rows } = await sql<{ r: T }>`SELECT ${call} AS r`.execute(db)
  return (rows[0] as { r: T }).r
}

import { sql } from 'kysely'
import pg from 'pg'
import type { Endpoint } from '../../core/contract.ts'
import { DomainError } from '../../core/errors.ts'
import type { Handler, Todo } from '../area.ts'
import { connect, type Db, type DbOptions, type PorSucursal, porSucursal } from '../db/db.ts'
import { unaConexion } from '../db/entrada/conexion.ts'
import { cambiarUrl } from '../db/servidores/lista.ts'
import { Escrita } from '../http/respuesta/escrita.ts'
import { isUnavailable } from '../proceso/breaker.ts'

/** Says how many seconds old the data of an answer are; without it they are of now. */
export const LECTURA_CABECERA = 'x-datos-hace'
/** Whoever sends `1` in it puts the answer of a list into a file, on which nobody works: a replica may give it. */
export const ARCHIVO_CABECERA = 'x-para-archivo'
/** A replica that is further behind is not read, in seconds. */
const TOPE = 30
/** How long a report waits for what was written before it was asked, in milliseconds, and how often it looks. */
const ESPERA_MS = 400
const CADA_MS = 40

/** The branches that somebody sees alone. */
type Ve = readonly number[] | null | undefined

/** A replica that reports are read from. */
export interface Lectura {
  /**
   * Runs `work`, which only reads, on the replica when that has what was written before, or little enough is missing; else on
   * `principal`. `hace` says how many seconds old what was read is; null when nothing is missing, which `alDia` asks for.
   */
  leer<T>(
    principal: Db,
    ve: Ve,
    work: (db: Db) => Promise<T>,
    alDia?: boolean,
  ): Promise<{ answer: T; hace: number | null }>
  close(): Promise<void>
}

interface Respuesta {
  header(name: string, value: string): unknown
}

interface Llamada {
  endpoint: Endpoint
  context: Todo
  handler: Handler<Endpoint>
}

/** Whether this request may be answered by a replica: the call is one that may, and asked for what it may. */
export const porLeer = ({ replica }: Endpoint, headers: Record<string, unknown>): boolean =>
  replica === 'archivo' ? headers[ARCHIVO_CABECERA] === '1' : replica !== false

/** Answers a call from the replica; an answer that is not of now says so, in its header and among its data. */
export async function porReplica(
  lectura: Lectura,
  { endpoint, context, handler }: Llamada,
  reply: Respuesta,
): Promise<unknown> {
  const read = (db: Db) => handler({ ...context, db })
  const alDia = endpoint.replica === 'al-dia'
  const { answer, hace } = await lectura.leer(context.db, context.quien?.ve, read, alDia)
  if (hace === null) return answer
  reply.header(LECTURA_CABECERA, String(hace))
  if (answer instanceof Escrita) return answer.con('datos_hace', hace)
  return { ...(answer as object), datos_hace: hace }
}

/** Never a call that writes or moves money. @throws Error when a contract says otherwise. */
export function exigirLectura({ method, path, replica, dinero }: Endpoint): void {
  if (replica && (method !== 'GET' || dinero))
    throw new Error(`${method} ${path}: not for a replica`)
}

/** What a replica says of itself. */
interface Estado {
  /** It replays the log of the primary that is asked about, and of no other. */
  sigue: boolean
  /** It has what was written before it was asked. */
  al_dia: boolean | null
  /** How many seconds old its last transaction is. */
  hace: string | null
}

/**
 * Opens the replica, on connections that cannot write wherever they lead. `db` is the whole house on the primary, which
 * says what the replica must have.
 */
export function lecturaDe(db: Db, options: DbOptions, tope: number = TOPE): Lectura {
  const ajustes = { ...options.ajustes, default_transaction_read_only: 'on' }
  const todo = connect({ ...options, ajustes })
  const ramas: PorSucursal = porSucursal({ ...options, ajustes })
  /** How old the replica is; undefined when it is not to be read. */
  const mirar = async (alDia: boolean): Promise<number | null | undefined> => {
    const { rows } = await sql<{ lsn: string; linea: number; ahora: string }>`
      SELECT pg_current_wal_insert_lsn()::text AS lsn, lectura_linea() AS linea,
             clock_timestamp()::text AS ahora`.execute(db)
    const [{ lsn, linea, ahora } = { lsn: '', linea: 0, ahora: '' }] = rows
    for (const end = performance.now() + ESPERA_MS; ; ) {
      const found = await sql<Estado>`
        SELECT pg_is_in_recovery() AND lectura_linea() = ${linea}::int AS sigue,
               pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn AS al_dia,
               ceil(extract(epoch FROM ${ahora}::timestamptz - pg_last_xact_replay_timestamp()))::text AS hace`.execute(
        todo,
      )
      const [{ sigue, al_dia, hace } = { sigue: false, al_dia: null, hace: null }] = found.rows
      // One that leads by now is not asked, nor one that does not follow this primary: a position in the log says nothing
      // on another timeline, where it may hold what was lost with the primary before and lack what came since.
      if (!sigue) return undefined
      if (al_dia) return null
      if (performance.now() >= end)
        return alDia || hace === null || Number(hace) > tope ? undefined : Math.max(1, Number(hace))
      await new Promise((resolve) => setTimeout(resolve, CADA_MS))
    }
  }
  return {
    async leer(principal, ve, work, alDia = false) {
      try {
        const hace = await mirar(alDia)
        if (hace !== undefined) return { answer: await work(ve ? ramas.de(ve) : todo), hace }
      } catch (error) {
        if (!falla(error)) throw error
      }
      return { answer: await work(principal), hace: null }
    },
    async close() {
      await Promise.all([todo.destroy(), ramas.close()])
    },
  }
}

/**
 * Whether the replica, not the report, is the cause, or a primary that was made a replica meanwhile (55000): away, cancelled so that it may follow, without what a migration has
 * just made, or asked to write.
 */
function falla(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'NO_DISPONIBLE'
  const { code = '' } = error as { code?: string }
  return isUnavailable(error) || /^(40001|40P01|42|55000)/.test(code)
}

/** The replica's connection string as whoever serves: its own user and password are not used. */
export function comoServidor(lectura: string, servidor: string): string {
  const { user, password, database } = new pg.Client({ connectionString: uno(servidor) })
  return cambiarUrl(lectura, (url) => {
    url.searchParams.set('user', user ?? '')
    if (password) url.searchParams.set('password', String(password))
    if (url.pathname.length < 2) url.pathname = `/${encodeURIComponent(database ?? '')}`
  })
}

/** Of several servers any has the same user. */
const uno = (url: string) =>
  url.replace(/^([^?]*@[^,/?]*),[^/?]*/, '$1').replace(/([?&]host=[^&,]*),[^&]*/, '$1')

const QUIEN = `SELECT system_identifier::text AS id, pg_is_in_recovery() AS replica FROM pg_control_system()`

/**
 * A warning, in Spanish, when the replica cannot be read now; reports are read from the primary then.
 * @throws Error in Spanish when it is the replica of another PostgreSQL.
 */
export async function avisoDeLectura(lectura: string, servidor: string): Promise<string | null> {
  const ask = async (url: string) =>
    unaConexion(url, async (client) => {
      const { rows } = await client.query<{ id: string; replica: boolean }>(QUIEN)
      return rows[0]
    })
  const propio = await ask(servidor)
  let otro: typeof propio
  try {
    otro = await ask(lectura)
  } catch (error) {
    const { message } = error as Error
    return `Aviso: la réplica de DATABASE_URL_LECTURA no responde (${message}): los reportes se leen del servidor principal.`
  }
  if (otro?.id !== propio?.id) {
    throw new Error(
      'DATABASE_URL_LECTURA no es una réplica de DATABASE_URL, sino otro PostgreSQL: corríjala o quítela.',
    )
  }
  if (otro?.replica) return null
  return 'Aviso: DATABASE_URL_LECTURA no indica una réplica, sino un servidor que escribe: los reportes se leen del servidor principal.'
}

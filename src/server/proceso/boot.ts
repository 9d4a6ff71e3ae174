import type pg from 'pg'
import { unaConexion } from '../db/entrada/conexion.ts'
import { exigirSinTransacciones } from '../db/entrada/intermediario.ts'

/** A PostgreSQL setting as one of our connections sees it, and its source. */
export interface Setting {
  setting: string
  source: string
}
export type Settings = Readonly<Record<string, Setting | undefined>>

const OLDEST = 150_000

/** Settings on which durability of a commit depends: name → values with which a crash may lose it. */
const DURABLE: Readonly<Record<string, RegExp>> = {
  fsync: /^off$/,
  full_page_writes: /^off$/,
  // `local` does not wait for the standby, `off` not even for the disk; `remote_write` and stronger wait for both.
  synchronous_commit: /^(off|local)$/,
}

/** Settings that every connection requests; another value means that a proxy in between drops the request. */
const ASKED: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  statement_timeout: '10000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
}

const NAMES = [
  'server_version',
  'server_version_num',
  'data_checksums',
  'transaction_read_only',
  ...Object.keys(DURABLE),
  ...Object.keys(ASKED),
]

/**
 * Checks a PostgreSQL before it is used, through a connection like those of the server. `olvidadiza` allows
 * settings that may lose commits; only tests use it. Answers warnings, in Spanish.
 * @throws Error in one Spanish sentence that says what to do.
 */
export async function checkDatabase(
  url: string,
  { olvidadiza = false }: { olvidadiza?: boolean } = {},
): Promise<string[]> {
  const read = async (client: pg.Client) => {
    await exigirSinTransacciones(client, url)
    const { rows } = await client.query<Setting & { name: string }>(
      'SELECT name, setting, source FROM pg_settings WHERE name = ANY ($1)',
      [NAMES],
    )
    const settings = Object.fromEntries(rows.map(({ name, ...rest }) => [name, rest]))
    const fault = faultOf(settings, client, olvidadiza)
    if (fault) throw new Error(fault)
    const { rows: own } = await client.query<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    )
    return [...warningsOf(settings), ...sinCifrar(client.host, own[0]?.ssl ?? false)]
  }
  return unaConexion(url, read, {})
}

interface Where {
  database?: string | undefined
  user?: string | undefined
}

/** Why this PostgreSQL cannot keep the books, and what to do; null when it can. */
export function faultOf(settings: Settings, where: Where, olvidadiza = false): string | null {
  const of = (name: string) => settings[name]?.setting ?? ''
  if (Number(of('server_version_num')) < OLDEST) {
    return `La base de datos es PostgreSQL ${of('server_version')} y se necesita la versión 15 o una posterior: actualícela.`
  }
  if (of('transaction_read_only') === 'on') {
    return 'La base de datos es de solo lectura (¿una réplica?): use en DATABASE_URL el servidor principal, o nómbrelos todos (uno:5432,dos:5432) y se usará el que escribe.'
  }
  for (const [name, loses] of Object.entries(olvidadiza ? {} : DURABLE)) {
    if (!loses.test(of(name))) continue
    const cure = cureOf(name, settings[name]?.source, where)
    return `La base de datos puede perder operaciones ya confirmadas (${name}=${of(name)}): ejecute «${cure}» e inicie de nuevo.`
  }
  for (const [name, asked] of Object.entries(ASKED)) {
    if (of(name) === asked) continue
    return (
      `Las conexiones no conservan sus ajustes (${name} es «${of(name)}» y debe ser «${asked}»): ` +
      'algo entre el programa y PostgreSQL los cambia; indique en DATABASE_URL el puerto de PostgreSQL.'
    )
  }
  return null
}

/** The statement that corrects a setting at the level where it was set. */
function cureOf(name: string, source: string | undefined, { database, user }: Where): string {
  const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`
  if (source === 'database') return `ALTER DATABASE ${quoted(database)} SET ${name} = on`
  if (source === 'user') return `ALTER ROLE ${quoted(user)} SET ${name} = on`
  if (source === 'database user') {
    return `ALTER ROLE ${quoted(user)} IN DATABASE ${quoted(database)} SET ${name} = on`
  }
  return `ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf()`
}

/** A warning when what goes to the database can be read on the way: another machine, without TLS. */
export function sinCifrar(host: string, cifrada: boolean): string[] {
  // A path is a socket of this machine.
  if (cifrada || host.startsWith('/') || /^(localhost|127\.[\d.]+|::1)$/.test(host)) return []
  return [
    `Aviso: la base de datos está en otro equipo (${host}) y la conexión no va cifrada: agregue «sslmode=verify-full» a DATABASE_URL y DATABASE_URL_APP.`,
  ]
}

/** Warnings, in Spanish, about settings that are unwise but safe. */
export function warningsOf(settings: Settings): string[] {
  if (settings.data_checksums?.setting === 'on') return []
  return [
    'Aviso: la base de datos no tiene sumas de verificación (data_checksums): un disco que falla podría pasar inadvertido. Actívelas con pg_checksums.',
  ]
}

import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import { explain, type Place, prepareSockets } from './folder.ts'
import { openLog, saidSince } from './log.ts'
import { registroQueEspera } from './memoria.ts'
import {
  clusterTag,
  EmbeddedError,
  isPostgresOf,
  isRunning,
  processesOf,
  readPostmasterFile,
  signalTo,
  waitUntil,
} from './process.ts'
import {
  BACKUP,
  DATABASE,
  OWNER,
  passwordOf,
  prepareRoles,
  type Role,
  SERVER,
  SUPERUSER,
} from './roles.ts'

const WINDOWS = process.platform === 'win32'
/** Only what hangs is given up: a recovery of a day's log takes as long as it takes. */
const RECOVERY_LIMIT = 3_600_000

/** All that is needed to start the cluster, and to start it again. */
export interface Running {
  place: Place
  binaries: Binaries
  /** false only in tests: commits may be lost. */
  durable: boolean
  maxConnections: number
  settings: Record<string, string>
  log: (text: string) => void
  /** Windows: where it is reached, the same at each start, since connections know it from the first one. */
  puerto?: string
}

function settingsOf({ place, durable, maxConnections, settings }: Running): Record<string, string> {
  const always = durable ? 'on' : 'off'
  return {
    // The list of folders is split at commas unless each is quoted.
    unix_socket_directories: WINDOWS ? '' : `"${place.sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    listen_addresses: WINDOWS ? '127.0.0.1' : '',
    port: '5432',
    cluster_name: clusterTag(place.data),
    max_connections: String(maxConnections),
    fsync: always,
    synchronous_commit: always,
    full_page_writes: always,
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_checkpoints: 'off',
    // A disk of the backups that is away or full for long must not fill the disk of the house.
    max_slot_wal_keep_size: `${registroQueEspera(place.data)}MB`,
    // Whoever supervises it starts it anew. A postmaster that starts its processes again by itself after a panic, on a
    // disk without room, was seen to lose its startup process and to wait for it for ever (ADR 0011).
    restart_after_crash: 'off',
    // What a statement refuses goes to the program, which knows what may be written down. Here it would stand with
    // its values and its data: what a client lacks, an amount, a name.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] ',
    ...settings,
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Connection string of a role to one database of the cluster. */
function urlOf(place: Place, role: Role, database = DATABASE): string {
  const file = readPostmasterFile(place.data)
  if (WINDOWS) {
    return `postgresql://${role}:${passwordOf(place, role)}@127.0.0.1:${file?.puerto}/${database}`
  }
  const host = encodeURIComponent(file?.sockets || place.sockets)
  return `postgresql://${role}@localhost/${database}?host=${host}&port=${file?.puerto ?? 5432}&sslmode=disable`
}

/** Connection strings to the house's database: of its owner, and of the role that serves. */
export function urlsOf(place: Place): { url: string; servidor: string } {
  return { url: urlOf(place, OWNER), servidor: urlOf(place, SERVER) }
}

/** Runs `work` on a connection of that role to the house's database. */
export function comoRol<T>(
  place: Place,
  role: typeof BACKUP | typeof SUPERUSER,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient(urlOf(place, role), work)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A server that stops ends the connection by an event; the pending query already says so.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Retries while PostgreSQL answers 57P03 (starting or recovering) and its process lives. */
async function patiently<T>(pid: number, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + RECOVERY_LIMIT
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: string }
      const early = code === '57P03' || code === 'ENOENT' || code === 'ECONNREFUSED'
      if (!early || !isRunning(pid) || performance.now() > end) throw error
      await sleep(20)
    }
  }
}

/** Removes what a killed PostgreSQL left, once none of its processes lives. */
async function clearRemains({ place }: Running): Promise<void> {
  const file = readPostmasterFile(place.data)
  const remains = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'].map((name) => join(place.sockets, name))
  remains.push(join(place.data, 'postmaster.pid'))
  // A restored cluster has no file of a postmaster, and finds the socket of the one that was killed before it. In
  // another container the number in it is some other process's.
  if (!remains.some((path) => existsSync(path))) return
  const alone = () => processesOf(place.data).length === 0
  if (!(await waitUntil(alone, 5_000))) {
    // Backends without a postmaster can no longer confirm a commit to anybody: end them.
    for (const pid of processesOf(place.data)) signalTo(pid, 'SIGQUIT')
    if (!(await waitUntil(alone, 10_000))) {
      throw new EmbeddedError(
        `Quedan procesos de un PostgreSQL anterior en ${place.data} (${processesOf(place.data).join(', ')}): ciérrelos e inicie de nuevo.`,
      )
    }
  }
  if (WINDOWS && file && isRunning(file.pid)) return
  for (const path of remains) rmSync(path, { force: true })
}

/**
 * Starts a postmaster and waits until it takes connections, recovery included.
 * `onSpawn` is told its pid at once, `onExit` that it ended, for whatever reason.
 * @throws EmbeddedError with PostgreSQL's own reason in one sentence.
 */
export async function launch(
  running: Running,
  { onSpawn, onExit }: { onSpawn: (pid: number) => void; onExit: () => void },
): Promise<number> {
  const { place, binaries } = running
  await clearRemains(running)
  if (!WINDOWS) prepareSockets(place)
  const values = settingsOf(running)
  if (WINDOWS) {
    running.puerto ??= String(await freePort())
    values.port = running.puerto
  }
  const args = ['-D', place.data]
  for (const [name, value] of Object.entries(values)) args.push('-c', `${name}=${value}`)
  const { handle, from } = openLog(place.log)
  const child = spawn(binaries.postgres, args, {
    ...place.user,
    cwd: WINDOWS ? tmpdir() : '/',
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C' },
    // Its own session: Ctrl-C in the terminal reaches only Node, which then shuts PostgreSQL down.
    detached: true,
    stdio: ['ignore', handle, handle],
  })
  closeSync(handle)
  if (child.pid !== undefined) onSpawn(child.pid)
  let ended: Error | 'exit' | undefined
  child.once('error', (error) => {
    ended = error
  })
  child.once('exit', () => {
    ended ??= 'exit'
    onExit()
  })
  child.unref()
  const ready = () => {
    const file = readPostmasterFile(place.data)
    return ended !== undefined || (file?.pid === child.pid && file?.ready === true)
  }
  const inTime = await waitUntil(ready, RECOVERY_LIMIT, 5)
  if (ended) {
    const said = ended === 'exit' ? saidSince(place.log, from) : ended
    throw explain(said, place.carpeta, place.log)
  }
  if (!inTime || child.pid === undefined) {
    throw new EmbeddedError(`PostgreSQL no terminó de iniciar; el detalle está en ${place.log}.`)
  }
  return child.pid
}

/** Fast shutdown; after 30 s immediate shutdown, which does not lose confirmed commits either. */
export async function shutdown(pid: number, { place, binaries }: Running): Promise<void> {
  const gone = () => !isRunning(pid)
  // The pid may belong to another process by now.
  if (!isPostgresOf(pid, place.data)) return
  if (WINDOWS) {
    execFileSync(binaries.pgCtl, ['stop', '-D', place.data, '-m', 'fast', '-w'])
    return
  }
  signalTo(pid, 'SIGINT')
  if (await waitUntil(gone, 30_000, 5)) return
  signalTo(pid, 'SIGQUIT')
  await waitUntil(gone, 15_000)
}

/** The living PostgreSQL of this folder when it can serve as it is; stops it when it cannot. */
export async function adopt(running: Running): Promise<number | undefined> {
  const { place, binaries, durable } = running
  const pid = readPostmasterFile(place.data)?.pid
  if (pid === undefined || !isPostgresOf(pid, place.data)) return undefined
  const settled = () => !isRunning(pid) || readPostmasterFile(place.data)?.ready === true
  await waitUntil(settled, RECOVERY_LIMIT)
  if (!isRunning(pid)) return undefined
  const sql = `SELECT current_setting('server_version_num')::int / 10000 AS major,
    split_part(current_setting('server_version'), ' ', 1) AS version,
    current_setting('fsync') || current_setting('synchronous_commit') AS flush,
    current_setting('restart_after_crash') AS again`
  const { rows } = await patiently(pid, () =>
    withClient(urlOf(place, SUPERUSER, 'postgres'), (client) => client.query(sql)),
  )
  const { version, flush, again } = rows[0]
  const usable = version === binaries.version && again === 'off' && (!durable || flush === 'onon')
  if (usable) return pid
  await shutdown(pid, running)
  return undefined
}

/** Makes the roles of the house's database. May be repeated, also while another process serves. */
export async function prepareHouse(place: Place): Promise<void> {
  const passwords = WINDOWS
    ? ([OWNER, SERVER, BACKUP] as const).map(
        (role) => [role, passwordOf(place, role)] as [typeof role, string],
      )
    : []
  await withClient(urlOf(place, SUPERUSER), (client) => prepareRoles(client, passwords))
}

/** Creates the database at the first start and checks the settings that durability depends on. */
export async function checkServer(pid: number, { place, durable }: Running): Promise<void> {
  await patiently(pid, () =>
    withClient(urlOf(place, SUPERUSER, 'postgres'), async (client) => {
      const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
      if (!durable) return
      for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']) {
        const { rows } = await client.query('SELECT current_setting($1) AS value', [name])
        if (rows[0].value !== 'on') {
          throw new EmbeddedError(`PostgreSQL tiene ${name} apagado y podría perder operaciones.`)
        }
      }
    }),
  )
  await prepareHouse(place)
}

/** The identifier that PostgreSQL gave the cluster when it was made; a restored one keeps it. */
export async function sistemaDe(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT system_identifier::text AS id FROM pg_control_system()',
  )
  return rows[0]?.id ?? ''
}

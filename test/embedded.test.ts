import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeLock } from '../src/server/embedded/candado.ts'
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startPostgres,
} from '../src/server/embedded/embedded.ts'
import { findPlace } from '../src/server/embedded/folder.ts'
import { rotateLog } from '../src/server/embedded/log.ts'
import { isRunning, processesOf, waitUntil } from '../src/server/embedded/process.ts'
import { PLAZO } from './support/plazos.ts'
import { comoRol } from './support/servidor/url.ts'

let root: string
let started: EmbeddedPostgres[]

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
  chmodSync(root, 0o711)
  started = []
})

afterEach(async () => {
  for (const postgres of started) await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

async function start(carpeta = join(root, 'datos'), more: Partial<EmbeddedOptions> = {}) {
  const postgres = await startPostgres({ carpeta, durable: false, ...more })
  started.push(postgres)
  return postgres
}

async function query(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const write = (url: string) =>
  query(url, 'CREATE TABLE IF NOT EXISTS t (n int); INSERT INTO t VALUES (1)')

async function count(url: string): Promise<number> {
  const [row] = await query(url, 'SELECT count(*)::int AS n FROM t')
  return Number(row?.n)
}

function kill(pid: number): Promise<boolean> {
  process.kill(pid, 'SIGKILL')
  return waitUntil(() => !isRunning(pid), PLAZO)
}

/** A program that starts PostgreSQL and then waits, to be killed from outside. */
async function otherProgram(
  carpeta: string,
  settings: Record<string, string> = {},
): Promise<{ child: ChildProcess; pid: number }> {
  const code = `import { startPostgres } from ${JSON.stringify(resolve('src/server/embedded/embedded.ts'))}
    const settings = ${JSON.stringify(settings)}
    const { pid } = await startPostgres({ carpeta: process.argv[1], durable: false, settings })
    console.log(pid)
    setInterval(() => {}, 1000)`
  const args = ['--input-type=module', '--eval', code, carpeta]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = await new Promise<number>((done, fail) => {
    child.stdout?.once('data', (text) => done(Number(text)))
    child.once('exit', () => fail(new Error('the other program ended')))
  })
  return { child, pid }
}

test('the first start creates a durable cluster that nobody reaches from the network', async () => {
  const { url, pid, adopted } = await start(undefined, { durable: true })
  expect(adopted).toBe(false)
  expect(pid).toBeGreaterThan(1)
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']
  for (const name of names) expect(await query(url, `SHOW ${name}`)).toEqual([{ [name]: 'on' }])
  expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(await query(url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  expect(await query(url, "SELECT upper('ñandú') AS u, current_database() AS d")).toEqual([
    { u: 'ÑANDÚ', d: 'cambista' },
  ])
})

test('the second start keeps the data, and stopping leaves no process', async () => {
  const first = await start()
  await write(first.url)
  await first.stop()
  expect(isRunning(first.pid)).toBe(false)
  expect(processesOf(join(root, 'datos/postgres'))).toEqual([])
  const second = await start()
  expect(await count(second.url)).toBe(1)
})

test('a PostgreSQL killed with -9 is recovered by the next start', async () => {
  const first = await start(undefined, { durable: true, supervise: false })
  await write(first.url)
  await kill(first.pid)
  await first.stop()
  const second = await start()
  expect(await count(second.url)).toBe(1)
})

test('a PostgreSQL killed with -9 under a living program comes back by itself', async () => {
  const postgres = await start(undefined, { durable: true })
  await write(postgres.url)
  const before = postgres.pid
  await kill(before)
  expect(await waitUntil(() => postgres.pid !== before && postgres.pid !== 0, PLAZO)).toBe(true)
  expect(await count(postgres.url)).toBe(1)
})

test('a PostgreSQL that dies as soon as it has started is started after a pause that grows (R-469)', async () => {
  const said: string[] = []
  const postgres = await start(undefined, { log: (text) => said.push(text) })
  const muere = async () => {
    const before = postgres.pid
    await kill(before)
    const again = () => postgres.pid !== before && postgres.pid !== 0
    expect(await waitUntil(again, PLAZO)).toBe(true)
  }
  /** After how many seconds each start was announced; at once: none. */
  const pausas = () =>
    said.flatMap((text) => /se inicia de nuevo(?: en ([\d.]+) s)?\.$/.exec(text)?.[1] ?? 'ya')
  for (let death = 0; death < 4; death++) await muere()
  expect(pausas()).toEqual(['ya', '0.1', '0.2', '0.4'])
  // One that lived for a while is started at once, and the next one soon.
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 11_000)
  try {
    await muere()
    await muere()
    expect(pausas().slice(4)).toEqual(['ya', '0.1'])
  } finally {
    clock.mockRestore()
  }
})

test('a PostgreSQL of which a process crashes ends, and is started anew with what was acknowledged', async () => {
  const postgres = await start(undefined, { durable: true })
  await write(postgres.url)
  const before = postgres.pid
  const victim = new pg.Client({ connectionString: postgres.url })
  victim.on('error', () => {})
  await victim.connect()
  const { rows } = await victim.query('SELECT pg_backend_pid() AS pid')
  process.kill(rows[0].pid, 'SIGKILL')
  expect(await waitUntil(() => postgres.pid !== before && postgres.pid !== 0, PLAZO)).toBe(true)
  expect(await count(postgres.url)).toBe(1)
})

test('a postmaster.pid whose number another process got does not block the start', async () => {
  const first = await start(undefined, { supervise: false })
  await write(first.url)
  const file = join(root, 'datos/postgres/postmaster.pid')
  const text = readFileSync(file, 'utf8')
  await first.stop()
  writeFileSync(file, text.replace(/^\d+/, String(process.pid)))
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await count(second.url)).toBe(1)
})

test('spaces, commas, quotes, percent signs and accents in the path do no harm', async () => {
  const carpeta = join(root, 'Mis datos, "año" 100%25 + más')
  const { url } = await start(carpeta)
  await write(url)
  expect(await count(url)).toBe(1)
})

test('a path too long for a socket uses a short folder, closed to others', async () => {
  const carpeta = join(root, 'carpeta-larga-'.repeat(12), 'datos')
  const { url } = await start(carpeta)
  await write(url)
  const sockets = new URL(url).searchParams.get('host') ?? ''
  expect(Buffer.byteLength(sockets)).toBeLessThan(90)
  expect(sockets).not.toContain('carpeta-larga')
  await started[0]?.stop()
  rmSync(sockets, { recursive: true, force: true })
})

test('a house of an earlier release, all of which the superuser owned, becomes its owner’s at the start', async () => {
  const first = await start()
  const superuser = comoRol(first.url, 'cambista')
  await query(
    superuser,
    `CREATE TABLE cosas (id integer GENERATED ALWAYS AS IDENTITY); CREATE SEQUENCE serie; CREATE VIEW v AS SELECT * FROM cosas;
     CREATE TYPE par AS (a integer, b integer); CREATE DOMAIN positivo AS integer CHECK (VALUE > 0);
     CREATE FUNCTION uno(par) RETURNS integer LANGUAGE sql AS 'SELECT 1';
     CREATE STATISTICS estad ON (id + 1), (id + 2) FROM cosas; CREATE EXTENSION pg_trgm;
     ALTER DATABASE cambista OWNER TO cambista; REVOKE cambista_servidor, cambista_app FROM cambista_dueno;
     REVOKE cambista_app FROM cambista_servidor; DROP ROLE cambista_servidor, cambista_dueno, cambista_app`,
  )
  await first.stop()
  const { url, servidor } = await start()
  await query(
    url,
    `CREATE OR REPLACE FUNCTION uno(par) RETURNS integer LANGUAGE sql AS 'SELECT 2';
     ALTER DOMAIN positivo SET DEFAULT 1; CREATE OR REPLACE VIEW v AS SELECT id FROM cosas; ALTER SEQUENCE serie RESTART;
     ALTER STATISTICS estad SET STATISTICS 10; ALTER TABLE cosas ADD otra integer; ALTER TYPE par ADD ATTRIBUTE c integer;
     CREATE TABLE otra (id integer)`,
  )
  const [row] = await query(
    url,
    `SELECT pg_get_userbyid(datdba) AS dueno, rolsuper AS super FROM pg_database, pg_roles
     WHERE datname = current_database() AND rolname = current_user`,
  )
  expect(row).toEqual({ dueno: 'cambista_dueno', super: false })
  await expect(query(servidor, 'SELECT * FROM otra')).rejects.toThrow('permission denied')
})

test('the log holds nothing of what a statement refused, and is put aside when it grows', async () => {
  const carpeta = join(root, 'datos')
  const log = join(carpeta, 'postgres.log')
  const first = await start(carpeta)
  await write(first.url)
  for (const text of [
    "SELECT 'Juan Quispe'::integer",
    "INSERT INTO t SELECT 1/0 WHERE 'Juan Quispe' <> ''",
    `DO $$ BEGIN RAISE EXCEPTION 'NO' USING DETAIL = 'Juan Quispe'; END $$`,
    `DO $$ BEGIN RAISE WARNING 'Juan Quispe'; END $$`,
  ])
    await query(first.url, text).catch(() => {})
  await first.stop()
  const said = readFileSync(log, 'utf8')
  expect(said).toContain('database system is ready')
  expect(said).not.toMatch(/Quispe|STATEMENT|DETAIL|CONTEXT/)

  writeFileSync(log, 'x'.repeat(100))
  rotateLog(log, 100)
  expect(existsSync(`${log}.1`)).toBe(false)
  rotateLog(log, 99)
  expect([readFileSync(log, 'utf8'), readFileSync(`${log}.1`, 'utf8')]).toEqual([
    '',
    'x'.repeat(100),
  ])

  // There is no room for a second one.
  rmSync(`${log}.1`)
  mkdirSync(`${log}.1`)
  writeFileSync(log, 'x'.repeat(100))
  rotateLog(log, 99)
  expect(readFileSync(log, 'utf8')).toBe('x'.repeat(100))
  rmSync(`${log}.1`, { recursive: true })

  // A log of an earlier release.
  writeFileSync(log, '2026-01-01 00:00:00 UTC [7] STATEMENT:  SELECT 1\n')
  writeFileSync(`${log}.1`, '2026-01-01 00:00:00 UTC [7] DETAIL:  {"cliente": "Juan Quispe"}\n')
  await start(carpeta)
  expect(readFileSync(log, 'utf8')).not.toContain('STATEMENT')
  expect(existsSync(`${log}.1`)).toBe(false)
})

test('the log keeps why PostgreSQL ended by itself, which names the statement', async () => {
  const carpeta = join(root, 'datos')
  await (await start(carpeta)).stop()
  const log = join(carpeta, 'postgres.log')
  const at = '2026-01-01 00:00:00.000 UTC [7]'
  const panic = `${at} PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device\n${at} STATEMENT:  COMMIT\n`
  writeFileSync(log, panic)
  await (await start(carpeta)).stop()
  expect(readFileSync(log, 'utf8')).toContain(panic)
  // Another statement beside it is a refusal's, of an earlier release.
  writeFileSync(log, `${panic}${at} STATEMENT:  SELECT 1\n`)
  await start(carpeta)
  expect(readFileSync(log, 'utf8')).not.toContain('STATEMENT')
})

test('the PostgreSQL of a killed program is taken over with its data', async () => {
  const carpeta = join(root, 'datos')
  const { child, pid } = await otherProgram(carpeta)
  await kill(child.pid ?? 0)
  expect(isRunning(pid)).toBe(true)
  const postgres = await start(carpeta)
  expect(postgres).toMatchObject({ adopted: true, pid })
  await write(postgres.url)
  await postgres.stop()
  expect(isRunning(pid)).toBe(false)
})

test.each([
  ['may lose a commit', {}, { durable: true }],
  ['would start its processes again by itself', { restart_after_crash: 'on' }, {}],
])(
  'the PostgreSQL of a killed program that %s is ended, and another one started',
  async (_, settings, more) => {
    const carpeta = join(root, 'datos')
    const { child, pid } = await otherProgram(carpeta, settings)
    await kill(child.pid ?? 0)
    const postgres = await start(carpeta, more)
    expect(postgres.adopted).toBe(false)
    expect(isRunning(pid)).toBe(false)
  },
)

test('program and PostgreSQL killed together leave nothing in the way', async () => {
  const carpeta = join(root, 'datos')
  const { child, pid } = await otherProgram(carpeta)
  await kill(child.pid ?? 0)
  await kill(pid)
  const postgres = await start(carpeta)
  expect(postgres.adopted).toBe(false)
  await write(postgres.url)
})

test('a second start on a folder in use is refused in one sentence', async () => {
  const { url } = await start()
  await expect(start()).rejects.toThrow(/^Otro Cambista \(proceso \d+\) ya usa la carpeta de datos/)
  await write(url)
})

test('data on which a PostgreSQL works that cannot be seen, as in another container, are not touched', async () => {
  const carpeta = join(root, 'datos')
  await (await start(carpeta)).stop()
  const socket = join(carpeta, '.s', '.s.PGSQL.5432')
  const unseen = createServer((client) => client.destroy())
  await new Promise<void>((listens) => unseen.listen(socket, listens))
  const left = `${2 ** 22 + 1}\n${join(carpeta, 'postgres')}\n1\n5432\n${join(carpeta, '.s')}\n\n\nready\n`
  writeFileSync(join(carpeta, 'postgres/postmaster.pid'), left)
  await expect(start(carpeta)).rejects.toThrow(/^Otro programa trabaja con la carpeta de datos/)
  expect(readFileSync(join(carpeta, 'postgres/postmaster.pid'), 'utf8')).toBe(left)
  expect(existsSync(socket)).toBe(true)
  await new Promise((closed) => unseen.close(closed))
  await write((await start(carpeta)).url)
})

test.runIf(spawnSync('flock', ['--version']).status === 0)(
  'a program whose process cannot be seen, as in another container, keeps its data from its start to its end',
  async () => {
    const carpeta = join(root, 'datos')
    await (await start(carpeta)).stop()
    const { lock } = findPlace(carpeta)
    const release = await takeLock(lock, carpeta)
    // As another container sees it: nobody has this number there, and no PostgreSQL takes connections yet.
    writeFileSync(lock, `${2 ** 22 + 1}\n\n`)
    await expect(start(carpeta)).rejects.toThrow(/^Otro programa trabaja con la carpeta de datos/)
    release()
    const again = await start(carpeta)
    await write(again.url)
    await expect(takeLock(lock, carpeta)).rejects.toThrow(/^Otro Cambista/)
  },
)

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'the lock that root’s command makes first is of whoever owns the folder, and no other file becomes so',
  async () => {
    const carpeta = join(root, 'del servicio')
    mkdirSync(carpeta)
    chownSync(carpeta, 12_345, 12_346)
    const lock = join(carpeta, 'en-uso.lock')
    const duenos = (file: string) => {
      const { uid, gid } = statSync(file)
      return [uid, gid]
    }
    const release = await takeLock(lock, carpeta)
    release()
    expect(duenos(`${lock}.nucleo`)).toEqual([12_345, 12_346])
    const ajeno = join(root, 'de root')
    for (const [link, text] of [
      [symlinkSync, ''],
      [linkSync, ''],
      [linkSync, 'secreto'],
    ] as const) {
      rmSync(`${lock}.nucleo`)
      rmSync(ajeno, { force: true })
      writeFileSync(ajeno, text)
      link(ajeno, `${lock}.nucleo`)
      await takeLock(lock, carpeta).then(
        (again) => again(),
        () => {},
      )
      expect(duenos(ajeno)).toEqual([0, 0])
    }
  },
)

test('the socket of a PostgreSQL that was killed is in nobody’s way, whose number it may have', async () => {
  const carpeta = join(root, 'datos')
  await (await start(carpeta)).stop()
  const other = await start(join(root, 'otra'))
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    writeFileSync(join(carpeta, '.s', name), `${other.pid}\n`)
  await write((await start(carpeta)).url)
})

test('data of another major version are refused in one sentence', async () => {
  await (await start()).stop()
  writeFileSync(join(root, 'datos/postgres/PG_VERSION'), '15\n')
  await expect(start()).rejects.toThrow(/son de PostgreSQL 15 y este programa trae PostgreSQL 18/)
})

test('a place that cannot hold data is refused in one sentence', async () => {
  writeFileSync(join(root, 'archivo'), '')
  await expect(start(join(root, 'archivo', 'datos'))).rejects.toThrow(
    /parte de la ruta es un archivo/,
  )
  mkdirSync(join(root, 'datos/postgres'), { recursive: true })
  await expect(start()).rejects.toThrow(/no contiene una base de datos completa/)
  expect(existsSync(join(root, 'datos/postgres/PG_VERSION'))).toBe(false)
})

test.runIf(process.getuid?.() === 0)('root keeps data of a closed folder in /var/lib', async () => {
  const closed = join(root, 'cerrada')
  mkdirSync(closed, { mode: 0o700 })
  const first = await start(join(closed, 'datos'))
  await write(first.url)
  await first.stop()
  const second = await start(join(closed, 'datos'))
  expect(await count(second.url)).toBe(1)
  const place = new URL(second.url).searchParams.get('host') ?? ''
  await second.stop()
  expect(place).toMatch(/^\/var\/lib\/cambista\/[0-9a-f]{16}\//)
  rmSync(join(place, '..'), { recursive: true, force: true })
  await expect(start(join(closed, 'datos'))).rejects.toThrow(/enlace a un lugar que ya no existe/)
})

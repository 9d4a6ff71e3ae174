import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../embedded/embedded.ts'
import { checkDatabase, faultOf, type Settings, sinCifrar, warningsOf } from './boot.ts'

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
const postgres = await startPostgres({ carpeta: join(root, 'datos') })
const { url } = postgres

afterAll(async () => {
  await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('a PostgreSQL that keeps confirmed commits is accepted without a warning', async () => {
  expect(await checkDatabase(url)).toEqual([])
})

test.each<[string, boolean, number]>([
  ['/run/cambista', false, 0],
  ['localhost', false, 0],
  ['127.0.0.1', false, 0],
  ['::1', false, 0],
  ['datos.casa.pe', true, 0],
  ['datos.casa.pe', false, 1],
  ['10.0.0.7', false, 1],
  ['127.0.0.1.casa.pe', false, 1],
])('a database at %s, encrypted %s: %i warnings', (host, cifrada, warnings) => {
  expect(sinCifrar(host, cifrada)).toHaveLength(warnings)
})

test.each([
  ['off', 'ALTER DATABASE cambista SET synchronous_commit = off', 'DATABASE "cambista" '],
  ['local', 'ALTER ROLE cambista_dueno SET synchronous_commit = local', 'ROLE "cambista_dueno" '],
  [
    'off',
    'ALTER ROLE cambista_dueno IN DATABASE cambista SET synchronous_commit = off',
    'ROLE "cambista_dueno" IN DATABASE "cambista" ',
  ],
])(
  'synchronous_commit=%s is refused where it was set, and its cure cures it',
  async (value, harm, where) => {
    await run(harm)
    const cure = `ALTER ${where}SET synchronous_commit = on`
    await expect(checkDatabase(url)).rejects.toThrow(
      `La base de datos puede perder operaciones ya confirmadas (synchronous_commit=${value}): ejecute «${cure}» e inicie de nuevo.`,
    )
    expect(await checkDatabase(url, { olvidadiza: true })).toEqual([])
    await run(cure)
    expect(await checkDatabase(url)).toEqual([])
    // A setting at a narrower level would hide the next one at a wider level.
    await run(`ALTER ${where}RESET synchronous_commit`)
  },
)

test('the program refuses to start on it, leaves it untouched, and says in one sentence what to do', async () => {
  await run('ALTER DATABASE cambista SET synchronous_commit = off')
  const { status, stderr, stdout } = spawnSync(process.execPath, [resolve('src/main.server.ts')], {
    env: { ...process.env, DATABASE_URL: url, CAMBISTA_DEMO: '0', PORT: '0' },
    encoding: 'utf8',
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'")
  await client.end()
  await run('ALTER DATABASE cambista RESET synchronous_commit')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^La base de datos puede perder [^\n]+ e inicie de nuevo\.\n$/)
  expect(rows).toEqual([])
})

const good: Record<string, string> = {
  server_version: '15.1',
  server_version_num: '150001',
  data_checksums: 'on',
  transaction_read_only: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  TimeZone: 'UTC',
  statement_timeout: '10000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
}
const fault = (name: string, setting: string, source = 'default') => {
  const settings = Object.fromEntries(
    Object.entries({ ...good, [name]: setting }).map(([key, value]) => [
      key,
      { setting: value, source },
    ]),
  )
  return faultOf(settings as Settings, { database: 'casa "2"', user: 'ana' })
}

test('each missing guarantee alone is enough to refuse', () => {
  expect(fault('fsync', 'on')).toBeNull()
  expect(fault('server_version_num', '140011')).toMatch(/se necesita la versión 15/)
  expect(fault('transaction_read_only', 'on')).toMatch(/servidor principal/)
  expect(fault('fsync', 'off', 'configuration file')).toContain(
    '(fsync=off): ejecute «ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf()»',
  )
  expect(fault('full_page_writes', 'off')).toMatch(/full_page_writes=off/)
  expect(fault('synchronous_commit', 'off', 'database')).toContain(
    'ALTER DATABASE "casa ""2""" SET synchronous_commit = on',
  )
  for (const waits of ['remote_write', 'remote_apply']) {
    expect(fault('synchronous_commit', waits)).toBeNull()
  }
  for (const [name, value] of [
    ['TimeZone', 'America/Lima'],
    ['statement_timeout', '0'],
    ['lock_timeout', '0'],
    ['idle_in_transaction_session_timeout', '60000'],
  ] as const) {
    expect(fault(name, value)).toContain(`(${name} es «${value}» y debe ser «${good[name]}»)`)
  }
  expect(faultOf({}, {})).not.toBeNull()
})

test('a cluster without checksums gets a warning, not a refusal', () => {
  expect(fault('data_checksums', 'off')).toBeNull()
  expect(warningsOf({ data_checksums: { setting: 'off', source: 'default' } })).toEqual([
    expect.stringMatching(/^Aviso: .*pg_checksums\.$/),
  ])
})

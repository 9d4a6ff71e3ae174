import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { publicarCabeza, sellar } from '../../src/areas/auditoria/cadena/sellado.ts'
import { conBase } from '../../src/server/db/db.ts'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { PLAZO } from '../support/plazos.ts'

/*
 * Backups of a PostgreSQL of the house's own, with the file and the script that are shipped: only paths are put in. Where
 * pgBackRest or a PostgreSQL of the system is missing, this is skipped and says so.
 */

const DEBIAN = '/usr/lib/postgresql'
/** The newest PostgreSQL of the system that its pgBackRest reads; null without one. */
function programas(): string | null {
  if (spawnSync('pgbackrest', ['version']).status !== 0 || !existsSync(DEBIAN)) return null
  const [newest] = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a))
  const folder = newest ? join(DEBIAN, newest, 'bin') : null
  return folder && existsSync(join(folder, 'initdb')) ? folder : null
}
const bin = programas()
const SHIPPED = resolve(import.meta.dirname, '..', '..', 'despliegue', 'pgbackrest')

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
const at = (name: string) => join(root, name)
// PostgreSQL refuses root.
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const own = (path: string) => user.uid && chownSync(path, user.uid, user.gid)
let server: ChildProcess | undefined

afterAll(() => {
  server?.kill('SIGQUIT')
  rmSync(root, { recursive: true, force: true })
})

const url = (who: string, database: string) =>
  `postgresql://${who}@localhost/${database}?host=${encodeURIComponent(at('s'))}&port=5432&sslmode=disable`
const casa = url('cambista_dueno', 'cambista')

function correr(command: string, args: string[], codigo = 0): string {
  const env = {
    ...{ PATH: process.env.PATH, PGBACKREST_CONFIG: at('pgbackrest.conf') },
    CAMBISTA_ANOTAR: `host=${at('s')} user=cambista_anota dbname=cambista`,
  }
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...user,
    env,
    encoding: 'utf8',
    cwd: root,
  })
  expect({ status, stdout, stderr }).toMatchObject({ status: codigo })
  return stdout
}
const guion = (...args: string[]) => correr(at('casa.sh'), args)
const respaldos = () =>
  unaConexion(casa, async (client) => {
    const { rows } = await client.query<{ bytes: number | null; falla: string | null }>(
      'SELECT carpeta, bytes::int, falla FROM respaldos ORDER BY id',
    )
    return rows
  })

async function iniciar(): Promise<void> {
  server = spawn(join(bin ?? '', 'postgres'), ['-D', at('datos')], {
    ...user,
    ...{ cwd: root, env: { PATH: process.env.PATH }, stdio: 'ignore' },
  })
  const up = () =>
    unaConexion(url('postgres', 'postgres'), async (client) => {
      const { rows } = await client.query<{ va: boolean }>('SELECT NOT pg_is_in_recovery() AS va')
      return rows[0]?.va
    }).catch(() => false)
  await expect.poll(up, { timeout: PLAZO }).toBe(true)
}

async function detener(): Promise<void> {
  const gone = new Promise((done) => server?.once('exit', done))
  server?.kill('SIGINT')
  await gone
  server = undefined
}

function preparar(): void {
  chmodSync(root, 0o711)
  for (const name of ['s', 'copias', 'candado']) {
    mkdirSync(at(name), { mode: 0o700 })
    own(at(name))
  }
  own(root)
  cpSync(join(SHIPPED, 'casa.sh'), at('casa.sh'))
  const conf = readFileSync(join(SHIPPED, 'pgbackrest.conf'), 'utf8')
    .replace(/^repo1-path=.*$/m, `repo1-path=${at('copias')}`)
    .replace(/^repo1-cipher-pass=$/m, 'repo1-cipher-pass=caballo pila grapa correcta luna')
    .replace(/^pg1-path=.*$/m, `pg1-path=${at('datos')}`)
    .replace(/^pg1-socket-path=.*$/m, `pg1-socket-path=${at('s')}\npg1-user=postgres`)
    .replace(/^\[global\]$/m, `[global]\nlock-path=${at('candado')}\nspool-path=${at('candado')}`)
  writeFileSync(at('pgbackrest.conf'), conf)
  correr(join(bin ?? '', 'initdb'), [
    '-D',
    at('datos'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ])
  const archive = `pgbackrest --config=${at('pgbackrest.conf')} --stanza=cambista archive-push %p`
  appendFileSync(
    join(at('datos'), 'postgresql.conf'),
    `\nlisten_addresses = ''\nunix_socket_directories = '${at('s')}'\narchive_mode = on\narchive_command = '${archive}'\n`,
  )
}

test.skipIf(bin === null)(
  'a house on a PostgreSQL of its own comes back as it was at an instant (skipped without pgBackRest)',
  async () => {
    preparar()
    await iniciar()
    await unaConexion(url('postgres', 'postgres'), async (client) => {
      await client.query('CREATE ROLE cambista_dueno LOGIN CREATEROLE')
      await client.query('CREATE DATABASE cambista OWNER cambista_dueno')
    })
    await migrate(casa)
    guion('preparar')
    const [psql, file] = ['psql', join(SHIPPED, 'anotar.sql')]
    cpSync(file, at('anotar.sql'))
    correr(psql, [
      '-X',
      '-q',
      '-v',
      "clave='x'",
      '-f',
      at('anotar.sql'),
      '-d',
      url('postgres', 'cambista'),
    ])
    guion('respaldar', 'full')
    // the house knows of it, and of one that failed.
    const hecho = { carpeta: 'pgBackRest', bytes: expect.any(Number), falla: null }
    expect(await respaldos()).toEqual([hecho])
    expect((await respaldos())[0]?.bytes).toBeGreaterThan(1_000_000)
    correr(at('casa.sh'), ['respaldar', 'nada'], 1)
    const fallado = { ...hecho, bytes: null, falla: expect.stringContaining('no terminó') }
    expect(await respaldos()).toEqual([hecho, fallado])
    // Who notes it does nothing else.
    await expect(
      unaConexion(url('cambista_anota', 'cambista'), (client) =>
        client.query('SELECT * FROM respaldos'),
      ),
    ).rejects.toThrow('permission denied')
    const escribir = (text: string) =>
      unaConexion(casa, async (client) => {
        await client.query(
          'CREATE SCHEMA IF NOT EXISTS prueba; CREATE TABLE IF NOT EXISTS prueba.acuses (t text)',
        )
        await client.query('INSERT INTO prueba.acuses VALUES ($1)', [text])
        const { rows } = await client.query<{ ahora: string }>(
          "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' AS ahora",
        )
        return rows[0]?.ahora ?? ''
      })
    const afuera = { anclas: at('secretos'), clave: Buffer.alloc(32, 3) }
    const publicar = () =>
      conBase(casa, async (db) => {
        await sql`SELECT auditar('{}', 'denegado', '/prueba', NULL, NULL, NULL)`.execute(db)
        await sellar(db)
        await publicarCabeza(db, afuera, true)
      })
    await publicar()
    const instant = await escribir('antes')
    guion('respaldar', 'diff')
    await escribir('después')
    await publicar()
    await unaConexion(url('postgres', 'postgres'), (client) =>
      client.query('SELECT pg_switch_wal()'),
    )
    await detener()
    // The disk is gone: only its empty place is there.
    rmSync(at('datos'), { recursive: true })
    mkdirSync(at('datos'), { mode: 0o700 })
    own(at('datos'))
    expect(guion('restaurar', instant)).toContain('npm run devuelta')
    await iniciar()
    // As the house is told: the head that was published after the instant is put aside.
    const entorno = { DATABASE_URL: casa, CAMBISTA_SECRETOS: at('secretos') }
    const devuelta = resolve('scripts', 'respaldo', 'devuelta.ts')
    const told = spawnSync(process.execPath, [devuelta, instant], {
      ...{ encoding: 'utf8', env: { ...process.env, ...entorno } },
    })
    expect(told).toMatchObject({ status: 0, stdout: expect.stringContaining('Hay 1 cabeza') })
    const rows = await unaConexion(
      casa,
      async (client) => (await client.query('SELECT t FROM prueba.acuses')).rows,
    )
    expect(rows).toEqual([{ t: 'antes' }])
    await detener()
    // Nobody reads it without the phrase.
    const files = readdirSync(at('copias'), { recursive: true, encoding: 'utf8' })
    const bytes = files
      .filter((name) => name.endsWith('backup.info'))
      .map((name) => readFileSync(join(at('copias'), name)))
    expect(bytes.length).toBeGreaterThan(0)
    for (const each of bytes) expect(each.includes('cambista')).toBe(false)
  },
)

test('the script says how it is used, and the file names a phrase and a disk apart', () => {
  const { status, stderr } = spawnSync('sh', [join(SHIPPED, 'casa.sh')], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('Uso: casa.sh') })
  const conf = readFileSync(join(SHIPPED, 'pgbackrest.conf'), 'utf8')
  expect(conf).toMatch(/^repo1-cipher-type=aes-256-cbc$/m)
})

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { PLAZO } from '../support/plazos.ts'

/*
 * The oldest PostgreSQL that the system has, 15 or later, reads all the SQL of the program: the bundled one takes what an
 * older one refuses, and the body of a function is read when it is called. Skipped without one.
 */

const DEBIAN = '/usr/lib/postgresql'
const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : []
const oldest = Math.min(...versions.filter((version) => version >= 15))
const bin = join(DEBIAN, String(oldest), 'bin')
const hay = existsSync(join(bin, 'initdb'))

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
// PostgreSQL refuses root.
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
let server: ChildProcess | undefined
afterAll(() => {
  server?.kill('SIGQUIT')
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

const url = (who: string, database: string) =>
  `postgresql://${who}@localhost/${database}?host=${encodeURIComponent(root)}&port=5432&sslmode=disable`

async function iniciar(): Promise<void> {
  chmodSync(root, 0o700)
  if (user.uid) chownSync(root, user.uid, user.gid)
  const at = { ...user, cwd: root, env: { PATH: process.env.PATH } }
  const data = join(root, 'datos')
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...at, encoding: 'utf8' },
  )
  expect(made).toMatchObject({ status: 0 })
  const settings = ['listen_addresses=', `unix_socket_directories=${root}`, 'fsync=off']
  const args = ['-D', data, ...settings.flatMap((each) => ['-c', each])]
  server = spawn(join(bin, 'postgres'), args, { ...at, stdio: 'ignore' })
  const up = () => unaConexion(url('postgres', 'postgres'), async () => true).catch(() => false)
  await expect.poll(up, { timeout: PLAZO }).toBe(true)
}

test.skipIf(!hay)('every function compiles there (skipped without it)', async () => {
  await iniciar()
  await unaConexion(url('postgres', 'postgres'), async (client) => {
    await client.query('CREATE ROLE cambista_dueno LOGIN CREATEROLE')
    await client.query('CREATE DATABASE cambista OWNER cambista_dueno')
  })
  await migrate(url('cambista_dueno', 'cambista'))
  const faults = await unaConexion(url('cambista_dueno', 'cambista'), async (client) => {
    await client.query('SET check_function_bodies = on')
    const { rows } = await client.query<{ nombre: string; texto: string }>(
      `SELECT oid::regprocedure::text AS nombre, pg_get_functiondef(oid) AS texto FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
         AND prolang IN (SELECT oid FROM pg_language WHERE lanname IN ('sql', 'plpgsql'))`,
    )
    expect(rows.length).toBeGreaterThan(100)
    const found: string[] = []
    for (const { nombre, texto } of rows)
      await client.query(texto).catch(({ message }: Error) => found.push(`${nombre}: ${message}`))
    return found
  })
  expect(faults).toEqual([])
})

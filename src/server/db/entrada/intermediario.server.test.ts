import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { puertoLibre } from '../../../../test/jaula/servidor.ts'
import { baseFolder } from '../../../../test/support/servidor/carpeta.ts'
import { comoSuperusuario } from '../../../../test/support/servidor/dueno.ts'
import { startPostgres } from '../../embedded/embedded.ts'
import { checkDatabase } from '../../proceso/boot.ts'
import { conBase } from '../db.ts'
import { migrate } from '../migrate.ts'
import { accesoDeServicio } from './acceso.ts'
import { exigirSesiones } from './intermediario.ts'
import { esperarBase } from './lista.ts'
import { exigirPuertaCerrada } from './puerta.ts'

/* What stands between the program and PostgreSQL keeps a session together, or is refused by its name. */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
const port = String(await puertoLibre())
const cluster = await startPostgres({
  carpeta: join(root, 'datos'),
  settings: { listen_addresses: '127.0.0.1', port },
})
writeFileSync(
  join(root, 'datos', 'postgres', 'pg_hba.conf'),
  'local all all trust\nhost all all 127.0.0.1/32 trust\n',
)
const como = (text: string) => comoSuperusuario(cluster.url, text)
await como('SELECT pg_reload_conf()')
const clients: pg.Client[] = []
let pooler: ChildProcess | undefined

afterAll(async () => {
  for (const client of clients) await client.end()
  await parar()
  await cluster.stop()
  rmSync(root, { recursive: true, force: true })
})

async function pregunta() {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  clients.push(client)
  return (text: string, values: string[]) => client.query(text, values)
}

test('two clients on one session of PostgreSQL, or one on several, are a pooler of transactions', async () => {
  const [a, b] = [await pregunta(), await pregunta()]
  await exigirSesiones(a, [b])
  await expect(exigirSesiones(a, [a])).rejects.toThrow('pool_mode = session')
  let turn = 0
  const either = (text: string, values: string[]) => {
    turn += 1
    return turn % 2 === 0 ? a(text, values) : b(text, values)
  }
  await expect(exigirSesiones(either, [])).rejects.toThrow('modo «transaction»')
})

async function parar() {
  const child = pooler
  pooler = undefined
  if (!child || child.exitCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  await ended
}

/** Starts PgBouncer with its usual settings and this mode before the database; answers the address of a user. */
async function conPooler(modo: string, base: string): Promise<(user: string) => string> {
  await parar()
  const puerto = String(await puertoLibre())
  const users = join(root, 'usuarios.txt')
  writeFileSync(users, `"${base}_dueno" ""\n"${base}_servidor" ""\n"${base}_atiende" ""\n`)
  const ini = join(root, 'pgbouncer.ini')
  writeFileSync(
    ini,
    `[databases]
${base} = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${puerto}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${modo}
`,
  )
  chmodSync(ini, 0o644)
  chmodSync(users, 0o644)
  // It refuses root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn('pgbouncer', [ini], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  pooler = child
  let said = ''
  await new Promise<void>((done, fail) => {
    child.stderr.on('data', (text) => {
      said += text
      if (said.includes('process up')) done()
    })
    child.once('error', fail)
    child.once('exit', () => fail(new Error(said)))
  })
  return (name) => `postgresql://${name}@127.0.0.1:${puerto}/${base}`
}

const sinPgbouncer = spawnSync('pgbouncer', ['--version']).status !== 0

test.skipIf(sinPgbouncer)(
  'PgBouncer serves a house in session mode, and is refused by its name in transaction mode (skipped without it)',
  async () => {
    await como('CREATE ROLE casa_dueno LOGIN CREATEROLE')
    await como('GRANT cambista_app, cambista_sucursal TO casa_dueno WITH ADMIN OPTION')
    await como('CREATE DATABASE casa OWNER casa_dueno')
    const por = await conPooler('transaction', 'casa')
    await esperarBase(por('casa_dueno'), () => {})
    // Whom it does not know is refused at once, not waited for.
    await expect(esperarBase(por('nadie'), () => expect.unreachable('it waits'))).rejects.toThrow(
      'no deja entrar a «nadie» en «casa»',
    )
    await expect(checkDatabase(por('casa_dueno'))).rejects.toThrow('modo «transaction»')

    const url = await conPooler('session', 'casa')
    const dueno = url('casa_dueno')
    expect(await checkDatabase(dueno)).toEqual([])
    const clave = randomBytes(32)
    // A pooler has a list of its own of who may sign in: the role that serves is named.
    await expect(accesoDeServicio({ dueno, servidor: null, clave })).rejects.toThrow(
      'DATABASE_URL_APP',
    )
    await como('CREATE ROLE casa_atiende LOGIN NOINHERIT')
    await como('GRANT cambista_app, cambista_sucursal TO casa_atiende')
    const servidor = await accesoDeServicio({ dueno, servidor: url('casa_atiende'), clave })
    expect(servidor).toBe(url('casa_atiende'))
    await migrate(dueno)
    await exigirPuertaCerrada(servidor)
    expect(await checkDatabase(servidor)).toEqual([])
    const quien = await conBase(servidor, (db) =>
      sql`SELECT current_user::text AS papel, current_setting('statement_timeout') AS plazo`.execute(
        db,
      ),
    )
    expect(quien.rows).toEqual([{ papel: 'cambista_app', plazo: '10s' }])
    // The owner does not serve, whatever is in between.
    await expect(exigirPuertaCerrada(dueno)).rejects.toThrow(
      '«casa_dueno» con que se atiende puede',
    )
  },
)

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { arrancar, CLAVE, puertoLibre } from '../../../../test/jaula/servidor.ts'
import { baseFolder } from '../../../../test/support/servidor/carpeta.ts'
import { comoDueno, comoSuperusuario } from '../../../../test/support/servidor/dueno.ts'
import { negado } from '../../../../test/support/servidores/negado.ts'
import { startPostgres } from '../../embedded/embedded.ts'
import { migrate } from '../migrate.ts'
import { accesoDeServicio } from './acceso.ts'
import { exigirPuertaCerrada } from './puerta.ts'

/* A PostgreSQL of the house's own, which asks for passwords, as DATABASE_URL names it (R-127, ADR 0045). */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
const carpeta = join(root, 'datos')
const port = String(await puertoLibre())
const cluster = await startPostgres({
  carpeta,
  durable: false,
  settings: { listen_addresses: '127.0.0.1', port },
})
const como = (text: string) => comoSuperusuario<{ n: number }>(cluster.url, text)
const hba = join(carpeta, 'postgres', 'pg_hba.conf')
const alone = 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n'
writeFileSync(hba, alone)
await como('SELECT pg_reload_conf()')

const clave = randomBytes(32)
let houses = 0

afterEach(async () => {
  if (readFileSync(hba, 'utf8') === alone) return
  writeFileSync(hba, alone)
  await como('SELECT pg_reload_conf()')
})
afterAll(async () => {
  await cluster.stop()
  rmSync(root, { recursive: true, force: true })
})

const url = (user: string, password: string, base: string) =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/${base}`

/** An empty database with an owner of its own, who may make roles or not. */
async function casa({ crea = true } = {}) {
  houses += 1
  const base = `casa${houses}`
  await como(`CREATE ROLE dueno${houses} LOGIN PASSWORD 'secreta'`)
  if (crea) {
    // As if he had made the roles that serve himself.
    await como(`ALTER ROLE dueno${houses} CREATEROLE;
      GRANT cambista_app, cambista_sucursal TO dueno${houses} WITH ADMIN OPTION`)
  }
  await como(`CREATE DATABASE ${base} OWNER dueno${houses}`)
  return { base, dueno: url(`dueno${houses}`, 'secreta', base), login: `${base}_servidor` }
}

const quien = (servidor: string) =>
  comoDueno(servidor, 'SELECT session_user::text AS quien').then(([row]) => row?.quien)

test('the program makes the role that serves, whose password follows from the secret of the house', async () => {
  const { dueno, login } = await casa()
  const servidor = await accesoDeServicio({ dueno, servidor: null, clave })
  await migrate(dueno)
  await exigirPuertaCerrada(servidor)
  expect(await quien(servidor)).toBe(login)
  // Another process of the house, at once with others, comes to the same; another secret does not open.
  const all = await Promise.all(
    [1, 2, 3].map(() => accesoDeServicio({ dueno, servidor: null, clave })),
  )
  expect(new Set([servidor, ...all])).toEqual(new Set([servidor]))
  const wrong = servidor.replace(/password=[^&]+/, 'password=otra')
  await expect(quien(wrong)).rejects.toThrow(/password authentication failed/)
})

test('processes that start at once on a new database make one role', async () => {
  const { dueno, login } = await casa()
  const both = await Promise.all(
    [1, 2, 3, 4].map(() => accesoDeServicio({ dueno, servidor: null, clave })),
  )
  expect(await Promise.all(both.map(quien))).toEqual(both.map(() => login))
})

test('after the secret of the house changed, the role gets the new password', async () => {
  const { dueno, login } = await casa()
  await accesoDeServicio({ dueno, servidor: null, clave })
  const servidor = await accesoDeServicio({ dueno, servidor: null, clave: randomBytes(32) })
  expect(await quien(servidor)).toBe(login)
})

test('the program itself serves as that role, on every connection that it keeps', async () => {
  const { dueno, base, login } = await casa()
  const api = await arrancar(dueno, { olvidadiza: true })
  try {
    const open = await como(
      `SELECT DISTINCT usename::text AS n FROM pg_stat_activity WHERE datname = '${base}'`,
    )
    expect(open).toEqual([{ n: login }])
  } finally {
    await api.parar()
  }
})

test('two programs that start at once on an empty database open one house', async () => {
  const { dueno } = await casa()
  const both = await Promise.all([1, 2].map(() => arrancar(dueno, { olvidadiza: true })))
  try {
    // Both say the same thing to whoever comes first: there is nobody inside yet.
    const answers = await Promise.all(
      both.map(({ puerto }) =>
        fetch(`http://127.0.0.1:${puerto}/api/primer-uso`).then((r) => r.text()),
      ),
    )
    expect(new Set(answers).size).toBe(1)
  } finally {
    await Promise.all(both.map((api) => api.parar()))
  }
})

test('the first administrator is made in an empty database before the first start', async () => {
  const { dueno } = await casa()
  const program = [resolve('scripts/admin-crear.ts'), 'ana', 'ana@example.com', 'Ana', 'Quispe']
  const { stdout } = await promisify(execFile)(process.execPath, program, {
    env: {
      ...process.env,
      ...{ DATABASE_URL: dueno, CAMBISTA_DATOS: join(root, 'nueva'), CAMBISTA_SECRETOS: root },
      ...{ CAMBISTA_CLAVE: CLAVE, CAMBISTA_PASSWORD: 'Caja-del-puente-2026' },
    },
  })
  expect(stdout).toBe('Administrador «ana» creado.\n')
})

test('a program for which there is no room at the start waits until there is', async () => {
  const { dueno, login } = await casa()
  const servidor = await accesoDeServicio({
    dueno,
    servidor: null,
    clave: Buffer.from(CLAVE, 'hex'),
  })
  await migrate(dueno)
  // One connection is enough for the looks before, and none is left for the program's pool.
  await como(`ALTER ROLE ${login} CONNECTION LIMIT 1`)
  const one = new pg.Client({ connectionString: servidor })
  await one.connect()
  const api = arrancar(dueno, { olvidadiza: true })
  api.catch(() => {})
  await como('SELECT pg_sleep(6)')
  await one.end()
  await como(`ALTER ROLE ${login} CONNECTION LIMIT -1`)
  await (await api).parar()
})

test('an owner who may not create roles is told what to have run; then DATABASE_URL_APP serves', async () => {
  const { dueno, base } = await casa({ crea: false })
  const refusal = await accesoDeServicio({ dueno, servidor: null, clave }).catch(
    ({ message }: Error) => message,
  )
  expect(refusal).toMatch(/no puede crear el usuario con que se atiende.*DATABASE_URL_APP\.$/s)
  for (const statement of String(refusal).match(/^ {2}.*;$/gm) ?? []) {
    await como(statement.replace('<una contraseña larga>', 'larga')).catch((error) => {
      if (!/already exists/.test(error.message)) throw error
    })
  }
  const given = url(`${base}_servidor`, 'larga', base)
  expect(await accesoDeServicio({ dueno, servidor: given, clave })).toBe(given)
  await migrate(dueno)
  await exigirPuertaCerrada(given)
  const api = await arrancar(dueno, { olvidadiza: true, entorno: { DATABASE_URL_APP: given } })
  await api.parar()
})

test('a DATABASE_URL_APP that cannot serve is refused in words', async () => {
  const { dueno, base } = await casa()
  await accesoDeServicio({ dueno, servidor: null, clave })
  await como(`CREATE ROLE ajeno LOGIN PASSWORD 'x'`)
  for (const servidor of [url('ajeno', 'x', base), url('nadie', 'x', base)]) {
    await expect(accesoDeServicio({ dueno, servidor, clave })).rejects.toThrow(
      /^No se puede atender con el usuario de DATABASE_URL_APP .*GRANT cambista_app, cambista_sucursal TO/,
    )
  }
})

test('a DATABASE_URL_APP without its password says so in Spanish', async () => {
  const { dueno, base } = await casa()
  await como(`CREATE ROLE callado LOGIN PASSWORD 'x'`)
  const servidor = new URL(url('callado', 'x', base))
  servidor.password = ''
  await expect(accesoDeServicio({ dueno, servidor: servidor.href, clave })).rejects.toThrow(
    /^PostgreSQL pide la contraseña de «callado» y DATABASE_URL_APP no la tiene: /,
  )
})

test('where not everybody may connect the role of the program may, and another one is told the statement', async () => {
  const { dueno, base } = await casa()
  await como(`REVOKE CONNECT ON DATABASE ${base} FROM PUBLIC`)
  const propio = await accesoDeServicio({ dueno, servidor: null, clave })
  expect(await quien(propio)).toBe(`${base}_servidor`)
  await como(`CREATE ROLE aparte LOGIN PASSWORD 'x'`)
  await como('GRANT cambista_app, cambista_sucursal TO aparte')
  const servidor = url('aparte', 'x', base)
  const refusal = await accesoDeServicio({ dueno, servidor, clave }).catch(
    ({ message }: Error) => message,
  )
  expect(refusal).toMatch(/«aparte», no tiene derecho a conectarse a/)
  await como(String(refusal).match(/«(GRANT .*)»/)?.[1] ?? '')
  expect(await accesoDeServicio({ dueno, servidor, clave })).toBe(servidor)
  await como('ALTER ROLE aparte NOLOGIN')
  const cerrado = await accesoDeServicio({ dueno, servidor, clave }).catch(
    ({ message }: Error) => message,
  )
  await como(String(cerrado).match(/«(ALTER ROLE .*? LOGIN)»/)?.[1] ?? '')
  expect(await accesoDeServicio({ dueno, servidor, clave })).toBe(servidor)
})

test('a pooler that does not let in whom DATABASE_URL_APP names is told at once, by its name', async () => {
  const { dueno, base } = await casa()
  const pooler = await negado(['08P01', 'no such user: ana'])
  try {
    await expect(accesoDeServicio({ dueno, servidor: pooler.url, clave })).rejects.toThrow(
      /PgBouncer.*«no such user: ana».*DATABASE_URL_APP\.$/,
    )
    // Nothing that PostgreSQL could do cures that, and nothing was done there.
    expect(pooler.pedido()).toBe(1)
    expect(await como(`SELECT 1 AS n FROM pg_roles WHERE rolname = '${base}_servidor'`)).toEqual([])
  } finally {
    await pooler.cerrar()
  }
})

test('a role of that name that is not of the program is left alone', async () => {
  const { dueno, login } = await casa()
  await como(`CREATE ROLE ${login} SUPERUSER LOGIN PASSWORD 'x'`)
  await expect(accesoDeServicio({ dueno, servidor: null, clave })).rejects.toThrow(
    new RegExp(`«${login}» de PostgreSQL ya existe y no es de este programa`),
  )
})

test('a PostgreSQL that lets the role sign in by other means only says which line is missing', async () => {
  const { dueno, login } = await casa()
  writeFileSync(hba, `host all ${login} 127.0.0.1/32 reject\n${alone}`)
  await como('SELECT pg_reload_conf()')
  await expect(accesoDeServicio({ dueno, servidor: null, clave })).rejects.toThrow(
    new RegExp(`no deja entrar al usuario «${login}».*pg_hba\\.conf`),
  )
})

test('the password is never part of a statement', async () => {
  const { dueno, login } = await casa()
  const servidor = await accesoDeServicio({ dueno, servidor: null, clave })
  const [row] = await comoSuperusuario<{ rolpassword: string }>(
    cluster.url,
    `SELECT rolpassword FROM pg_authid WHERE rolname = '${login}'`,
  )
  expect(row?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/)
  const password = new URL(servidor).searchParams.get('password') ?? ''
  const log = readFileSync(join(carpeta, 'postgres.log'), 'utf8')
  expect(password.length).toBe(43)
  expect(log).not.toContain(password)
  // A name with signs of its own becomes a role all the same.
  await como('CREATE DATABASE "Mi casa ""ñ"""')
  const odd = `${url('dueno1', 'secreta', '')}${encodeURIComponent('Mi casa "ñ"')}`
  expect(await quien(await accesoDeServicio({ dueno: odd, servidor: null, clave }))).toBe(
    'Mi casa "ñ"_servidor',
  )
  expect(new pg.Client({ connectionString: odd }).database).toBe('Mi casa "ñ"')
})

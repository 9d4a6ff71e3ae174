import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadDemo } from '../../../scripts/demo/load.ts'
import { queda } from '../../../scripts/demo/queda.ts'
import { vaciarDemo } from '../../../scripts/demo/vaciar.ts'
import { arrancar, CLAVE } from '../../../test/jaula/servidor.ts'
import { PLAZO } from '../../../test/support/plazos.ts'
import { createDatabase, createEmptyDatabase } from '../../../test/support/servidor/database.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { buildApp } from '../../main.app.ts'
import { hashPassword } from '../acceso/password.ts'
import { migrate } from '../db/migrate.ts'
import { startPostgres } from '../embedded/embedded.ts'
import { readConfig } from './config.ts'
import { esEsteEquipo, exigirEsteEquipo, PASSWORD_DEMO, tieneDemo } from './demo.ts'

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
const publicada = await hashPassword(PASSWORD_DEMO)
const propia = await hashPassword('cuatro palabras que nadie sabe')

const bases: { drop(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(bases.map((base) => base.drop()))
  rmSync(root, { recursive: true, force: true })
})

/** Creates an empty house. */
async function casa(): Promise<string> {
  const base = await createDatabase()
  bases.push(base)
  return base.url
}

const marcar = (url: string, estado: string) =>
  comoDueno(url, "INSERT INTO ajustes VALUES ('demo', to_jsonb($1::text))", [estado])

const crear = (url: string, usuario: string, hash: string) =>
  comoDueno(
    url,
    `INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug)
     VALUES ('Ada', 'Ramos', $1, $1 || '@example.com', $2, 'adm')`,
    [usuario, hash],
  )

/**
 * Runs the program until it exits, as a user starts it, except that it accepts a database that may lose commits. A
 * program that starts serving is stopped, since it would never exit.
 */
const iniciar = (env: NodeJS.ProcessEnv, entrada = 'test/jaula/programa-olvidadizo.ts') =>
  spawnSync(process.execPath, [resolve(entrada)], {
    env: { ...process.env, PORT: '0', CAMBISTA_SECRETOS: root, CAMBISTA_CLAVE: CLAVE, ...env },
    encoding: 'utf8',
    timeout: PLAZO,
  })

test('the demo listens on this machine alone, whatever the form of its address', async () => {
  // Names are resolved here: no test asks a name server.
  const nombres: Record<string, [string, number][]> = {
    localhost: [
      ['::1', 6],
      ['127.0.0.1', 4],
    ],
    'localhost.desviado': [
      ['127.0.0.1', 4],
      ['203.0.113.7', 4],
    ],
    'casa.example': [['203.0.113.7', 4]],
  }
  const buscar = async (host: string) => {
    const found = nombres[host]
    if (!found) throw new Error('ENOTFOUND')
    return found.map(([address, family]) => ({ address, family }))
  }
  const esLocal = async (host: string) => [host, await esEsteEquipo(host, buscar)]
  const literal = async (host: string) => [host, await esEsteEquipo(host)]
  for (const host of ['127.0.0.1', '127.1.2.3', '127.255.255.254', '::1', '::ffff:127.0.0.1']) {
    expect(await literal(host)).toEqual([host, true])
  }
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '192.168.1.4', '::ffff:10.0.0.1', 'fe80::1']) {
    expect(await literal(host)).toEqual([host, false])
  }
  expect(await esLocal('localhost')).toEqual(['localhost', true])
  for (const host of ['localhost.desviado', 'casa.example', 'nadie.example']) {
    expect(await esLocal(host)).toEqual([host, false])
  }
  const config = readConfig({ HOST: 'casa.example' })
  await expect(exigirEsteEquipo(config, buscar)).rejects.toThrow(
    /solo se atiende a este equipo, no en casa\.example\. Use CAMBISTA_DEMO=0/,
  )
  await exigirEsteEquipo({ ...config, demo: false }, buscar)
})

test('the demo is not served through a proxy, nor under a name of other machines (R-445)', async () => {
  const buscar = async (host: string) => [
    { address: host === 'casa.example' ? '203.0.113.7' : '127.0.0.1', family: 4 },
  ]
  // As docs/publicar.md publishes a house, and each half of it.
  for (const [env, donde] of [
    [{ CAMBISTA_PROXY: '127.0.0.1', CAMBISTA_NOMBRES: 'casa.example' }, 'a través de un proxy'],
    [{ CAMBISTA_PROXY: '127.0.0.1' }, 'a través de un proxy (CAMBISTA_PROXY=127.0.0.1)'],
    [{ CAMBISTA_NOMBRES: 'mi-equipo, casa.example' }, 'como «casa.example» (CAMBISTA_NOMBRES)'],
  ] as const) {
    for (const demo of ['', '1']) {
      const config = readConfig({ ...env, CAMBISTA_DEMO: demo })
      await expect(exigirEsteEquipo(config, buscar)).rejects.toThrow(
        `solo se atiende a este equipo, no ${donde}`,
      )
    }
    await exigirEsteEquipo(readConfig({ ...env, CAMBISTA_DEMO: '0' }), buscar)
  }
  await exigirEsteEquipo(readConfig({ CAMBISTA_NOMBRES: 'mi-equipo' }), buscar)
})

test('a DATABASE_URL gets the demo only with CAMBISTA_DEMO=1; other values are refused', () => {
  const DATABASE_URL = 'postgres://casa'
  expect(readConfig({}).metricas).toBeNull()
  for (const [typed, host] of [
    ['9464', '127.0.0.1'],
    ['10.0.0.7:9464', '10.0.0.7'],
    ['[::1]:9464', '::1'],
  ] as const)
    expect(readConfig({ CAMBISTA_METRICAS: typed }).metricas).toEqual({ host, port: 9464 })
  for (const typed of ['casa:9464', '9464x', '127.0.0.1', '127.0.0.1:70000'])
    expect(() => readConfig({ CAMBISTA_METRICAS: typed })).toThrow('CAMBISTA_METRICAS')
  expect(readConfig({}).demo).toBe(true)
  expect(readConfig({ CAMBISTA_DEMO: '0' }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL, CAMBISTA_DEMO: '' }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL, CAMBISTA_DEMO: '1' }).demo).toBe(true)
  for (const word of ['false', 'no', 'sí', ' 0']) {
    expect(() => readConfig({ CAMBISTA_DEMO: word })).toThrow('CAMBISTA_DEMO debe ser 0 o 1')
  }
})

test('a demo is recognised in the database: by its mark, or by a demo user with the published password', async () => {
  const limpia = await casa()
  expect(await tieneDemo(limpia)).toBe(false)
  // A real house may have a user `admin`; only the published password identifies a demo.
  await crear(limpia, 'admin', propia)
  await crear(limpia, 'ana', publicada)
  expect(await tieneDemo(limpia)).toBe(false)
  await crear(limpia, 'cajera', publicada)
  expect(await tieneDemo(limpia)).toBe(true)
  await comoDueno(limpia, "UPDATE usuarios SET estatus = false WHERE usuario = 'cajera'")
  expect(await tieneDemo(limpia)).toBe(false)
  // At every stage of loading, and even after every password was changed.
  for (const estado of ['cargando', 'lista']) {
    const demo = await casa()
    await marcar(demo, estado)
    await crear(demo, 'admin', propia)
    expect([estado, await tieneDemo(demo)]).toEqual([estado, true])
  }
})

const NEGATIVA =
  /contiene el negocio de demostración, cuyas contraseñas son públicas.*Para dejar la demostración ejecute «npm run demo:dejar».*CAMBISTA_DEMO=0 y otra .*CAMBISTA_DEMO=1\.\n$/

test('a folder that holds the demo refuses to start with CAMBISTA_DEMO=0, and says how to leave the demo', async () => {
  const carpeta = join(root, 'datos')
  const postgres = await startPostgres({ carpeta })
  await migrate(postgres.url)
  await marcar(postgres.url, 'lista')
  await postgres.stop()
  const env = { CAMBISTA_DATOS: carpeta, CAMBISTA_DEMO: '0', DATABASE_URL: '' }
  const { status, stdout, stderr } = iniciar(env, 'src/main.server.ts')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Esta carpeta de datos contiene .* otra carpeta vacía \(CAMBISTA_DATOS=/)
  expect(stderr).toMatch(NEGATIVA)
})

test('a DATABASE_URL that holds the demo is refused without CAMBISTA_DEMO=1, and gets no administrator', async () => {
  const DATABASE_URL = await casa()
  await marcar(DATABASE_URL, 'lista')
  for (const CAMBISTA_DEMO of ['', '0']) {
    const { status, stderr } = iniciar({ DATABASE_URL, CAMBISTA_DEMO })
    expect([status, stderr]).toEqual([1, expect.stringMatching(NEGATIVA)])
  }
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve('scripts/admin-crear.ts'), 'ana', 'ana@example.com', 'Ana', 'Quispe'],
    {
      env: {
        ...process.env,
        CAMBISTA_SECRETOS: root,
        DATABASE_URL,
        CAMBISTA_PASSWORD: 'cuatro palabras que nadie sabe',
      },
      encoding: 'utf8',
    },
  )
  expect([status, stderr]).toEqual([1, expect.stringMatching(NEGATIVA)])
  expect(await comoDueno(DATABASE_URL, 'SELECT FROM usuarios')).toEqual([])
})

test('the program refuses the demo where other machines can reach it (R-445)', async () => {
  const DATABASE_URL = await casa()
  await marcar(DATABASE_URL, 'lista')
  await crear(DATABASE_URL, 'admin', propia)
  // An address reserved for documentation: even if it were not refused, nobody could connect.
  for (const [env, donde] of [
    [{ HOST: '203.0.113.7' }, 'en 203.0.113.7'],
    [{ CAMBISTA_PROXY: '127.0.0.1' }, 'a través de un proxy'],
    [{ CAMBISTA_NOMBRES: '203.0.113.7' }, 'como «203.0.113.7»'],
  ] as const) {
    const { status, stderr } = iniciar({ DATABASE_URL, CAMBISTA_DEMO: '1', ...env })
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`solo se atiende a este equipo, no ${donde}`),
    ])
  }
})

test('a DATABASE_URL without CAMBISTA_DEMO is served without a demo', async () => {
  const url = await casa()
  const servidor = await arrancar(url, { olvidadiza: true, entorno: { CAMBISTA_DEMO: '' } })
  await servidor.parar()
  expect(
    await comoDueno(
      url,
      "SELECT usuario FROM usuarios UNION SELECT 'demo' FROM ajustes WHERE clave = 'demo'",
    ),
  ).toEqual([])
})

test('a demo whose users changed their passwords still starts, and a real house gets no demo', async () => {
  const demo = await casa()
  await marcar(demo, 'lista')
  await crear(demo, 'admin', propia)
  const said: string[] = []
  expect(await loadDemo(demo, { say: (text) => said.push(text) })).toBe(true)
  expect(said).toEqual([expect.stringMatching(/^Aviso: la demostración queda como estaba\./)])
  const propietaria = await casa()
  await crear(propietaria, 'admin', propia)
  expect(await loadDemo(propietaria)).toBe(false)
})

const gente = async (url: string) =>
  (await comoDueno<{ n: number }>(url, 'SELECT count(*)::int AS n FROM usuarios'))[0]?.n

const AJENA = /no contiene el negocio de demostración: no se toca/

test('what empties a demo refuses a house, even one with the published password, and an empty database (R-229)', async () => {
  const url = await casa()
  await crear(url, 'admin', publicada)
  await expect(vaciarDemo(url)).rejects.toThrow(AJENA)
  expect(await gente(url)).toBe(1)
  const nothing = await createEmptyDatabase()
  bases.push(nothing)
  await expect(vaciarDemo(nothing.url)).rejects.toThrow(AJENA)
})

test('a demo is emptied while no program serves it, and a house or a demo begins there anew (R-229)', async () => {
  const url = await casa()
  await marcar(url, 'lista')
  await crear(url, 'admin', publicada)
  const app = await buildApp({ url })
  try {
    await expect(vaciarDemo(url)).rejects.toThrow(/deténgalo con Ctrl-C/)
  } finally {
    await app.close()
  }
  expect(await gente(url)).toBe(1)
  await vaciarDemo(url)
  await migrate(url)
  expect(await gente(url)).toBe(0)
  await expect(vaciarDemo(url)).rejects.toThrow(AJENA)
})

test('what is left of a demo is told by table, and of one that was left there is nothing (R-229)', async () => {
  const made = await createEmptyDatabase()
  bases.push(made)
  await migrate(made.url)
  const nueva = made.url
  const url = await casa()
  await marcar(url, 'lista')
  await crear(url, 'admin', publicada)
  expect(await queda(url, nueva)).toEqual(expect.arrayContaining(['usuarios: 1']))
  await vaciarDemo(url)
  await migrate(url)
  expect(await queda(url, nueva)).toEqual([])
  // What lies outside the schema that was emptied.
  await comoDueno(url, 'CREATE SCHEMA aparte; CREATE TABLE aparte.clientes AS SELECT 1 AS id')
  expect(await queda(url, nueva)).toEqual(['aparte.clientes: 1'])
})

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { quitarSecretos } from '../../scripts/demo/secretos.ts'
import { anclar, firmanteDe } from '../../src/areas/auditoria/cadena/anclas.ts'
import { type ClaveCasa, crearClave, leerClave } from '../../src/server/acceso/clave.ts'
import { fijarClave, huellaDe } from '../../src/server/acceso/secretos.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { crearLlaves } from '../../src/server/respaldo/llaves.ts'
import { baseFolder } from '../support/servidor/carpeta.ts'
import { createDatabase, type TestDatabase } from '../support/servidor/database.ts'
import { comoDueno } from '../support/servidor/dueno.ts'

/* `npm run demo:dejar` itself: of what a demo keeps outside its database the next house finds nothing. */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
const bases: TestDatabase[] = []
let datos: string
let secretos: string

beforeEach(() => {
  const here = mkdtempSync(join(root, 'demo-'))
  chmodSync(here, 0o711)
  datos = join(here, 'datos')
  secretos = join(here, 'secretos')
})
afterAll(async () => {
  for (const base of bases) await base.drop()
  rmSync(root, { recursive: true, force: true })
})

/** Runs a command of the program on this demo; an empty variable is none. */
function correr(script: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [resolve('scripts', script)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...{ XDG_CONFIG_HOME: join(root, 'ajustes'), APPDATA: join(root, 'ajustes') },
      ...{ DATABASE_URL: '', CAMBISTA_CLAVE: '', CAMBISTA_SECRETOS: '', CAMBISTA_DATOS: datos },
      ...env,
    },
  })
  let said = ''
  for (const flow of [child.stdout, child.stderr])
    flow.on('data', (text) => {
      said += text
    })
  return new Promise<{ code: number | null; said: string }>((done) => {
    child.on('close', (code) => done({ code, said }))
  })
}

/** A database with the demo's mark that was served with this key. */
async function demo(url: string, carpeta: string, clave: ClaveCasa): Promise<void> {
  await comoDueno(url, `INSERT INTO ajustes VALUES ('demo', '"lista"')`)
  const lugar = { clave: carpeta, anclas: carpeta, aviso: null, datos: carpeta }
  await fijarClave({ url, lugar, demo: true }, clave)
}

/** Heads that were published and keys of backups that were made with this key. */
async function rastros(carpeta: string, clave: ClaveCasa): Promise<void> {
  const cabeza = { pos: 7, hash: 'ab'.repeat(32), fecha: '2026-11-28T15:00:00.000Z' }
  anclar(carpeta, firmanteDe(clave), { ...cabeza, motivo: 'cierre', dia: '2026-11-27' })
  await crearLlaves(carpeta, clave, 'una frase de la demostración', 4)
}

const TODO = ['auditoria', 'cambista.clave', 'respaldo.llave']
const NADA = 'No queda nada de la demostración'

async function enOtraBase(): Promise<string> {
  const base = await createDatabase()
  bases.push(base)
  return base.url
}

test('what the demo kept in CAMBISTA_SECRETOS is put aside, and the house that begins has its own', async () => {
  const url = await enOtraBase()
  const clave = crearClave(secretos)
  await demo(url, secretos, clave)
  await rastros(secretos, clave)
  const env = { DATABASE_URL: url, CAMBISTA_SECRETOS: secretos }
  const { code, said } = await correr('demo/dejar.ts', env)
  expect([code, said]).toEqual([0, expect.stringContaining(NADA)])
  const [aside = '', ...more] = readdirSync(secretos)
  expect([aside, more]).toEqual([expect.stringMatching(/^de-la-demostracion-\d{8}T\d{6}Z$/), []])
  expect(readdirSync(join(secretos, aside))).toEqual(TODO)
  for (const name of TODO) expect(said).toContain(`«${join(secretos, aside, name)}»`)
  const house = await correr('verificar.ts', env)
  expect([house.code, house.said]).toEqual([0, expect.stringContaining('Sin diferencias.')])
})

test('with DATABASE_URL they lie in the data folder, from where the next house would take them', async () => {
  const url = await enOtraBase()
  const clave = crearClave(datos)
  await demo(url, datos, clave)
  await rastros(datos, clave)
  const { code, said } = await correr('demo/dejar.ts', { DATABASE_URL: url })
  expect([code, said]).toEqual([0, expect.stringContaining(NADA)])
  expect(readdirSync(datos)).toEqual([expect.stringMatching(/^de-la-demostracion-/)])
})

test('what another key made is not touched, and heads that the next house would find are told', async () => {
  const url = await enOtraBase()
  await demo(url, datos, crearClave(datos))
  const otra = crearClave(secretos)
  await rastros(secretos, otra)
  const env = { DATABASE_URL: url, CAMBISTA_SECRETOS: secretos }
  const { code, said } = await correr('demo/dejar.ts', env)
  expect([code, said]).toEqual([
    1,
    expect.stringContaining(`De la demostración queda algo: cabezas publicadas en «${secretos}»`),
  ])
  expect(readdirSync(secretos)).toEqual(TODO)
  expect(leerClave(secretos)).toEqual(otra)
  expect(leerClave(datos)).toBeNull()
})

test('of a key that a variable gives it is said that the next house would have it too', async () => {
  const url = await enOtraBase()
  const clave = randomBytes(32)
  await demo(url, secretos, clave)
  mkdirSync(secretos)
  await rastros(secretos, clave)
  const env = {
    ...{ DATABASE_URL: url, CAMBISTA_SECRETOS: secretos },
    CAMBISTA_CLAVE: clave.toString('hex'),
  }
  const { code, said } = await correr('demo/dejar.ts', env)
  expect([code, said]).toEqual([0, expect.stringContaining(NADA)])
  expect(said).toContain('La clave de «CAMBISTA_CLAVE» era la de la demostración. Ponga otra')
  expect(readdirSync(secretos)).toEqual([expect.stringMatching(/^de-la-demostracion-/)])
})

test('a database without the demo keeps what lies beside it', async () => {
  const url = await enOtraBase()
  const clave = crearClave(secretos)
  await rastros(secretos, clave)
  const env = { DATABASE_URL: url, CAMBISTA_SECRETOS: secretos }
  const { code, said } = await correr('demo/dejar.ts', env)
  expect([code, said]).toEqual([1, expect.stringContaining('no se toca')])
  expect(readdirSync(secretos)).toEqual(TODO)
})

test('a demo that is loaded anew keeps its key, and its heads are put aside', async () => {
  const clave = crearClave(secretos)
  await rastros(secretos, clave)
  const casa = {
    ...{ config: { datos, databaseUrl: 'postgres://casa' }, env: { CAMBISTA_SECRETOS: secretos } },
    ...{ huella: huellaDe(clave), ahora: new Date('2026-11-28T15:00:00.000Z') },
  }
  const aside = join(secretos, 'de-la-demostracion-20261128T150000Z')
  const { apartados, dada } = quitarSecretos(casa, ['auditoria'])
  expect([apartados, dada]).toEqual([[join(aside, 'auditoria')], null])
  expect(readdirSync(aside)).toEqual(['auditoria'])
  expect(leerClave(secretos)).toEqual(clave)
  // Of a demo whose database knows no key nothing outside its data is known to be its own.
  expect(quitarSecretos({ ...casa, huella: null }).apartados).toEqual([])
})

test('with its own PostgreSQL what lies with its data is removed, wherever the other secrets are', async () => {
  mkdirSync(datos)
  const postgres = await startPostgres({ carpeta: datos, durable: false })
  const suya = crearClave(datos)
  try {
    await migrate(postgres.url)
    await demo(postgres.url, datos, suya)
  } finally {
    await postgres.stop()
  }
  // What an earlier key of the demo made lies there too.
  await rastros(datos, randomBytes(32))
  // A house that is prepared beside has a key of its own already.
  const preparada = crearClave(secretos)
  const env = { CAMBISTA_SECRETOS: secretos }
  const { code, said } = await correr('demo/dejar.ts', env)
  expect([code, said]).toEqual([0, expect.stringContaining(NADA)])
  const demos = /^(auditoria|cambista\.clave|respaldo\.llave|de-la-demostracion-.*)$/
  expect(readdirSync(datos).filter((name) => demos.test(name))).toEqual([])
  expect(leerClave(secretos)).toEqual(preparada)
  const house = await correr('verificar.ts', env)
  expect([house.code, house.said]).toEqual([0, expect.stringContaining('Sin diferencias.')])
})

import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { prepareBinaries } from '../../src/server/embedded/binaries.ts'
import { ensayo } from '../support/vitest/ensayo.ts'
import { borrar, correr, libre } from './apoyo.ts'
import { ESCRIBE, edit, fin, NUEVA, noEmpieza, puesto } from './version.ts'

/*
 * A version takes the place of another one where PostgreSQL is the house's own: its backups are two lines of the
 * house, of which only the exit code is known. Here they copy the files of a cluster that they stop and start again.
 */

const PUERTO = String(await libre())
const url = (who: string, database: string) => `postgresql://${who}@127.0.0.1:${PUERTO}/${database}`
const DATABASE_URL = url('cambista_dueno', 'cambista')
const casa = puesto({ DATABASE_URL, CAMBISTA_RESPALDO: '' })
const { raiz, env, version, actual, actualizar, posterior, listo } = casa
const CURSO = `${actual}.en-curso`
const at = (name: string) => join(raiz, 'base', name)
const BASE = join(raiz, 'base.mjs')
const base = (que: string) => `'${process.execPath}' '${BASE}' ${que}`
const [RESPALDAR, DEVOLVER] = [base('respaldar'), base('devolver')]

// PostgreSQL refuses root.
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** Makes a cluster, and the script with which the house keeps it. */
async function crearBase(): Promise<void> {
  mkdirSync(at(''), { mode: 0o700 })
  if (user) chownSync(at(''), user.uid, user.gid)
  const { initdb, pgCtl } = prepareBinaries(user, at(''))
  const como = { ...user, cwd: at(''), encoding: 'utf8' } as const
  const made = spawnSync(
    initdb,
    ['-D', at('datos'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    como,
  )
  expect(made).toMatchObject({ status: 0 })
  appendFileSync(
    at('datos/postgresql.conf'),
    `\nlisten_addresses = '127.0.0.1'\nport = ${PUERTO}\nunix_socket_directories = ''\n`,
  )
  writeFileSync(
    BASE,
    `import { spawnSync } from 'node:child_process'
    import { chmodSync, cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
    process.chdir(${JSON.stringify(at(''))})
    const user = ${JSON.stringify(user ?? null)}
    if (user) { process.setgroups([]); process.setgid(user.gid); process.setuid(user.uid) }
    const pg = (...args) => {
      const { status } = spawnSync(${JSON.stringify(pgCtl)}, ['-D', 'datos', '-w', '-l', 'log', ...args], { stdio: 'ignore' })
      if (status !== 0) throw new Error('pg_ctl ' + args[0])
    }
    const copia = (from, to) => {
      rmSync(to, { recursive: true, force: true })
      cpSync(from, to, { recursive: true })
      chmodSync(to, 0o700)
    }
    const [que] = process.argv.slice(2)
    if (que !== 'iniciar' && existsSync('datos/postmaster.pid')) pg('stop', '-m', 'fast')
    if (que === 'respaldar') copia('datos', 'copia')
    if (que === 'devolver') copia('copia', 'datos')
    if (que === 'devolver') writeFileSync('devuelta', process.env.CAMBISTA_INSTANTE)
    if (que !== 'detener') pg('start')\n`,
  )
  chmodSync(BASE, 0o644)
  await enciende('iniciar')
  await unaConexion(url('postgres', 'postgres'), async (client) => {
    await client.query('CREATE ROLE cambista_dueno LOGIN CREATEROLE')
    await client.query('CREATE DATABASE cambista OWNER cambista_dueno')
  })
}

beforeAll(async () => {
  await casa.instalar()
  await crearBase()
  // The first start makes the roles.
  const first = await casa.iniciar()
  if (first.code !== 0) throw new Error(readFileSync(join(raiz, 'log'), 'utf8'))
  const made = await casa.orden(['admin:crear', 'rosa', 'rosa@casa.pe', 'Rosa', 'Quispe'], {
    CAMBISTA_PASSWORD: 'caballo pila grapa correcta luna',
  })
  if (made.code !== 0) throw new Error(made.dicho)
})

afterAll(async () => {
  await casa.detener()
  await correr([process.execPath, BASE, 'detener'], { carpeta: raiz })
  borrar(raiz)
})

const sql = (text: string) =>
  unaConexion(DATABASE_URL, async (client) => JSON.stringify((await client.query(text)).rows))
const ACCIONES = 'SELECT accion FROM auditoria'

const ordenes = (respaldar = RESPALDAR, devolver = DEVOLVER) => [
  ...['--respaldar', respaldar, '--devolver', devolver],
]
const corre = (file: string, respaldar = RESPALDAR, devolver = DEVOLVER) =>
  correr([...actualizar(file), ...ordenes(respaldar, devolver)], casa.marcha())
const escribe = (accion: string) =>
  `'${actual}/despliegue/cambista' psql "${ESCRIBE.replace('otra', accion)}"`
/** The database starts or stops, without a house that asked for it. */
const enciende = async (que: 'iniciar' | 'detener') =>
  expect(await correr([process.execPath, BASE, que], { carpeta: raiz })).toMatchObject({ code: 0 })

/** The house as it was: this version serves it, and no other one touched its database. */
async function expectIgual() {
  expect(casa.enlazada()).toBe(`cambista-${version}`)
  expect(await listo()).toBe(200)
  expect(await sql("SELECT to_regclass('prueba_de_version') AS hay")).not.toContain('prueba_de')
}

test('without its orders, with one that fails, with people at work, the house is not touched', async () => {
  const good = posterior()
  expect(await correr(actualizar(good), casa.marcha())).toMatchObject(fin(1, '--devolver'))
  // The orders may stand among the settings of the house, too.
  const ajustes = {
    CAMBISTA_ORDEN_RESPALDAR: 'echo No hay disco; exit 3',
    CAMBISTA_ORDEN_DEVOLVER: DEVOLVER,
  }
  const failed = await correr(actualizar(good), { carpeta: raiz, env: { ...env, ...ajustes } })
  expect(failed).toMatchObject(
    fin(1, 'No se actualizó.*No hay disco', `Sigue la versión ${version}`),
  )
  await expectIgual()
  const works = `${RESPALDAR} && ${escribe('otra')}`
  expect(await corre(good, works)).toMatchObject(fin(1, 'Alguien trabajó'))
  expect(await sql(ACCIONES)).toContain('otra')
  await expectIgual()
  // Another machine that serves the same house.
  const other = new pg.Client({ connectionString: DATABASE_URL, application_name: 'cambista' })
  await other.connect()
  try {
    expect(await corre(good)).toMatchObject(fin(1, 'Todavía hay un Cambista conectado'))
  } finally {
    await other.end()
  }
  await expectIgual()
})

test('what cannot be written down beside the link is not done, and what cannot be read is not gone on with', async () => {
  const good = posterior()
  const closed = await corre(good, `mkdir -p '${CURSO}/x' && ${RESPALDAR}`)
  expect(closed).toMatchObject(fin(1, 'EISDIR|ENOTEMPTY|EEXIST', 'Sigue la'))
  await expectIgual()
  expect(await corre(good)).toMatchObject(fin(21, 'no se entiende'))
  rmSync(CURSO, { recursive: true })
  await expectIgual()
})

test('a version that does not start gives way to the one before, on the database as it is', async () => {
  writeFileSync(join(raiz, 'falla'), '')
  const { code, dicho } = await corre(posterior())
  expect({ code, dicho }).toMatchObject(
    fin(20, `No se actualizó: No arranca. Atiende la versión ${version}.`),
  )
  expect(existsSync(at('devuelta'))).toBe(false)
  await expectIgual()
})

ensayo(
  'a version that upgraded the database and fails gives way with the backup, once that is really back',
  async () => {
    const worse = posterior(noEmpieza)
    // An order that says that all is well and does nothing; one that fails; the right one.
    expect(await corre(worse, RESPALDAR, 'true')).toMatchObject(fin(21, 'no se pudo traer'))
    expect(await corre(worse, RESPALDAR, 'echo No hay red; exit 1')).toMatchObject(
      fin(21, 'no se pudo traer .*No hay red'),
    )
    // It is back, and somebody works before the house knows: from here on that is worth more than the backup.
    const works = `${DEVOLVER} && ${escribe('devuelta')}`
    expect(await corre(worse, RESPALDAR, works)).toMatchObject(fin(21, 'no es la de antes'))
    expect(JSON.parse(readFileSync(CURSO, 'utf8'))).toMatchObject({ fase: 'devuelta' })
    expect(readFileSync(at('devuelta'), 'utf8')).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00$/,
    )
    rmSync(at('devuelta'))
    expect(await corre(worse)).toMatchObject(fin(20, 'quedó a medias', 'Atiende la versión'))
    expect(existsSync(at('devuelta'))).toBe(false)
    expect(await sql(ACCIONES)).toMatch(/"devuelta".*"restaurar"/)
    await expectIgual()
  },
)

/** While the file `difiere` is there it finds a difference, and somebody works meanwhile. */
const difiere = (meanwhile: string) => (folder: string) =>
  edit(
    join(folder, 'scripts/verificar.ts'),
    'async function main(): Promise<void> {',
    `async function main(): Promise<void> {
      if ((await import('node:fs')).existsSync(${JSON.stringify(join(raiz, 'difiere'))})) {
        const { unaConexion } = await import('../src/server/db/entrada/conexion.ts')
        await unaConexion(process.env.DATABASE_URL ?? '', (client) => client.query(${JSON.stringify(meanwhile)}))
        throw new Error('DIFERENCIA de prueba.')
      }`,
  )

ensayo(
  'a version whose books are not clean gives way, with the backup, though it serves',
  async () => {
    rmSync(at('devuelta'), { force: true })
    writeFileSync(join(raiz, 'difiere'), '')
    const { code, dicho } = await corre(posterior(difiere('SELECT 1')))
    expect({ code, dicho }).toMatchObject(
      fin(20, `No se actualizó: DIFERENCIA de prueba. Atiende la versión ${version}.`),
    )
    expect(existsSync(at('devuelta'))).toBe(true)
    await expectIgual()
  },
)

ensayo('a version that serves and has clean books takes the place of the one before', async () => {
  const good = posterior()
  // Its database is away meanwhile, so that neither version serves, and nobody knows what was done in it.
  const away = `${base('detener')}; echo 'No hay base.'; exit 1`
  const line = [...actualizar(good), ...ordenes(), '--iniciar', away]
  expect(await correr(line, casa.marcha())).toMatchObject(
    fin(21, 'No hay base.*no deja leer.*no se restauró nada'),
  )
  // What is refused before it goes on does not say that the house was not touched.
  expect(await correr(actualizar(good), casa.marcha())).toMatchObject(fin(21, '--devolver'))
  await enciende('iniciar')
  expect(await corre(good)).toMatchObject(fin(0, 'quedó a medias', `Cambista ${NUEVA} atiende.`))
  expect(existsSync(CURSO)).toBe(false)
  expect(casa.enlazada()).toBe(`cambista-${NUEVA}`)
  expect(await listo()).toBe(200)
  expect(await sql("SELECT to_regclass('prueba_de_version') AS hay")).toContain('prueba_de')
})

ensayo(
  'what was written with a version that then fails is worth more than the backup',
  async () => {
    const file = posterior(difiere(ESCRIBE.replace('otra', 'nueva')), { v: '99.0.1', antes: NUEVA })
    expect(await corre(file)).toMatchObject(fin(22, 'DIFERENCIA de prueba', 'no se restauró nada'))
    expect(casa.enlazada()).toBe('cambista-99.0.1')
    expect(await listo()).toBe(200)
    expect(await sql(ACCIONES)).toContain('nueva')
    rmSync(join(raiz, 'difiere'))
    writeFileSync(join(raiz, 'escribe'), '')
    const worse = posterior(noEmpieza, { v: '99.0.2', antes: '99.0.1' })
    expect(await corre(worse)).toMatchObject(fin(21, 'no se restauró nada'))
    expect(casa.enlazada()).toBe('cambista-99.0.2')
    // The folder that the link has left, which does not know what serves.
    const left = [...actualizar(worse, casa.en('99.0.1')), ...ordenes()]
    expect(await correr(left, casa.marcha())).toMatchObject(fin(21, 'con el enlace'))
    // Once somebody looked, the same command goes on.
    edit(join(casa.en('99.0.2'), 'src/main.casa.ts'), "throw new Error('No puede.')", '{}')
    expect(await corre(worse)).toMatchObject(fin(0, 'quedó a medias', 'Cambista 99.0.2 atiende.'))
    expect(await listo()).toBe(200)
    expect(await sql(ACCIONES)).toContain('otra')
  },
)

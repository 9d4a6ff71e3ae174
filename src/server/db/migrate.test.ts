import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { baseFolder } from '../../../test/support/servidor/carpeta.ts'
import { catalogoDe } from '../../../test/support/servidor/catalogo.ts'
import { createEmptyDatabase, type TestDatabase } from '../../../test/support/servidor/database.ts'
import { comoDueno, comoSuperusuario, esperaAlguien } from '../../../test/support/servidor/dueno.ts'
import { lanzamientos, restaurarLanzamiento } from '../../../test/support/servidor/lanzamiento.ts'
import { verificar } from '../../main.libros.ts'
import { connect } from './db.ts'
import { MIGRATION_LOCK, migrate } from './migrate.ts'
import { type LivingSql, livingSql, type NumberedSql, numberedSql } from './migrate-files.ts'

let base: TestDatabase
beforeEach(async () => {
  base = await createEmptyDatabase()
})
afterEach(async () => {
  await base.drop()
})

/** A small program: one table, one function, one view and its right. */
const NUMBERED: NumberedSql[] = [
  {
    numero: 1,
    nombre: '0001-tablas',
    huella: 'a',
    files: [{ name: 'db/0001-tablas/01-cosas.sql', text: 'CREATE TABLE cosas (id integer)' }],
  },
]
const living = (huella: string, ...texts: string[]): LivingSql => ({
  huella,
  before: [],
  retired: [],
  files: texts.map((text, i) => ({ name: `src/server/sql/${i}.sql`, text })),
})
/** The roles that serve have their rights: a database without them came from another server. */
const answer = (n: number) =>
  `CREATE OR REPLACE FUNCTION respuesta() RETURNS integer LANGUAGE sql RETURN ${n};
   GRANT SELECT ON ALL TABLES IN SCHEMA public TO cambista_app, cambista_sucursal`
const read = async <T extends pg.QueryResultRow>(text: string) => comoDueno<T>(base.url, text)
const respuesta = async () => (await read<{ n: number }>('SELECT respuesta() AS n'))[0]?.n

test('living files are applied if and only if one of them changed', async () => {
  await migrate(base.url, { numbered: NUMBERED, living: living('1', answer(1)) })
  expect(await respuesta()).toBe(1)
  await migrate(base.url, { numbered: NUMBERED, living: living('2', answer(2)) })
  expect(await respuesta()).toBe(2)
  const when = () => read('SELECT aplicada_en FROM migraciones WHERE numero = 0')
  const before = await when()
  await migrate(base.url, { numbered: NUMBERED, living: living('2', 'never read') })
  expect(await when()).toEqual(before)
})

test('the living files of this version are applied over themselves, as the next version applies its own', async () => {
  const again = livingSql()
  await migrate(base.url)
  await migrate(base.url, { numbered: numberedSql(), living: { ...again, huella: 'another' } })
  expect(await read('SELECT huella FROM migraciones WHERE numero = 0')).toEqual([
    { huella: 'another' },
  ])
})

test('the server cannot put a table of its own before one of the house', async () => {
  await migrate(base.url)
  await expect(
    read('SET ROLE cambista_app; CREATE TEMPORARY TABLE cierres_dias (fecha date)'),
  ).rejects.toThrow('permission denied to create temporary tables')
})

test('a change of rights alone reaches the database', async () => {
  const right = (
    what: string,
  ) => `DO $$ BEGIN CREATE ROLE cambista_app; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
    REVOKE ALL ON cosas FROM cambista_app; ${what}`
  await migrate(base.url, { numbered: NUMBERED, living: living('1', right('')) })
  await migrate(base.url, {
    numbered: NUMBERED,
    living: living('2', right('GRANT SELECT ON cosas TO cambista_app')),
  })
  expect(
    await read("SELECT has_table_privilege('cambista_app', 'cosas', 'SELECT') AS puede"),
  ).toEqual([{ puede: true }])
})

test('an error in a living file changes nothing and names it; the next start applies the corrected file', async () => {
  await migrate(base.url, { numbered: NUMBERED, living: living('1', answer(1)) })
  const broken = { numbered: NUMBERED, living: living('2', answer(2), 'GRANT nothing') }
  await expect(migrate(base.url, broken)).rejects.toThrow(/^src\/server\/sql\/1\.sql: /)
  expect(await respuesta()).toBe(1)
  await migrate(base.url, { numbered: NUMBERED, living: living('3', answer(3)) })
  expect(await respuesta()).toBe(3)
})

test('after a kill between the tables and the functions, the next start creates the functions', async () => {
  const slow = living(
    '1',
    answer(1),
    "SELECT set_config('application_name', 'here', false), pg_sleep(3600)",
  )
  const killed = migrate(base.url, { numbered: NUMBERED, living: slow }).catch(
    (e: Error) => e.message,
  )
  const kill = `SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_sleep%'`
  while ((await read<{ n: number }>(kill))[0]?.n === 0);
  expect(await killed).toMatch(/1\.sql/)
  expect(await read('SELECT numero FROM migraciones')).toEqual([{ numero: 1 }])
  await migrate(base.url, { numbered: NUMBERED, living: living('1', answer(1)) })
  expect(await respuesta()).toBe(1)
})

test('a transaction that stays open does not keep a start waiting; the next start drops what is retired', async () => {
  await migrate(base.url, { numbered: NUMBERED, living: living('1', answer(1)) })
  const gone = { name: 'src/server/sql/retirado.sql', text: 'DROP FUNCTION IF EXISTS respuesta()' }
  const files = { numbered: NUMBERED, living: { ...living('2'), retired: [gone] } }
  const idle = new pg.Client({ connectionString: base.url })
  await idle.connect()
  await idle.query('BEGIN')
  await idle.query('SELECT respuesta()')
  await migrate(base.url, files, 0)
  expect(await respuesta()).toBe(1)
  await idle.query('COMMIT')
  await idle.end()
  await migrate(base.url, files, 0)
  await expect(respuesta()).rejects.toThrow(/respuesta\(\) does not exist/)
})

test('a contribution to a registry that does not exist is an error that names it', () => {
  const root = `${mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))}/`
  const folder = `${root}src/areas/gastos/sql/aportes`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'nada.sql'), 'SELECT 1')
  expect(() => livingSql(root)).toThrow(
    'src/areas/gastos/sql/aportes/nada.sql: no registry of this name',
  )
  rmSync(root, { recursive: true })
})

test('a numbered file that fails is rolled back whole and retried at the next start', async () => {
  const second = (text: string): NumberedSql => ({
    numero: 2,
    nombre: '0002-mas.sql',
    huella: 'b',
    files: [{ name: 'db/0002-mas.sql', text: `CREATE TABLE otras (id integer); ${text}` }],
  })
  const none = living('1')
  const broken = { numbered: [...NUMBERED, second('SELECT 1/0')], living: none }
  await expect(migrate(base.url, broken)).rejects.toThrow(/^db\/0002-mas\.sql: /)
  expect(await read("SELECT to_regclass('otras') AS otras")).toEqual([{ otras: null }])
  await migrate(base.url, { numbered: [...NUMBERED, second('')], living: none })
  expect(await read("SELECT to_regclass('otras')::text AS otras")).toEqual([{ otras: 'otras' }])
})

test('a numbered file whose locks meet those of a writer is done again', async () => {
  await migrate(base.url, { numbered: NUMBERED, living: living('1') })
  await read('CREATE TABLE una (); CREATE TABLE otra (); CREATE SEQUENCE vueltas')
  const migration: NumberedSql = {
    numero: 2,
    nombre: '0002-mas.sql',
    huella: 'b',
    files: [
      {
        name: 'db/0002-mas.sql',
        text: "SELECT nextval('vueltas'); LOCK TABLE una; LOCK TABLE otra",
      },
    ],
  }
  // The writer never looks for a deadlock, so that it is the migration that ends.
  await comoSuperusuario(base.url, 'GRANT SET ON PARAMETER deadlock_timeout TO cambista_dueno')
  const writer = new pg.Client({ connectionString: base.url })
  await writer.connect()
  await writer.query("SET deadlock_timeout = '1h'; BEGIN; LOCK TABLE otra IN ROW EXCLUSIVE MODE")
  const migrating = migrate(base.url, { numbered: [...NUMBERED, migration], living: living('1') })
  await esperaAlguien(base.url)
  await writer.query('LOCK TABLE una IN ROW EXCLUSIVE MODE; COMMIT')
  await writer.end()
  await migrating
  expect(await read('SELECT last_value::int AS n FROM vueltas')).toEqual([{ n: 2 }])
})

test('a database of an unknown or newer release is refused, with instructions', async () => {
  await migrate(base.url, { numbered: NUMBERED, living: living('1') })
  await expect(migrate(base.url)).rejects.toThrow(
    /no es de ninguna versión publicada \(difiere en 0001-tablas\).*CAMBISTA_DATOS/,
  )
  await expect(migrate(base.url, { numbered: [], living: living('1') })).rejects.toThrow(
    /más nueva que este programa/,
  )
})

test('replacing a trigger waits for transactions on its table, and migrating processes take turns', async () => {
  const trigger = `CREATE OR REPLACE FUNCTION nada() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE OR REPLACE TRIGGER nada AFTER INSERT ON cosas FOR EACH ROW EXECUTE FUNCTION nada()`
  await migrate(base.url, { numbered: NUMBERED, living: living('1') })
  const holder = new pg.Client({ connectionString: base.url })
  await holder.connect()
  try {
    await holder.query('BEGIN; INSERT INTO cosas VALUES (1)')
    const files = { numbered: NUMBERED, living: living('2', trigger) }
    const both = Promise.all([migrate(base.url, files), migrate(base.url, files)])
    const timeouts = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND wait_event = 'relation'`
    while ((await read<{ n: number }>(timeouts))[0]?.n === 0);
    await holder.query('COMMIT')
    await both
  } finally {
    await holder.end()
  }
  expect(await read("SELECT count(*)::int AS n FROM pg_trigger WHERE tgname = 'nada'")).toEqual([
    { n: 1 },
  ])
})

test('a process that waits for its turn has no transaction, which the one at work would wait for', async () => {
  const holder = new pg.Client({ connectionString: base.url })
  await holder.connect()
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const done = migrate(base.url, { numbered: NUMBERED, living: living('1', answer(1)) })
    const idle = `SELECT state FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'cambista-migrate' AND xact_start IS NULL`
    await expect.poll(() => read(idle)).toEqual([{ state: 'idle' }])
    await holder.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
    await done
    expect(await respuesta()).toBe(1)
  } finally {
    await holder.end()
  }
})

test.each(lanzamientos())(
  'a house of %s becomes what a new one is, row for row of its books, and its books are right',
  async (version) => {
    await restaurarLanzamiento(base.url, version)
    const books = 'SELECT count(*)::int AS apuntes FROM apuntes'
    const rows = "SELECT md5(string_agg(a::text, '' ORDER BY id)) AS huella FROM apuntes a"
    const before = await read<{ apuntes: number }>(books)
    const digest = await read(rows)
    expect(before[0]?.apuntes).toBeGreaterThan(1000)
    await migrate(base.url)
    expect(await read(rows)).toEqual(digest)

    const fresh = await createEmptyDatabase()
    try {
      await migrate(fresh.url)
      expect(await catalogoDe(base.url)).toEqual(await catalogoDe(fresh.url))
    } finally {
      await fresh.drop()
    }
    const db = connect({ url: base.url, max: 1 })
    try {
      expect(await verificar(db)).toMatchObject({ diferencia: null, ...before[0] })
    } finally {
      await db.destroy()
    }
  },
)

test('a house of every release is kept, that of package.json last', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(lanzamientos().at(-1)).toBe(version)
})

test('every numbered and living file is listed once, in order', () => {
  const numbers = numberedSql().map(({ numero }) => numero)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  const { files, before } = livingSql()
  expect(files.slice(0, before.length)).toEqual(before)
  expect(files.at(-1)?.name).toMatch(/derechos\.sql$/)
})

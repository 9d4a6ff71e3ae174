import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cuenta, PEN } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno, esperaAlguien } from '../../../test/support/servidor/dueno.ts'
import { formatFechaHora } from '../../core/formato.ts'
import { LIMA, ponerZona } from '../../core/zona.ts'
import { migrate } from '../../server/db/migrate.ts'
import { livingSql, numberedSql } from '../../server/db/migrate-files.ts'
import { ZONAS } from './contract/zonas.ts'
import { contrato } from './contract.ts'

// A house without a movement; the tests follow each other, from no document to the first one.
const app = await startTestApp()
const adm = await app.signedIn('adm')
afterAll(() => ponerZona(LIMA))

/** Half past midnight of the 22nd in Santiago; half past ten at night of the 21st in Lima. */
const NOCHE = '2025-11-22T03:30:00Z'

async function elegir(zona_horaria: string) {
  const { version } = (await adm.call(contrato.obtener)).body
  return adm.call(contrato.editar, { body: { version, zona_horaria } as never })
}

async function dia(): Promise<string> {
  const { rows } = await sql<{ dia: string }>`
    SELECT fecha_negocio(${NOCHE}::timestamptz)::text AS dia`.execute(app.db)
  return rows[0]?.dia as string
}

const cambiar = `UPDATE ajustes SET valor = '"America/Bogota"' WHERE clave = 'zona_horaria'`

test('PostgreSQL and the browser know every zone that can be chosen', async () => {
  for (const timeZone of Object.keys(ZONAS)) new Intl.DateTimeFormat('es', { timeZone })
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_timezone_names`.execute(app.db)
  const known = rows.map(({ name }) => name)
  expect(Object.keys(ZONAS).filter((zona) => !known.includes(zona))).toEqual([])
})

test('another zone is refused by its field, by the call and by the database', async () => {
  const before = await dia()
  const { status, error } = await elegir('America/Atlantis')
  expect([status, error.errors?.[0]?.campo]).toEqual([400, 'zona_horaria'])
  await expect(
    comoDueno(app.url, cambiar.replace('America/Bogota', 'America/Atlantis')),
  ).rejects.toMatchObject({ detail: expect.stringContaining('ZONA_DESCONOCIDA') })
  expect(await dia()).toBe(before)
})

test('a connection that has planned its statements before the choice uses the new zone', async () => {
  const kept = await conectarDueno(app.url)
  await kept.query('SET plan_cache_mode = force_generic_plan')
  await kept.query(`PREPARE dia AS SELECT fecha_negocio(x)::text AS dia, reloj_texto(x) AS hora
    FROM (VALUES (timestamptz '${NOCHE}')) v (x)`)
  await kept.query(`CREATE FUNCTION pg_temp.dia_de(x timestamptz) RETURNS text LANGUAGE plpgsql AS
    'BEGIN RETURN fecha_negocio(x); END'`)
  const said = async () => [
    (await kept.query('EXECUTE dia')).rows[0],
    (await kept.query(`SELECT pg_temp.dia_de('${NOCHE}') AS dia`)).rows[0].dia,
  ]
  try {
    for (let n = 0; n < 8; n += 1) await said()
    expect(await said()).toEqual([{ dia: '2025-11-21', hora: '21/11/2025 22:30' }, '2025-11-21'])
    expect((await elegir('America/Santiago')).status).toBe(200)
    expect(await said()).toEqual([{ dia: '2025-11-22', hora: '22/11/2025 00:30' }, '2025-11-22'])
    expect((await elegir('America/Lima')).status).toBe(200)
  } finally {
    await kept.end()
  }
})

test('in an empty house the zone chosen is at once that of days, answers and printed hours', async () => {
  expect(await dia()).toBe('2025-11-21')
  const before = await adm.call(contrato.obtener)
  expect(before.headers['x-zona-horaria']).toBeUndefined()
  expect(formatFechaHora(NOCHE)).toBe('21/11/2025, 22:30')

  expect((await elegir('America/Santiago')).status).toBe(200)
  expect(await dia()).toBe('2025-11-22')
  await expect
    .poll(async () => (await adm.call(contrato.obtener)).headers['x-zona-horaria'])
    .toBe('America/Santiago')
  expect(formatFechaHora(NOCHE)).toBe('22/11/2025, 00:30')
})

test('the next version of the program leaves the zone as it was chosen', async () => {
  await migrate(app.url, { numbered: numberedSql(), living: { ...livingSql(), huella: 'next' } })
  expect(await dia()).toBe('2025-11-22')
})

test('a first document that is being written makes the change wait, and then refuses it', async () => {
  app.setClock(NOCHE)
  const writing = Promise.withResolvers<void>()
  const enough = Promise.withResolvers<void>()
  const written = app.db.transaction().execute(async (tx) => {
    const en = {
      db: { transaction: () => ({ execute: (work: (tx: unknown) => unknown) => work(tx) }) },
    }
    await cuenta(en as never, adm, 'Caja soles', PEN, '100.00')
    writing.resolve()
    await enough.promise
  })
  await writing.promise
  const change = elegir('America/Bogota')
  await esperaAlguien(app.url)
  enough.resolve()
  await written
  app.setClock(null)
  expect((await change).error.errors?.[0]?.msg).toMatch(/se elige antes del primero/)
  const { rows } = await sql<{ dia: string }>`
    SELECT fecha_negocio::text AS dia FROM asientos`.execute(app.db)
  expect(rows).toEqual([{ dia: '2025-11-22' }])
})

test('with a document the zone stays, whoever asks', async () => {
  const { status, error } = await elegir('America/Lima')
  expect([status, error.errors?.[0]?.msg]).toEqual([
    400,
    expect.stringMatching(/se elige antes del primero/),
  ])
  await expect(comoDueno(app.url, cambiar)).rejects.toThrow()
  expect(await dia()).toBe('2025-11-22')
})

test('every table with a stored day or an index by day is asked', async () => {
  const { rows } = await sql<{ tabla: string }>`
    SELECT t::text AS tabla FROM zona_horaria_tablas() t ORDER BY 1`.execute(app.db)
  const tablas = rows.map(({ tabla }) => tabla)
  const columnas = await sql<{ tabla: string }>`
    SELECT c.relname AS tabla FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'fecha_negocio' AND a.attgenerated = 's' AND c.relkind IN ('r', 'p')`.execute(
    app.db,
  )
  expect(columnas.rows.length).toBeGreaterThan(8)
  expect(columnas.rows.map(({ tabla }) => tabla).filter((t) => !tablas.includes(t))).toEqual([])
  expect(tablas).toEqual(expect.arrayContaining(['gastos', 'turnos', 'vistos']))
})

import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato as ajustes } from '../../areas/ajustes/contract.ts'
import { contrato as notificaciones } from '../../areas/notificaciones/contract.ts'
import { DomainError } from '../../core/errors.ts'
import { repeat } from '../proceso/jobs.ts'
import { type Marchas, marchasDe } from './marchas.ts'

/* a job that does not run is said, by its name, to whoever may do something about it. */

const app = await startTestApp()
const adm = await app.signedIn('adm')
const HOUR_MS = 3_600_000

const told: [string, string][] = []
const processes: Marchas[] = []
function proceso(): Marchas {
  const one = marchasDe(app.db, (error, who) => told.push([who, (error as Error).message]))
  processes.push(one)
  return one
}
afterEach(async () => {
  for (const one of processes.splice(0)) await one.cerrar()
  await comoDueno(app.url, 'DELETE FROM trabajos')
  told.length = 0
})

interface Fila {
  trabajo: string
  fallas: number
  motivo: string | null
  exito: Date | null
  falla: Date | null
  desde: Date | null
  cada_ms: number | null
}
const filas = () => comoDueno<Fila>(app.url, 'SELECT * FROM trabajos ORDER BY trabajo')
const mal = async () =>
  (await comoDueno<{ trabajo: string }>(app.url, 'SELECT trabajo FROM trabajos_mal()')).map(
    ({ trabajo }) => trabajo,
  )
const campana = async () =>
  (await adm.call(notificaciones.listar, {})).body.find(({ clave }) => clave === 'trabajos')
const hace = (what: string) =>
  comoDueno(
    app.url,
    `UPDATE trabajos SET exito = exito - interval '${what}', falla = falla - interval '${what}',
       inicio = inicio - interval '${what}'`,
  )

/** The beat of a process with these jobs, all of which went well; with `andan`, only those. */
const latir = (trabajos: string[], andan = trabajos) =>
  comoDueno(app.url, 'SELECT trabajos_latir($1, $2, $3)', [
    trabajos,
    trabajos.map(() => HOUR_MS),
    andan,
  ])

/** A job of which a test says what its next run comes to. */
function trabajo(marchas: Marchas, name = 'gastos', ms = HOUR_MS) {
  const watch = marchas.de(name, `el trabajo ${name}`)
  watch.every?.(ms)
  return { falla: async (why: string) => watch(new Error(why)), anda: async () => watch.well?.() }
}

test('one failure is a row, two ring and say which job and why, a success takes it back', async () => {
  const { falla, anda } = trabajo(proceso())
  await falla('Sin disco')
  expect(await filas()).toMatchObject([
    { trabajo: 'gastos', fallas: 1, motivo: 'Sin disco', exito: null },
  ])
  expect(await campana()).toBeUndefined()
  await falla('Sin línea')
  expect(await campana()).toMatchObject({
    titulo: '1 trabajo del programa no anda: el trabajo gastos',
    pantalla: 'ajustes',
  })
  const { trabajos } = (await adm.call(ajustes.programa, {})).body
  expect(trabajos).toMatchObject([{ nombre: 'el trabajo gastos', fallas: 2, motivo: 'Sin línea' }])
  expect(told).toEqual([
    ['gastos', 'Sin disco'],
    ['gastos', 'Sin línea'],
  ])
  await anda()
  expect(await filas()).toMatchObject([
    { fallas: 0, motivo: null, desde: null, exito: expect.any(Date), falla: expect.any(Date) },
  ])
  expect(await campana()).toBeUndefined()
  expect((await adm.call(ajustes.programa, {})).body.trabajos).toEqual([])
})

test('who may not change the settings hears nothing of it', async () => {
  const cajero = await app.signedIn('caj')
  const { falla } = trabajo(proceso())
  await falla('a')
  await falla('b')
  expect(await campana()).toBeDefined()
  const his = (await cajero.call(notificaciones.listar, {})).body.map(({ clave }) => clave)
  expect(his).not.toContain('trabajos')
  expect((await cajero.call(ajustes.programa, {})).status).toBe(403)
})

test('a job that does not run for three times its period, and two hours, rings', async () => {
  const one = proceso()
  await trabajo(one, 'cada-segundo', 1000).anda()
  await trabajo(one, 'cada-hora', HOUR_MS).anda()
  await hace('119 minutes')
  expect(await mal()).toEqual([])
  await hace('2 minutes')
  expect(await mal()).toEqual(['cada-segundo'])
  await hace('1 hour')
  expect(await mal()).toEqual(['cada-hora', 'cada-segundo'])
})

test('a success that follows a success is written by the hour alone', async () => {
  const one = proceso()
  const { anda } = trabajo(one)
  await anda()
  await hace('30 minutes')
  const before = await filas()
  await anda()
  await anda()
  expect(await filas()).toEqual(before)
  // The beat of the hour, of all jobs at once.
  await latir(['gastos'])
  expect((await filas())[0]?.exito?.getTime()).toBeGreaterThan(before[0]?.exito?.getTime() ?? 0)
})

test('several processes share a row: the success of one ends the failures of another', async () => {
  const [one, other] = [trabajo(proceso()), trabajo(proceso())]
  await one.falla('a')
  await one.falla('b')
  expect(await mal()).toEqual(['gastos'])
  await other.anda()
  expect(await mal()).toEqual([])
  await one.anda()
  await one.falla('c')
  expect(await filas()).toMatchObject([{ fallas: 1, motivo: 'c' }])
})

test('a process that ends takes its jobs away; one that was killed is waited for during a day', async () => {
  const one = proceso()
  await trabajo(one).anda()
  await one.cerrar()
  await hace('5 hours')
  expect(await mal()).toEqual([])
  expect(await filas()).toMatchObject([{ cada_ms: null }])
  await trabajo(proceso()).anda()
  await hace('23 hours')
  await latir(['otro'])
  expect(await mal()).toEqual(['gastos'])
  await hace('2 hours')
  await latir(['otro'])
  expect(await mal()).toEqual([])
})

test('a job that fails each second is counted, and written down by the minute', async () => {
  const one = proceso()
  const { falla } = trabajo(one, 'telegram', 1000)
  for (let n = 0; n < 5; n += 1) await falla('x')
  expect(one.leer()).toMatchObject([{ trabajo: 'telegram', fallas: 5, cada: 1000 }])
  expect((await filas())[0]?.fallas).toBeLessThan(5)
  expect((await filas())[0]?.fallas).toBeGreaterThan(1)
})

test('what repeats tells of each run; a database that is away is neither failure nor success', async () => {
  const one = proceso()
  const outcomes: (Error | null)[] = [
    new Error('falla'),
    new DomainError('NO_DISPONIBLE'),
    null,
    new DomainError('INCIERTO'),
  ]
  let runs = 0
  const work = async () => {
    const outcome = outcomes[runs]
    runs += 1
    if (outcome) throw outcome
  }
  const stop = repeat(HOUR_MS, work, one.de('uno', 'uno'), () =>
    runs < outcomes.length ? 0 : HOUR_MS,
  )
  await expect.poll(() => runs).toBe(outcomes.length)
  await stop()
  expect(told).toEqual([['uno', 'falla']])
  expect(await filas()).toMatchObject([{ trabajo: 'uno', fallas: 0, falla: expect.any(Date) }])
  expect(one.leer()).toMatchObject([{ cada: HOUR_MS, fallas: 0 }])
})

test('a job that hangs is listed although its process beats: a beat tells only of runs since the last one', async () => {
  const one = proceso()
  const { anda } = trabajo(one)
  trabajo(one, 'colgado')
  await anda()
  await hace('4 hours')
  await one.latir()
  // The other one never ended a run since it was started.
  expect(await mal()).toEqual(['colgado'])
  await hace('4 hours')
  // Its process lives and beats, and no run of it ended.
  await one.latir()
  expect(await mal()).toEqual(['colgado', 'gastos'])
  await hace('3 days')
  await one.latir()
  expect(await mal()).toEqual(['colgado', 'gastos'])
  await anda()
  await one.latir()
  expect(await mal()).toEqual(['colgado'])
})

test('what a beat could not write the next one writes', async () => {
  const one = proceso()
  const { anda } = trabajo(one)
  await anda()
  await hace('4 hours')
  await comoDueno(app.url, 'ALTER TABLE trabajos RENAME TO trabajos_lejos')
  await one
    .latir()
    .finally(() => comoDueno(app.url, 'ALTER TABLE trabajos_lejos RENAME TO trabajos'))
  expect(await mal()).toEqual(['gastos'])
  await one.latir()
  expect(await mal()).toEqual([])
})

test('a process that ends takes away no job that another one runs: the beat of that one says so', async () => {
  const [one, other] = [proceso(), proceso()]
  for (const each of [one, other]) await trabajo(each).anda()
  await one.cerrar()
  await other.latir()
  expect(await filas()).toMatchObject([{ trabajo: 'gastos', cada_ms: HOUR_MS }])
  await hace('4 hours')
  await other.latir()
  expect(await mal()).toEqual(['gastos'])
})

test('a job whose statement always ends by its time limit fails: PostgreSQL is not away', async () => {
  const one = proceso()
  let runs = 0
  const largo = async () =>
    app.db.transaction().execute(async (tx) => {
      runs += 1
      await sql`SET LOCAL statement_timeout = '20ms'`.execute(tx)
      await sql`SELECT count(*) FROM generate_series(1, 1e12)`.execute(tx)
    })
  const stop = repeat(HOUR_MS, largo, one.de('largo', 'largo'), () => (runs < 2 ? 0 : HOUR_MS))
  await expect.poll(() => runs).toBe(2)
  await stop()
  expect(await mal()).toEqual(['largo'])
  expect(await filas()).toMatchObject([{ fallas: 2, motivo: expect.stringMatching(/timeout/) }])
})

test('a job that this house does not run is not measured, so that nobody waits for it', async () => {
  const one = proceso()
  one.de('respaldo', 'respaldo diario')
  await trabajo(one).anda()
  expect(one.leer().map(({ trabajo: name }) => name)).toEqual(['gastos'])
})

test('two jobs of one name are a mistake, and a row says no half of a failure', async () => {
  const one = proceso()
  one.de('uno', 'uno')
  expect(() => one.de('uno', 'otro')).toThrow('two jobs')
  for (const row of [
    "('x', 'x', 1, NULL, 'y')",
    "('x', 'x', 0, now(), NULL)",
    "('x', 'x', 1, now(), NULL)",
  ])
    await expect(
      comoDueno(
        app.url,
        `INSERT INTO trabajos (trabajo, nombre, fallas, desde, motivo) VALUES ${row}`,
      ),
    ).rejects.toThrow('trabajos_falla')
})

import { afterEach, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import type { ClaveCasa } from '../../../server/acceso/clave.ts'
import { type Disco, discoDe, startDisco } from '../../../server/trabajos/disco.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contrato } from '../contract.ts'

/* that the disk fills is said before it is full. */

const app = await startTestApp()
const adm = await app.signedIn('adm')
afterEach(() => comoDueno(app.url, 'DELETE FROM disco_muestras'))

const GB = 1_000_000_000

/** A sample each six hours for as many days: what was left `age` days ago. */
const muestras = (days: number, left: (age: number) => number, total = 1000 * GB) =>
  comoDueno(
    app.url,
    `INSERT INTO disco_muestras (fecha, libre, total, base) VALUES ${Array.from(
      { length: days * 4 },
      (_, i) =>
        `(ahora() - interval '${i * 6} hours', ${Math.round(left(i / 4))}, ${total}, 1000000)`,
    ).join(', ')}`,
  )
async function juicio() {
  const [row] = await comoDueno<{ dias: number | null; poco: boolean }>(
    app.url,
    'SELECT disco_dias() AS dias, disco_poco() AS poco',
  )
  return row
}
const campana = async () =>
  (await adm.call(notificaciones.listar, {})).body.find(({ clave }) => clave === 'disco')

test('less than two weeks at the present growth ring, and more do not', async () => {
  await muestras(14, (age) => (205 + age * 10) * GB)
  expect(await juicio()).toEqual({ dias: 20, poco: false })
  expect(await campana()).toBeUndefined()
  await comoDueno(app.url, 'DELETE FROM disco_muestras')
  await muestras(14, (age) => (135 + age * 10) * GB)
  expect(await juicio()).toEqual({ dias: 13, poco: true })
  expect(await campana()).toMatchObject({
    titulo:
      '1 disco por llenarse, y lleno no se registra nada: al crecimiento de ahora le quedan 13 días',
    pantalla: 'ajustes',
  })
  expect((await adm.call(contrato.programa, {})).body.disco).toEqual({
    ...{ libre: 135 * GB, total: 1000 * GB, base: 1_000_000 },
    ...{ crece: expect.closeTo(10 * GB, -7), dias: 13, poco: true },
  })
})

test('a large file that comes and goes, and nights without growth, move the estimate little', async () => {
  // Ten a day, all of it by day, and a copy of 300 GB that lay there during two days.
  await muestras(14, (age) => {
    const hour = (1 - (age % 1)) % 1
    const grown = Math.floor(age) * 10 + (hour > 0.5 ? 10 - (hour - 0.5) * 20 : 10)
    return (400 + grown - (age >= 6 && age < 8 ? 300 : 0)) * GB
  })
  const { dias = 0 } = (await juicio()) ?? {}
  expect(dias).toBeGreaterThan(30)
  expect(dias).toBeLessThan(50)
})

test('few samples, another disk or one that empties give no days', async () => {
  await muestras(1, (age) => (50 + age * 100) * GB)
  expect(await juicio()).toEqual({ dias: null, poco: false })
  await comoDueno(app.url, 'DELETE FROM disco_muestras')
  await muestras(10, (age) => (500 - age * 10) * GB)
  expect(await juicio()).toEqual({ dias: null, poco: false })
  await comoDueno(
    app.url,
    "UPDATE disco_muestras SET total = 2 * total WHERE fecha < ahora() - interval '1 hour'",
  )
  expect(await juicio()).toEqual({ dias: null, poco: false })
})

test('little that is left rings at once; a tenth of a large disk is no little', async () => {
  for (const [left, total, poco] of [
    [1.9, 10, true],
    [9.9, 100, true],
    [10.1, 100, false],
    [90, 1000, false],
    [19, 1000, true],
  ] as const) {
    await comoDueno(app.url, 'DELETE FROM disco_muestras')
    await muestras(0.25, () => left * GB, total * GB)
    expect([left, total, (await juicio())?.poco]).toEqual([left, total, poco])
  }
})

test('the job samples each six hours, at once when a tenth changed, and forgets', async () => {
  let now: Disco = { libre: 100 * GB, total: 1000 * GB }
  const run = async (ajeno = false) => {
    const respaldo = { destino: null, ajeno, datos: '/' }
    const afuera = { anclas: '/', clave: Buffer.alloc(32) as ClaveCasa, respaldo }
    const stop = startDisco(
      { db: app.db, afuera, env: {} },
      () => expect.unreachable(),
      async () => now,
    )
    await stop()
  }
  const count = async () => (await comoDueno(app.url, 'SELECT FROM disco_muestras')).length
  await run()
  await run()
  now = { ...now, libre: 91 * GB }
  await run()
  expect(await count()).toBe(1)
  now = { ...now, libre: 89 * GB }
  await run()
  expect(await count()).toBe(2)
  await comoDueno(app.url, "UPDATE disco_muestras SET fecha = fecha - interval '6 hours 1 second'")
  await run()
  expect(await count()).toBe(3)
  // A month old, and ahead of the clock.
  await comoDueno(
    app.url,
    `INSERT INTO disco_muestras VALUES (ahora() - interval '31 days', 1, 2, 3), (ahora() + interval '1 day', 1, 2, 3)`,
  )
  expect((await juicio())?.poco).toBe(false)
  await run()
  expect(await count()).toBe(3)
  // Of a database on another server only its size is known.
  await comoDueno(app.url, 'DELETE FROM disco_muestras')
  await run(true)
  expect((await adm.call(contrato.programa, {})).body.disco).toMatchObject({
    ...{ libre: null, total: null, poco: false, dias: null },
    base: expect.any(Number),
  })
})

test('the demo needs no room', async () => {
  await muestras(0.25, () => GB)
  expect((await juicio())?.poco).toBe(true)
  await comoDueno(app.url, "INSERT INTO ajustes (clave, valor) VALUES ('demo', 'true')")
  expect((await juicio())?.poco).toBe(false)
  await comoDueno(app.url, "DELETE FROM ajustes WHERE clave = 'demo'")
})

test('the disk of a folder is read, and no sample says half of one', async () => {
  const { libre, total } = await discoDe('.')
  expect(libre).toBeGreaterThan(0)
  expect(total).toBeGreaterThanOrEqual(libre)
  for (const row of ['1, NULL, 1', 'NULL, 1, 1', '2, 1, 1', '-1, 1, 1'])
    await expect(
      comoDueno(app.url, `INSERT INTO disco_muestras VALUES (ahora(), ${row})`),
    ).rejects.toThrow('disco_visto')
})

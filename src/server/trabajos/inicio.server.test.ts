import { afterEach, expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato as ajustes } from '../../areas/ajustes/contract.ts'
import { contrato as notificaciones } from '../../areas/notificaciones/contract.ts'
import { repeat } from '../proceso/jobs.ts'
import { type Marchas, marchasDe } from './marchas.ts'

/* a job is waited for from its start, before any run of it has ended. */

const app = await startTestApp()
const adm = await app.signedIn('adm')
const HOUR_MS = 3_600_000

const processes: Marchas[] = []
function proceso(): Marchas {
  const one = marchasDe(app.db, () => {})
  processes.push(one)
  return one
}
afterEach(async () => {
  for (const one of processes.splice(0)) await one.cerrar()
  await comoDueno(app.url, 'DELETE FROM trabajos')
})

const filas = () => comoDueno(app.url, 'SELECT * FROM trabajos')
const mal = async () =>
  (await comoDueno<{ trabajo: string }>(app.url, 'SELECT trabajo FROM trabajos_mal()')).map(
    ({ trabajo }) => trabajo,
  )
const campana = async () =>
  (await adm.call(notificaciones.listar, {})).body.find(({ clave }) => clave === 'trabajos')
const hace = (what: string) =>
  comoDueno(
    app.url,
    `UPDATE trabajos SET exito = exito - interval '${what}', inicio = inicio - interval '${what}'`,
  )

/** A job that is started, and answers what ends its run well. */
function trabajo(marchas: Marchas) {
  const watch = marchas.de('gastos', 'el trabajo gastos')
  watch.every?.(HOUR_MS)
  return { anda: async () => watch.well?.() }
}

test('a job that hangs in its very first run is known from its start, and named', async () => {
  const one = proceso()
  let suelta = () => {}
  const hangs = new Promise<void>((done) => {
    suelta = done
  })
  for (let n = 0; n < 2; n += 1) await one.latir()
  const stop = repeat(HOUR_MS, () => hangs, one.de('colgado', 'el trabajo colgado'))
  try {
    await expect.poll(filas).toMatchObject([{ trabajo: 'colgado', exito: null, cada_ms: HOUR_MS }])
    await hace('2 hours')
    expect(await mal()).toEqual([])
    await hace('61 minutes')
    await one.latir()
    expect(await mal()).toEqual(['colgado'])
    expect(await campana()).toMatchObject({
      titulo: '1 trabajo del programa no anda: el trabajo colgado',
    })
    const { trabajos } = (await adm.call(ajustes.programa, {})).body
    expect(trabajos).toMatchObject([{ fallas: 0, motivo: null, desde: expect.any(String) }])
  } finally {
    suelta()
    await stop()
  }
  expect(await mal()).toEqual([])
})

test('a start is waited for anew after the job was taken away, and is written once the database is there', async () => {
  const one = proceso()
  await trabajo(one).anda()
  await one.cerrar()
  await hace('3 days')
  const other = proceso()
  // Its first beat is over, of which nothing is left for the next one.
  for (let n = 0; n < 2; n += 1) await other.latir()
  await comoDueno(app.url, 'ALTER TABLE trabajos RENAME TO trabajos_lejos')
  trabajo(other)
  await other
    .latir()
    .finally(() => comoDueno(app.url, 'ALTER TABLE trabajos_lejos RENAME TO trabajos'))
  await other.latir()
  // Nobody ran it for three days: it is not that it did not run.
  expect(await filas()).toMatchObject([{ cada_ms: HOUR_MS }])
  expect(await mal()).toEqual([])
  // Another process that starts gives it no more time.
  await hace('4 hours')
  const third = proceso()
  trabajo(third)
  await third.latir()
  expect(await mal()).toEqual(['gastos'])
})

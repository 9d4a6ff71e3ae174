import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato } from '../contract.ts'

/* who looks after the backups reads on the first page when the last good one ended. */

const respaldo = { destino: '/disco' as string | null, ajeno: false, datos: '/datos' }
const app = await startTestApp({
  afuera: { anclas: null, clave: Buffer.alloc(32, 7), respaldo },
})
const ver = async (rol: 'adm' | 'caj') =>
  (await (await app.signedIn(rol)).call(contrato.ver)).body.respaldo

test('the last good backup is told to who edits the settings, and to nobody else', async () => {
  expect(await ver('adm')).toBeUndefined()
  await comoDueno(
    app.url,
    `INSERT INTO respaldos (inicio, fin, carpeta, bytes, falla) VALUES
       ('2036-11-20T08:00Z', '2036-11-20T08:01Z', '/disco', 5, NULL),
       ('2025-11-20T08:00Z', '2025-11-20T08:01Z', '/disco', 5, NULL),
       ('2025-11-21T08:00Z', '2025-11-21T08:01Z', '/disco', NULL, 'Sin disco')`,
  )
  // The one that was made last, whatever a clock said that was ahead when one was made before.
  expect(await ver('adm')).toContain('2025-11-20T08:01:00')
  expect(await ver('caj')).toBeUndefined()
})

test('so is the one that was noted of a PostgreSQL of the house’s own', async () => {
  Object.assign(respaldo, { ajeno: true, destino: null })
  expect(await ver('adm')).toContain('2025-11-20T08:01:00')
  expect(await ver('caj')).toBeUndefined()
})

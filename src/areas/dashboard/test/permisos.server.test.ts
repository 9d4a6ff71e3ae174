import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cuenta, PEN } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()

test.each([
  ['ganancia:ver', ['ganancia', 'margen']],
  ['compras-ventas:ver', ['operaciones', 'ultimas']],
  ['cuentas:ver', ['cajas']],
  ['ordenes:ver', ['operaciones', 'ordenes', 'ultimas']],
  ['compras-ventas:verificar', ['espera']],
  ['dashboard:casa', ['hechos']],
])('%s alone gives %j and nothing else', async (permiso, campos) => {
  const mgr = await app.signedIn('mgr')
  await sql`DELETE FROM roles_permisos WHERE rol_slug = 'mgr'`.execute(app.db)
  expect((await mgr.call(contrato.ver)).status).toBe(403)
  await sql`INSERT INTO roles_permisos VALUES ('mgr', 'dashboard:ver'), ('mgr', ${permiso})`.execute(
    app.db,
  )
  const { status, body } = await mgr.call(contrato.ver)
  expect(status).toBe(200)
  expect(Object.keys(body).toSorted()).toEqual(['fecha', 'propio', 'tasas', ...campos].toSorted())
})

test('the call accepts no parameters', async () => {
  const adm = await app.signedIn('adm')
  expect((await adm.raw('GET', '/api/dashboard?usuario_id=1')).status).toBe(400)
})

test('whoever opens a till is told whether one is his', async () => {
  const caj = await app.signedIn('caj')
  const mia = async (client: typeof caj) => (await client.call(contrato.ver)).body.mi_caja
  expect(await mia(caj)).toBe(false)
  await cuenta(app, { usuario_id: caj.usuario_id }, 'Caja de la cajera', PEN, '100.00')
  expect(await mia(caj)).toBe(true)
  expect(await mia(await app.signedIn('pag'))).toBeUndefined()
})

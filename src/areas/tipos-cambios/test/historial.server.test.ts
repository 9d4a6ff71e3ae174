import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { contrato as tasas } from '../contract.ts'

/* Who created and changed a row, for whoever may see the row. */

const app = await startTestApp()
const { adm } = await montarCasa(app)

test('the history of a row: its own changes, the latest first, without what they hold', async () => {
  const { body: rows } = await adm.call(monedas.listar)
  const eur = rows.find(({ iso }) => iso === 'CLP')
  if (!eur) throw new Error('no currency')
  const params = { id: eur.id }
  await adm.call(monedas.estatus, { params })
  await adm.call(monedas.estatus, { params })
  const { body } = await adm.call(monedas.historial, { params })
  expect(body.map(({ accion }) => accion)).toEqual(['estatus', 'estatus'])
  expect(Object.keys(body[0] ?? {}).toSorted()).toEqual(['accion', 'fecha', 'usuario'])
  const { body: other } = await adm.call(monedas.historial, { params: { id: eur.id + 1 } })
  expect(other).toEqual([])
})

test('pairs and rates have theirs; whoever may not see a row does not see its history', async () => {
  for (const call of [pares.historial, tasas.historial])
    expect((await adm.call(call, { params: { id: 1 } })).status).toBe(200)
  const caj = await app.signedIn('caj')
  for (const call of [monedas.historial, pares.historial, tasas.historial])
    expect((await caj.call(call, { params: { id: 1 } })).status).toBe(403)
})

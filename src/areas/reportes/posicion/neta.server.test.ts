import { expect, test } from 'vitest'
import { VES } from '../../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato } from '../../posiciones/contract.ts'
import { contrato as reportes } from '../contract.ts'

/* what is owed counts wherever a position is told. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm } = casa

const posicion = async () =>
  (await adm.call(contrato.listar)).body.find(({ moneda }) => moneda.id === VES)
const delReporte = async (query: object) =>
  (await adm.call(reportes.posicion, { query: query as never })).body.filas.find(
    ({ moneda_id }) => moneda_id === VES,
  )

test('what paid orders still have to deliver is owed, until it is delivered', async () => {
  expect(await posicion()).toMatchObject({
    cantidad: '1212000.00',
    debe: '0.00',
    neta: '1212000.00',
  })
  await casa.en('pendiente')
  expect(await posicion()).toMatchObject({ debe: '0.00' })
  await casa.en('pagada')
  expect(await posicion()).toMatchObject({ debe: '26206.00', neta: '1185794.00' })
  expect(await delReporte({ periodo: 'hoy' })).toMatchObject({
    ...{ cierre: '1212000.00', debe: '26206.00', neta: '1185794.00' },
  })
  await casa.en('completada')
  expect(await posicion()).toMatchObject({
    ...{ cantidad: '1185794.00', debe: '26206.00', neta: '1159588.00' },
  })
})

test('a house that owes more than it holds is short', async () => {
  for (let n = 0; n < 3; n += 1) await casa.en('pagada', { envia: '9000.00' })
  expect((await posicion())?.neta).toMatch(/^-/)
})

test('a past close has no net position', async () => {
  const row = await delReporte({ periodo: 'ayer' })
  expect(row ?? {}).not.toHaveProperty('neta')
})

import { expect, test } from 'vitest'
import { VES } from '../../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { contrato } from '../contract.ts'

/* what a beneficiary gets can be paid out, to the last digit. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, caj } = casa
await comoDueno(app.url, `UPDATE monedas SET decimales_pago = 0 WHERE id = ${VES}`)

test('an order is received in what its currency pays, rounded in the house’s favour', async () => {
  const { status, body } = await caj.call(contrato.crear, {
    body: casa.orden({ envia: '500.01' }),
  })
  // 500.01 × 52.412 is 26,206.52412.
  expect([status, body.envia, body.recibe]).toEqual([201, '500.01', '26206.00'])
})

test('the quote and the step of the calculator say the same', async () => {
  const query = { pais: 'pe', base_id: 2, cotizacion_id: VES, envia: '500.01' } as const
  const quoted = await caj.call(contrato.cotizar, { query })
  expect(quoted.body.recibe).toBe('26206.00')
  const { body } = await caj.call(monedas.lista, {})
  expect(body.find(({ id }) => id === VES)).toMatchObject({ decimales: 2, decimales_pago: 0 })
  expect(body.find(({ id }) => id === 2)).not.toHaveProperty('decimales_pago')
})

test('an amount to receive with more digits than are paid is refused by its field', async () => {
  const { envia: _, ...rest } = casa.orden()
  const made = await caj.call(contrato.crear, { body: { ...rest, recibe: '26206.50' } as never })
  const quoted = await caj.call(contrato.cotizar, {
    query: { pais: 'pe', base_id: 2, cotizacion_id: VES, recibe: '26206.50' },
  })
  for (const { status, error } of [made, quoted])
    expect([status, error.errors?.map(({ campo }) => campo)]).toEqual([400, ['recibe']])
})

test('Colombian pesos pay whole pesos, and no currency pays in more digits than it has', async () => {
  const { body: cop } = await adm.call(monedas.obtener, { params: { id: 4 } })
  expect([cop.iso, cop.decimales_pago]).toEqual(['COP', 0])
  const { id, estatus: _, ...body } = cop as never as { id: number; estatus: boolean }
  const refused = await adm.call(monedas.editar, {
    params: { id },
    body: { ...body, decimales_pago: 3 } as never,
  })
  expect([refused.status, refused.error.errors]).toMatchObject([400, [{ campo: 'decimales_pago' }]])
  await expect(
    comoDueno(app.url, 'UPDATE monedas SET decimales_pago = 3 WHERE id = 4'),
  ).rejects.toThrow('monedas_check')
})

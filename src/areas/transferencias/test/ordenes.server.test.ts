import { expect, test } from 'vitest'
import { VES } from '../../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const { adm, pag, en } = await montarOrdenes(app)

const primera = await en('completada')
const segunda = await en('completada')
await en('en_proceso')
const listar = async (query: Record<string, string> = {}, quien = adm) =>
  (await quien.call(contrato.pagosOrdenes, { query })).body

test('payouts of orders are read beside the transfers, the newest first, linked to their order', async () => {
  const { items, siguiente } = await listar({}, pag)
  expect(siguiente).toBeNull()
  expect(items.map(({ orden_id }) => orden_id)).toEqual([segunda, primera])
  expect(items[0]).toMatchObject({
    moneda_id: VES,
    monto: '26206.00',
    comision: '0.00',
    origen: 'Banesco VES',
    estado: 'pagado',
  })
  expect(items[0]?.destino).toMatch(/ · Venezuela$/)
  // Nobody is named who should not be.
  expect(JSON.stringify(items)).not.toContain('beneficiario')
})

test('they are paged and looked for', async () => {
  const first = await listar({ limite: '1' })
  const second = await listar({ limite: '1', cursor: String(first.siguiente) })
  expect([first, second].map(({ items }) => items[0]?.orden_id)).toEqual([segunda, primera])
  expect(second.siguiente).toBeNull()
  const numero = first.items[0]?.numero ?? ''
  expect((await listar({ buscar: numero })).items.map(({ numero: n }) => n)).toEqual([numero])
  expect((await listar({ buscar: 'banesco' })).items).toHaveLength(2)
  expect((await listar({ hasta: '2020-01-01' })).items).toEqual([])
  expect((await listar({ desde: '2020-01-01' })).items).toHaveLength(2)
})

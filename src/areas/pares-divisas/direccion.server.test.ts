import { expect, test } from 'vitest'
import { montarTasas } from '../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { contratoFuentes } from './contract/fuentes.ts'

const app = await startTestApp()
const { adm, par } = await montarTasas(app)
const id = par('pe 3 2')
const FUENTE = {
  ...{ nombre: 'Mercado', ruta_compra: 'compra', ruta_venta: 'venta', factor_compra: '1' },
  ...{ factor_venta: '1', minutos: 5, salto_pct: '1', modo: 'propone', activa: true },
}

test('an address that the reader would refuse is refused on saving, with the reader’s message', async () => {
  for (const [url, why] of [
    ['http://example.com/tasas', /Solo se admiten direcciones https/],
    ['https://10.0.0.7/tasas', /red interna/],
    ['https://yo:clave@example.com/', /usuario ni clave/],
  ] as const) {
    const body = { ...FUENTE, url }
    const { status, error } = await adm.call(contratoFuentes.guardar, {
      params: { id },
      body,
    })
    expect([status, error.errors?.[0]?.campo]).toEqual([400, 'url'])
    expect(error.errors?.[0]?.msg).toMatch(why)
  }
  expect((await adm.call(contratoFuentes.listar)).body).toEqual([])
  const body = { ...FUENTE, url: 'https://example.com/tasas' }
  expect((await adm.call(contratoFuentes.guardar, { params: { id }, body })).status).toBe(200)
})

import { beforeAll, describe, expect, test } from 'vitest'
import { PEN, USD } from '../../../../test/support/areas/casa.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
let adm: Client

const par = (more: object = {}) => ({
  pais: 'pe',
  base_id: USD,
  cotizacion_id: PEN,
  compra: '3.520',
  venta: '3.560',
  precision: 3,
  ...more,
})

beforeAll(async () => {
  adm = await app.signedIn('adm')
})

describe('bad input', () => {
  const cases: [string, unknown][] = [
    ['same currency twice', par({ cotizacion_id: USD })],
    ['unknown currency', par({ cotizacion_id: 9999 })],
    ['unknown country', par({ pais: 'zz' })],
    ['sale below purchase', par({ compra: '3.6', venta: '3.5' })],
    ['zero', par({ compra: '0' })],
    ['a number instead of text', par({ compra: 3.52 })],
    ['NaN', par({ compra: 'NaN' })],
    ['1e400', par({ compra: '1e400' })],
    ['20 decimals', par({ compra: '3.52000000000000000001' })],
    ['decimals beyond the precision', par({ compra: '3.5201' })],
    ['emoji', par({ compra: '💵' })],
    ['U+0000', par({ fuente: 'a\u0000b' })],
    ['precision', par({ precision: 9 })],
    ['alert', par({ alerta_pct: '51' })],
    ['unknown field', par({ otro: 1 })],
    ['missing', {}],
    ['not an object', [1]],
  ]
  test.each(cases)('%s: 400 in Spanish, nothing saved', async (_, body) => {
    const before = (await adm.call(contrato.listar)).body.length
    const answer = await adm.call(contrato.crear, { body })
    expect(answer.status).toBe(400)
    expect(answer.error.message).toMatch(/[áéíóúñ .]/)
    expect(answer.error.errors?.length).toBeGreaterThan(0)
    expect((await adm.call(contrato.listar)).body).toHaveLength(before)
  })

  test('nothing there: 404', async () => {
    for (const path of ['/pares-divisas/9999', '/pares-divisas/historico/9999']) {
      expect((await adm.raw('GET', `/api${path}`)).status).toBe(404)
    }
    expect((await adm.raw('GET', '/api/pares-divisas/abc')).status).toBe(400)
    expect((await adm.raw('GET', '/api/pares-divisas/pais/usd/v%00s')).status).toBe(400)
  })
})

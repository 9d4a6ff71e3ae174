import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarOrdenes, publicarVes } from '../../../../test/support/areas/ordenes.ts'
import { sinTomar } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato as tipos } from '../../tipos-cambios/contract.ts'
import { contrato } from '../contract.ts'

/* an order promises its price too: it uses its quote up, and what becomes of it is seen. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, ana, historico, tipo } = casa
const DIA = { periodo: 'rango', desde: '2025-11-20', hasta: '2025-11-20' } as const
const leer = async (clase: 'tasa-mantenida' | 'cotizaciones-sin-usar') =>
  (await adm.call(reportes.excepciones, { query: { ...DIA, clase } })).body.filas

test('an order at the rate in force uses up the quote that promised it', async () => {
  const body = { tipo: 'orden' as const, historico_id: historico, cliente_id: ana, monto: '500.00' }
  expect((await caj.call(tipos.cotizar, { body })).status).toBe(201)
  const id = await casa.en('pendiente')
  expect((await caj.call(tipos.cotizaciones)).body).toEqual([])
  const { rows } = await sql<{ origen_id: number }>`SELECT origen_id FROM tipos_cambios_cotizaciones
    WHERE origen = 'ordenes'`.execute(app.db)
  expect(rows).toEqual([{ origen_id: id }])
})

test('a kept order itself asks for its quote', async () => {
  const quote = { tipo: 'orden' as const, historico_id: historico, cliente_id: ana, monto: '77.00' }
  expect((await caj.call(tipos.cotizar, { body: quote })).status).toBe(201)
  await publicarVes(app, tipo, '52.300')
  app.setClock('2025-11-20T15:01:00Z')
  const body = casa.orden({ envia: '77.00', mantener_tasa: true })
  await sinTomar(app.url, async () => {
    expect((await caj.call(contrato.crear, { body })).status).toBe(500)
    expect(String(app.bugs.splice(0))).toMatch(/the rate was not in force/)
  })
  expect((await caj.call(contrato.crear, { body })).status).toBe(201)
})

test('an order that is paid after its rate moved against the house is seen', async () => {
  const vigente = await publicarVes(app, tipo, '52.412')
  const late = await casa.en('pendiente', { envia: '100.00', historico_id: vigente })
  await publicarVes(app, tipo, '52.000')
  app.setClock('2025-11-20T15:10:00Z')
  const cobro = casa.efectivo('100.00')
  expect(
    (await caj.call(contrato.registrarCobro, { params: { id: late }, body: cobro })).status,
  ).toBe(201)
  const { numero } = (await adm.call(contrato.obtener, { params: { id: late } })).body
  const frase = `${numero} se pagó a 52.412 cuando ya regía 52`
  expect((await leer('tasa-mantenida'))[0]).toMatchObject({ numero, frase })
})

test('more than five orders of a day that nobody paid are seen, once they ended', async () => {
  const vigente = await publicarVes(app, tipo, '52.412')
  for (let n = 0; n < 4; n += 1)
    await casa.en('pendiente', { envia: '50.00', historico_id: vigente })
  expect(await leer('cotizaciones-sin-usar')).toEqual([])
  app.setClock('2025-11-20T15:31:00Z')
  await sql`UPDATE sesiones SET usada_en = ahora()`.execute(app.db)
  expect(await leer('cotizaciones-sin-usar')).toMatchObject([
    { frase: 'Registró 6 órdenes que nadie pagó', usuario: expect.any(String) },
  ])
})

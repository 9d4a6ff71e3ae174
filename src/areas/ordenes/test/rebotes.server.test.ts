import { afterAll, expect, test } from 'vitest'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato } from '../contract.ts'

/* a payout that the bank gave back is money that comes in by word of mouth. */

const app = await startTestApp()
let now = Date.parse('2025-11-20T15:00:00Z')
app.setClock(new Date(now).toISOString())
const casa = await montarOrdenes(app)
const { adm, pag, ves } = casa
const jefe = await app.signedIn('adm')
await comoDueno(
  app.url,
  `UPDATE ajustes SET valor = CASE clave WHEN 'anular_propia_usd' THEN '200' ELSE '15' END::jsonb
   WHERE clave IN ('anular_propia_usd', 'anular_propia_minutos')`,
)
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

/** An order of so many soles that this user paid out; answers what says that it bounced. */
async function pagada(quien: Client, envia: string) {
  const id = await casa.en('pagada', { envia })
  await quien.call(contrato.tomar, { params: { id } })
  const { body } = await adm.call(contrato.obtener, { params: { id } })
  const pago = { cuenta_id: ves.banesco, monto: body.recibe, referencia: casa.referencia() }
  const { pago_id } = (await quien.call(contrato.pagar, { params: { id }, body: pago })).body
  return { params: { id }, body: { pago_id, motivo: 'Cuenta cerrada' } }
}

test('whoever paid it says so alone while it is small and new; later another does, or says yes', async () => {
  const quick = await pagada(adm, '300.00')
  expect((await adm.call(contrato.rebotar, quick)).status).toBe(200)
  const [a, b] = [await pagada(adm, '310.00'), await pagada(adm, '320.00')]
  now += 16 * 60_000
  app.setClock(new Date(now).toISOString())
  const refused = await adm.call(contrato.rebotar, a)
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(/para anular el pago OP-\d+ de OR-.*que usted mismo registró/),
  ])
  expect((await jefe.call(contrato.rebotar, b)).status).toBe(200)
  await darVistos(jefe)
  expect((await adm.call(contrato.rebotar, a)).status).toBe(200)
})

test('what bounced stands in the report of exceptions, whoever said so', async () => {
  const paid = await pagada(pag, '330.00')
  expect((await jefe.call(contrato.rebotar, paid)).status).toBe(200)
  const { filas } = (await adm.call(reportes.excepciones, { query: { clase: 'anulacion' } })).body
  expect(filas.find(({ origen_id }) => origen_id === String(paid.params.id))).toMatchObject({
    origen: 'ordenes',
    frase: expect.stringMatching(/^Dio por rebotado el pago OP-\d+ de OR-/),
    valor: '330.00',
    motivo: 'Cuenta cerrada',
  })
})

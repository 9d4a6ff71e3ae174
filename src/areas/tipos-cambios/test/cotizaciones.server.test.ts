import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, publicar } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

/* a rate that changed is kept for what was promised, by whom, to whom, up to how much, until when; once. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, tasas, clientes } = casa
const otra = await app.signedIn('adm')
const { venta } = mostrador(casa)
const { rows } = await sql<{ id: number }>`
  SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = ${tasas.ventaUsd}`.execute(
  app.db,
)
const tipo = rows[0]?.id as number
let vigente = tasas.ventaUsd

/** Promises a sale at the rate in force. */
const cotizar = (more: object = {}, quien: Client = adm) =>
  quien.call(contrato.cotizar, {
    body: {
      tipo: 'venta',
      historico_id: vigente,
      cliente_id: clientes.ana,
      monto: '100.00',
      ...more,
    },
  })
/** Another rate is published; answers the id of the row that ended. */
async function cambia(tasa: string): Promise<number> {
  const ended = vigente
  vigente = await publicar(app, tipo, 'd', tasa, 3)
  return ended
}
const vender = (historico_id: number, tasa: string, more: object = {}, quien: Client = adm) =>
  quien.call(compras.crear, {
    body: venta('100.00', '356.00', {
      ...{ historico_id, tasa, mantener_tasa: true, confirmo_duplicado: true },
      ...more,
    }),
  })

test('the rate that was promised is kept once, for that client, that amount and by that cashier', async () => {
  const made = await cotizar()
  expect([made.status, made.body.message]).toEqual([
    201,
    expect.stringMatching(/^Cotización guardada: US\$ 100\.00 a 3\.560, hasta las \d\d:\d\d\.$/),
  ])
  const [one] = (await adm.call(contrato.cotizaciones)).body
  expect(one).toMatchObject({
    tasa: '3.560',
    monto: '100.00',
    contravalor: '356.00',
    cliente: 'Ana García Peña',
  })
  expect((await otra.call(contrato.cotizaciones)).body).toEqual([])
  const old = await cambia('3.570')

  const falta = async (more: object, quien?: Client) => {
    const { status, error } = await vender(old, '3.560', more, quien)
    return [status, error.codigo]
  }
  const refused = [409, 'COTIZACION_FALTA']
  expect(await falta({}, otra)).toEqual(refused)
  expect(await falta({ cliente_id: null })).toEqual(refused)
  expect(
    await falta({
      monto: '101.00',
      recibimos: venta('1', '359.60').recibimos,
      entregamos: venta('101.00', '1').entregamos,
    }),
  ).toEqual(refused)
  // Without being asked to keep it, the refusal says until when the promise is good.
  const asked = await vender(old, '3.560', { mantener_tasa: false })
  expect(asked.error.detalle).toMatchObject({
    bloqueada_hasta: new Date(one?.vence_en ?? 0).toISOString(),
  })
  expect((await vender(old, '3.560')).status).toBe(201)
  expect(await falta({})).toEqual(refused)
  expect((await vender(old, '3.560', { mantener_tasa: false })).error.detalle).toMatchObject({
    bloqueada_hasta: null,
  })
  expect((await adm.call(contrato.cotizaciones)).body).toEqual([])
})

test('one promise serves one of two operations at once', async () => {
  await cotizar()
  const tasa = '3.570'
  const old = await cambia('3.580')
  const recibimos = venta('1', '357.00').recibimos
  const both = await Promise.all([1, 2].map(() => vender(old, tasa, { recibimos })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('what is no longer in force is not promised, nor to nobody; and no promise outlives its minutes', async () => {
  const old = await cambia('3.590')
  const late = await cotizar({ historico_id: old })
  expect([late.status, late.error.errors?.[0]?.msg]).toEqual([
    400,
    'La tasa publicada cambió mientras tanto: revise el monto y cotice de nuevo.',
  ])
  const whom = await cotizar({ cliente_id: null })
  expect(whom.error.errors?.[0]?.campo).toBe('nota')
  const cum = await app.signedIn('cum')
  expect((await cotizar({}, cum)).error.codigo).toBe('SIN_PERMISO')

  expect((await cotizar({ cliente_id: null, nota: 'Señora de verde' })).status).toBe(201)
  const ended = await cambia('3.600')
  app.setClock(new Date(Date.now() + 21 * 60_000).toISOString())
  const recibimos = venta('1', '359.00').recibimos
  expect((await vender(ended, '3.590', { recibimos })).error.codigo).toBe('COTIZACION_FALTA')
})

import { expect, test } from 'vitest'
import { cuenta, EUR, PEN, USD, USDT } from '../../../../test/support/areas/casa.ts'
import { montarTasas } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as competencia } from '../../competencia/contract.ts'
import { competidores } from '../../competidores/contract.ts'
import { contrato as ventas } from '../../compras-ventas/contract.ts'
import { preciosDe } from '../../compras-ventas/pantalla/precios.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { contrato as pizarra } from '../../pizarra/contract.ts'
import { contrato as tipos } from '../../tipos-cambios/contract.ts'
import { contrato } from '../contract.ts'

/* whoever asks what the house pays and asks is told one price, which is the counter's. */

const app = await startTestApp()
const { adm, par, tipo } = await montarTasas(app)
for (const [nombre, moneda, saldo] of [
  ['Soles', PEN, '9000.00'],
  ['Dólares', USD, '900.00'],
  ['Euros', EUR, '900.00'],
  ['Tether', USDT, '900.00'],
] as const)
  await cuenta(app, adm, nombre, moneda, saldo, moneda === PEN ? undefined : '3200.00')
const rival = await adm.call(competidores.contrato.crear, { body: { nombre: 'El Puente' } })
await adm.call(competencia.anotar, {
  body: {
    ...{ competidor_id: rival.body.id, par_id: par('pe 6 2') },
    ...{ compra: '4.030', venta: '4.170', hace_minutos: 0 },
  },
})

type Precios = Record<string, (string | null)[]>
/** Each place's prices by currency: what the house pays, what it asks. */
async function dichos(): Promise<Record<string, Precios>> {
  const by = (rows: [iso: string, ...prices: (string | null)[]][]): Precios =>
    Object.fromEntries(rows.map(([iso, ...prices]) => [iso, prices]))
  const opciones = (await adm.call(ventas.opciones)).body
  const board = (await adm.call(pizarra.ver)).body
  const start = (await adm.call(contrato.ver)).body
  const params = { country: 'pe', currencyIso: 'PEN' }
  const cards = (await adm.call(pares.tarjetas, { params })).body
  const kept = (await adm.call(tipos.ultimas)).body
  const first = (base: number, cotizacion: number) =>
    kept.find((c) => c.pais === 'pe' && c.base_id === base && c.cotizacion_id === cotizacion)
      ?.tramos[0]?.tasa ?? null
  return {
    cliente: by(
      preciosDe(opciones).map((p) => [p.divisa.iso, p.compra?.tasa ?? null, p.venta?.tasa ?? null]),
    ),
    pizarra: by(board.divisas.map((d) => [d.base.iso, d.compra, d.venta])),
    inicio: by(
      (start.tasas ?? []).filter((t) => t.tasas.length === 2).map((t) => [t.titulo, ...t.tasas]),
    ),
    tarjetas: by(cards.map((c) => [c.divisa_base.iso, c.compra, c.venta])),
    'sin línea': by(
      [
        ['USD', USD],
        ['EUR', EUR],
        ['USDT', USDT],
      ].map(([iso, id]) => [`${iso}`, first(Number(id), PEN), first(PEN, Number(id))]),
    ),
  }
}

test('the board, the dashboard, the client’s screen, the calculator and its kept list tell the counter’s price', async () => {
  // By the pair euros are bought at 4.050 and Tether is sold at 3.590; two rates of the counter are typed.
  const una = {
    ...{ USD: ['3.520', '3.560'], EUR: ['4.040', '4.160'] },
    ...{ USDT: ['3.540', '3.600'] },
  }
  const said = await dichos()
  for (const [donde, precios] of Object.entries(said)) {
    // Where the counter has no rate the price of the pair stands.
    const { USDT: usdt, ...others } = precios
    expect([donde, others]).toEqual([donde, { USD: una.USD, EUR: una.EUR }])
    const withRate = donde === 'cliente' || donde === 'sin línea' ? [null, '3.600'] : una.USDT
    expect([donde, usdt]).toEqual([donde, withRate])
  }
  const [nosotros] = (await adm.call(competencia.comparar)).body
  expect(nosotros).toMatchObject({ competidor: 'Nosotros', compra: '4.04', venta: '4.16' })
  // So is what was told when a competitor's rate was seen.
  const noted = (await adm.call(competencia.listar, { query: {} })).body.items
  const query = { par_id: par('pe 6 2'), competidor_id: rival.body.id }
  const chart = (await adm.call(competencia.linea, { query })).body
  for (const [one] of [noted, chart])
    expect([one?.nuestra_compra, one?.nuestra_venta]).toEqual(['4.040', '4.160'])
  expect(noted[0]?.dif_compra?.monto).toBe('-0.010')
})

test('a rate that is off is told to nobody; one computed the other way is told as a price of the unit', async () => {
  const { id } = { id: tipo('pe 6 2') }
  await adm.call(tipos.estatus, { params: { id } })
  const off = await dichos()
  expect([off.pizarra?.EUR, off.inicio?.EUR, off.tarjetas?.EUR]).toEqual([
    ['4.050', '4.160'],
    ['4.050', '4.160'],
    ['4.050', '4.160'],
  ])
  await adm.call(tipos.estatus, { params: { id } })
  await comoDueno(
    app.url,
    `UPDATE tipos_cambios_historico SET vigencia = tstzrange(lower(vigencia), now())
     WHERE tipo_cambio_id = ${id} AND upper_inf(vigencia);
     INSERT INTO tipos_cambios_historico (tipo_cambio_id, tasa, precision, metodo_calculo, origen, vigencia)
     VALUES (${id}, 0.25, 2, 'd', 'manual', tstzrange(now(), NULL))`,
  )
  expect((await dichos()).pizarra?.EUR).toEqual(['4.000', '4.160'])
})

test('a price that the counter refuses for its age is not on the board', async () => {
  await comoDueno(
    app.url,
    `UPDATE tipos_cambios SET actualizado_en = ahora() - interval '49 hours' WHERE id = ${tipo('pe 6 2')}`,
  )
  const said = await dichos()
  expect([said.pizarra?.EUR, said.cliente?.EUR]).toEqual([
    [null, '4.160'],
    [null, '4.160'],
  ])
})

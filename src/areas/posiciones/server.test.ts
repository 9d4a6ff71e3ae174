import { beforeAll, expect, test } from 'vitest'
import { type Casa, EUR, montarCasa, PEN, USD, VES } from '../../../test/support/areas/casa.ts'
import { contabilizar } from '../../../test/support/asiento.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
let casa: Casa
let resultado: number

const posicion = async (id: number) =>
  (await casa.adm.call(contrato.listar)).body.find(({ moneda }) => moneda.id === id)

/** Exchanges dollars for soles at the till; the result goes to the ledger account of gains of the dollar. */
const cambiar = (usd: string, pen: string) =>
  contabilizar(app.db, {
    origen: 'prueba',
    origen_id: 1,
    glosa: 'Cambio',
    usuario_id: casa.adm.usuario_id,
    lineas: [
      { cuenta_id: casa.cuentas.cajaUsd, importe: usd },
      { cuenta_id: casa.cuentas.cajaPen, importe: pen },
    ],
    ...(usd.startsWith('-') && { resultado_id: resultado }),
  })

beforeAll(async () => {
  casa = await montarCasa(app)
  // The clock goes back, not forward, so that the open sessions stay valid.
  app.setClock('2025-11-19T15:00:00Z')
  const row = await app.db
    .selectFrom('posiciones')
    .select('ganancia_id')
    .where('moneda_id', '=', USD)
    .executeTakeFirstOrThrow()
  resultado = row.ganancia_id
})

test('the worked example: a purchase and a sale move quantity, cost and profit', async () => {
  expect(await posicion(USD)).toMatchObject({
    cantidad: '10000.00',
    costo: '35100.00',
    promedio: '3.510000',
    precio: '3.52',
    precio_origen: 'par',
    valor: '35200.00',
    no_realizada: '100.00',
    ganancia_hoy: '0.00',
    ganancia_total: '0.00',
  })
  await cambiar('1000.00', '-3520.00')
  expect(await posicion(USD)).toMatchObject({
    cantidad: '11000.00',
    costo: '38620.00',
    promedio: '3.510909',
  })
  await cambiar('-1500.00', '5340.00')
  const sold = {
    cantidad: '9500.00',
    costo: '33353.64',
    ganancia_total: '73.64',
    no_realizada: '86.36',
  }
  expect(await posicion(USD)).toMatchObject({ ...sold, ganancia_hoy: '73.64' })
  app.setClock('2025-11-20T15:00:00Z')
  expect(await posicion(USD)).toMatchObject({ ...sold, ganancia_hoy: '0.00' })
})

test('a currency without a pair of ours is valued through the dollar, and one without a price is not valued', async () => {
  expect(await posicion(EUR)).toMatchObject({
    cantidad: '1850.00',
    precio: null,
    valor: null,
    no_realizada: null,
  })
  expect(await posicion(VES)).toBeUndefined()
  // What it buys where dollars buy the same: 229 bolívares, when 202 bring a dollar.
  const buys = (base_id: number, compra: string, venta: string) =>
    app.db
      .insertInto('pares_divisas')
      .values({ pais: 'usd', base_id, cotizacion_id: VES, compra, venta, precision: 2 })
      .execute()
  await buys(EUR, '229', '234')
  expect(await posicion(EUR)).toMatchObject({ precio: null, valor: null })
  await buys(USD, '198.5', '202')
  expect(await posicion(EUR)).toMatchObject({ precio: '3.99049505', precio_origen: 'cruce' })
  const pair = {
    pais: 'usd',
    base_id: USD,
    cotizacion_id: EUR,
    compra: '0.8',
    venta: '0.88',
    precision: 2,
  }
  await app.db.insertInto('pares_divisas').values(pair).execute()
  expect(await posicion(EUR)).toMatchObject({
    precio: '4',
    precio_origen: 'cruce',
    valor: '7400.00',
    no_realizada: '-74.00',
  })
})

test('the functional currency has no position', async () => {
  expect(await posicion(PEN)).toBeUndefined()
})

test('cost and profit are for those who may see them', async () => {
  app.setClock(null)
  await app.db
    .insertInto('roles_permisos')
    .values({ rol_slug: 'mgr', permiso: 'posiciones:ver' })
    .execute()
  const mgr = await app.signedIn('mgr')
  const { status, body } = await mgr.call(contrato.listar)
  expect(status).toBe(200)
  expect(Object.keys(body[0] ?? {}).toSorted()).toEqual([
    'cantidad',
    'debe',
    'moneda',
    'neta',
    'precio',
    'precio_origen',
    'valor',
  ])
  const caj = await app.signedIn('caj')
  expect((await caj.call(contrato.listar)).status).toBe(403)
  expect((await casa.adm.raw('GET', '/api/posiciones', undefined, { 'x-token': '' })).status).toBe(
    401,
  )
})

import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { saldos } from '../../../test/support/areas/casa.ts'
import { montarTesoreria } from '../../../test/support/areas/transferencias.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { decimal, dividir, texto } from '../../core/dinero/decimal.ts'
import { verificar } from '../../main.libros.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const casa = await montarTesoreria(app)
const { adm, anular, cuentas, mas, transferir } = casa

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const obtener = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const costo = async () => {
  const { rows } = await sql<{ total: string }>`
    SELECT sum(saldo)::numeric(20,2)::text AS total FROM cuentas_contables WHERE codigo LIKE 'contravalor:%'`.execute(
    app.db,
  )
  return rows[0]?.total
}

test('the worked example: 2,000 USDT at 206.00 carry their cost to 412,000 VES, without profit', async () => {
  const before = await saldos(app)
  const worth = await costo()
  expect(before).toMatchObject({ 'posicion:VES': '-800000.00', 'contravalor:VES': '14400.00' })
  const { status, body } = await transferir({
    tipo: 'conversion',
    origen_id: mas.usdt,
    destino_id: mas.ves,
    monto: '2000.00',
    tasa: '206.00',
    metodo_calculo: 'm',
  })
  expect([status, body.estado, body.recibido]).toEqual([201, 'completada', '412000.00'])
  const after = await saldos(app)
  expect(after).toMatchObject({
    'posicion:VES': '-1212000.00',
    'contravalor:VES': '21500.00',
    'posicion:USDT': '-10500.00',
    'contravalor:USDT': '37275.00',
  })
  expect(await costo()).toBe(worth)
  expect(texto(dividir(decimal('21500'), decimal('1212000'), 8, 'medio'), 8)).toBe('0.01773927')
  const { apuntes, ...t } = await obtener(body.id)
  expect(t).toMatchObject({ tasa: '206', costo: '7100.00', gasto: '0.00', ganancia: '0.00' })
  expect(t.desvio_pct).toBe('0')
  expect(apuntes?.map(({ cuenta, debe, haber }) => [cuenta, debe, haber])).toEqual([
    ['Banesco VES', '412000.00', null],
    ['Binance USDT', null, '2000.00'],
    ['Posición USDT', '2000.00', null],
    ['Contravalor USDT', null, '7100.00'],
    ['Posición VES', null, '412000.00'],
    ['Contravalor VES', '7100.00', null],
  ])
  expect((await anular(body.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test('the fees of a conversion are an expense at cost, and are not part of the cost of the other currency', async () => {
  const before = await saldos(app)
  const { body } = await transferir({
    tipo: 'conversion',
    origen_id: mas.usdt,
    destino_id: mas.ves,
    monto: '2000.00',
    tasa: '206.00',
    comision_origen: '1.00',
    comision_destino: '78.62',
  })
  // 1 USDT at 3.55, and 78.62 VES at 21,500.00 / 1,212,000: 1.39 in the books.
  expect(await obtener(body.id)).toMatchObject({ costo: '7100.00', gasto: '4.94' })
  expect(await saldos(app)).toMatchObject({
    'gastos-bancarios': '4.94',
    'posicion:VES': '-1211921.38',
    'contravalor:VES': '21498.61',
    'contravalor:USDT': '37271.45',
    'cuenta:Banesco VES': '1211921.38',
    'cuenta:Binance USDT': '10499.00',
  })
  expect((await anular(body.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test('soles to dollars at a bank: dollars enter at the price paid', async () => {
  const before = await saldos(app)
  const { body } = await transferir({
    tipo: 'conversion',
    origen_id: cuentas.bcpPen,
    destino_id: cuentas.zelle,
    monto: '3540.00',
    recibido: '1000.00',
    metodo_calculo: 'd',
  })
  const after = await saldos(app)
  expect(after).toMatchObject({
    'posicion:USD': '-11000.00',
    'contravalor:USD': '38640.00',
    'cuenta:BCP Dólares': '1000.00',
    'cuenta:BCP Soles': '16460.00',
  })
  expect(after['ganancia:USD']).toBeUndefined()
  expect(await obtener(body.id)).toMatchObject({
    tasa: '3.54',
    metodo_calculo: 'd',
    costo: '3540.00',
    ganancia: '0.00',
  })
  expect((await anular(body.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test('dollars to soles at a bank: dollars leave at cost and the difference is the result; a loss needs a reason', async () => {
  const before = await saldos(app)
  const sale = {
    tipo: 'conversion' as const,
    origen_id: cuentas.cajaUsd,
    destino_id: cuentas.bcpPen,
    monto: '1000.00',
    metodo_calculo: 'm' as const,
  }
  const { body } = await transferir({ ...sale, tasa: '3.545' })
  expect(await saldos(app)).toMatchObject({
    'contravalor:USD': '31590.00',
    'ganancia:USD': '-35.00',
    'cuenta:BCP Soles': '23545.00',
  })
  expect(await obtener(body.id)).toMatchObject({ costo: '3510.00', ganancia: '35.00' })
  expect((await anular(body.id)).status).toBe(200)
  const loss = await transferir({ ...sale, tasa: '3.50' })
  expect([loss.status, loss.error.codigo, loss.error.detalle]).toEqual([
    409,
    'BAJO_COSTO',
    { costo: '3510.00', perdida: '-10.00' },
  ])
  const said = await transferir({ ...sale, tasa: '3.50', motivo: 'Hacía falta efectivo en soles' })
  expect(await obtener(said.body.id)).toMatchObject({ ganancia: '-10.00' })
  expect((await anular(said.body.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test('between accounts of one person it is completed at once; the fee is an expense', async () => {
  const before = await saldos(app)
  const { body } = await transferir({
    tipo: 'interna',
    origen_id: cuentas.bcpPen,
    destino_id: mas.boveda,
    monto: '1000.00',
    comision_origen: '7.50',
  })
  // The vault has a responsible user and the bank has none: she counts it.
  expect(body.estado).toBe('enviada')
  const back = await transferir({
    tipo: 'interna',
    origen_id: mas.boveda,
    destino_id: cuentas.cajaPen,
    monto: '400.00',
  })
  expect(back.body.estado).toBe('completada')
  expect(await saldos(app)).toMatchObject({
    'transito:PEN': '1000.00',
    'gastos-bancarios': '7.50',
    'cuenta:BCP Soles': '18992.50',
    'cuenta:Bóveda soles': '29600.00',
    'cuenta:Caja soles': '50400.00',
  })
  expect((await anular(back.body.id)).status).toBe(200)
  expect((await anular(body.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test('to a third party: expense, advance or withdrawal, at cost', async () => {
  const before = await saldos(app)
  const made: number[] = []
  for (const [concepto, origen_id, monto] of [
    ['proveedor', cuentas.bcpPen, '100.00'],
    ['anticipo', cuentas.cajaUsd, '10.00'],
    ['corresponsal', mas.usdt, '100.00'],
    ['prefondeo', mas.ves, '1000.00'],
    ['retiro', cuentas.bcpPen, '50.00'],
  ] as const) {
    const { status, body } = await transferir({
      tipo: 'tercero',
      origen_id,
      monto,
      concepto,
      tercero: 'Servicios Lima S.A.C.',
      comision_origen: concepto === 'corresponsal' ? '1.00' : '0',
    })
    expect([concepto, status, body.estado, body.recibido]).toEqual([
      concepto,
      201,
      'completada',
      null,
    ])
    made.unshift(body.id)
  }
  expect(await saldos(app)).toMatchObject({
    'gasto:proveedores': '100.00',
    // 35.10 for dollars, 355.00 for USDT, 18.00 for bolívares.
    anticipos: '408.10',
    retiros: '50.00',
    'gastos-bancarios': '3.55',
    'posicion:USD': '-9990.00',
    'contravalor:USD': '35064.90',
  })
  for (const id of made) expect((await anular(id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

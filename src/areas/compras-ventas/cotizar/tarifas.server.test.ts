import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { montarCasa, PEN, saldos, tipoPago, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador, registros } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato as formas } from '../../tipos-pagos/contract.ts'
import { contrato, type Registro } from '../contract.ts'

/* a way of paying has a fee for the client and a cost for the house; SQL computes both. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const { compra, venta, cash } = mostrador(casa)
const fee = (way: number, set: string) =>
  comoDueno(app.url, `UPDATE tipos_pagos SET ${set} WHERE id = ${way}`)
const soles = `moneda_id = ${PEN}`
const tarjeta = await tipoPago(app, 'TARJETA', {})
await fee(tarjeta, `${soles}, tarifa_pct = 5, tarifa_min = 2, tarifa_max = 50, costo_pct = 4`)
await fee(pagos.transferencia, `${soles}, tarifa_fija = 3.5, costo_fijo = 1.2`)
await fee(pagos.yape, `${soles}, tarifa_pct = 1, costo_pct = 3`)

const line = (tipo_pago_id: number, monto: string, tarifa: string): Registro['recibimos'] => [
  { tipo_pago_id, cuenta_id: cuentas.bcpPen, monto, tarifa, referencia: randomUUID() },
]
const { crear, anular, detalle, cotizar, limpio, cambio } = registros(app, casa)
/** By how much an account grew since these balances were read. */
const mas = async (before: Record<string, string>, code: string) => {
  const now = (await saldos(app))[code] ?? '0'
  return texto(decimal(now).minus(decimal(before[code] ?? '0')), 2)
}

test('a sale by card: the client pays the fee, the bank takes its cost, and annulling gives both back', async () => {
  const before = await saldos(app)
  const body = venta('100.00', '356.00', { recibimos: line(tarjeta, '356.00', '17.80') })
  const quote = await cotizar(body, { recibimos_por: tarjeta, entregamos_por: pagos.efectivo })
  expect(quote.body).toMatchObject({
    tarifa: '17.80',
    recibimos: [{ moneda_id: PEN, total: '373.80' }],
    entregamos: [{ moneda_id: USD, total: '100.00' }],
  })
  const made = await crear(body)
  expect(made.status).toBe(201)
  const o = await detalle(made.body.id)
  // 4 % of the 373.80 that the bank pays in.
  expect([o.tarifa, o.gastos, o.pagos[0]?.monto, o.pagos[0]?.tarifa]).toEqual([
    ...['17.80', '14.95'],
    ...['373.80', '17.80'],
  ])
  expect(o.ganancia).toBe('5.00')
  expect(await cambio(before)).toMatchObject({
    'cuenta:BCP Soles': '20358.85',
    tarifas: '-17.80',
    'gastos-bancarios': '14.95',
  })
  await limpio()
  const report = await adm.call(reportes.ganancia, {
    query: { desde: '2025-11-20', hasta: '2025-11-20' },
  })
  expect(report.body.total).toMatchObject({
    ...{ ganancia: '5.00', servicio: '17.80', bancarios: '-14.95', neta: '7.85' },
  })
  expect((await anular(made.body.id)).status).toBe(200)
  expect(await cambio(before)).toEqual({})
  await limpio()
})

test('the fee is at least and at most what its way says, rounded up to the cent', async () => {
  const sell = (units: string, price: string, tarifa: string) =>
    crear(venta(units, price, { recibimos: line(tarjeta, price, tarifa) }))
  expect((await sell('1.00', '3.56', '2.00')).status).toBe(201)
  expect((await sell('300.00', '1068.00', '50.00')).status).toBe(201)
  // 5 % of 50.02 is 2.501.
  expect((await sell('14.05', '50.02', '2.50')).error.codigo).toBe('TARIFA_CAMBIO')
  expect((await sell('14.05', '50.02', '2.51')).status).toBe(201)
  await limpio()
})

/* payments by one way and account count together. */
test('a fee in parts is that of their sum: one fixed part, one least, one most', async () => {
  const sell = (total: string, ...lines: [way: number, monto: string, tarifa: string][]) =>
    crear(
      venta(texto(decimal(total).div(decimal('3.56')), 2), total, {
        recibimos: lines.flatMap(([way, monto, tarifa]) => line(way, monto, tarifa)),
      }),
    )
  const twice = await sell(
    '356.00',
    [pagos.transferencia, '156.00', '3.50'],
    [pagos.transferencia, '200.00', '3.50'],
  )
  expect(twice.error.codigo).toBe('TARIFA_CAMBIO')
  expect(twice.error.message).toMatch(/es de S\/ 0\.00/)
  const parts = await sell(
    '356.00',
    [pagos.transferencia, '56.00', '3.50'],
    // 5 % of 30.00 are below the least, of 250.00 and of 300.00 above.
    [tarjeta, '30.00', '2.00'],
    [pagos.transferencia, '50.00', '0.00'],
    [tarjeta, '220.00', '10.50'],
  )
  expect(parts.status).toBe(201)
  const most = await sell('1424.00', [tarjeta, '900.00', '45.00'], [tarjeta, '524.00', '5.00'])
  expect(most.status).toBe(201)
  expect((await detalle(most.body.id)).pagos.slice(0, 2).map(({ monto }) => monto)).toEqual([
    ...['945.00', '529.00'],
  ])
  await limpio()
})

test('a purchase paid by transfer: the fee is kept of what the client receives', async () => {
  const before = await saldos(app)
  const made = await crear(
    compra('100.00', '352.00', { entregamos: line(pagos.transferencia, '352.00', '3.50') }),
  )
  expect(made.status).toBe(201)
  const o = await detalle(made.body.id)
  expect([o.tarifa, o.gastos, o.pagos.at(-1)?.monto]).toEqual(['3.50', '1.20', '348.50'])
  expect(await mas(before, 'cuenta:BCP Soles')).toBe('-349.70')
  await limpio()
  await anular(made.body.id)
  expect(await cambio(before)).toEqual({})
  const tiny = compra('1.00', '3.52', { entregamos: line(pagos.transferencia, '3.52', '3.50') })
  expect((await crear(tiny)).status).toBe(201)
  const less = compra('0.99', '3.48', { entregamos: line(pagos.transferencia, '3.48', '3.50') })
  const refused = (await crear(less)).error.errors?.[0]
  expect(refused?.campo).toBe('entregamos.0')
  // A quote promises no payout that registering would refuse.
  const quote = await cotizar(less, {
    ...{ recibimos_por: pagos.efectivo, entregamos_por: pagos.transferencia },
  })
  expect(quote.error.errors).toEqual([{ campo: 'entregamos_por', msg: refused?.msg }])
})

test('another fee than the one on screen is refused, and nothing is registered', async () => {
  const before = await saldos(app)
  for (const said of ['0', '17.79', '20.00']) {
    const refused = await crear(
      venta('100.00', '356.00', { recibimos: line(tarjeta, '356.00', said) }),
    )
    expect([refused.status, refused.error.codigo]).toEqual([409, 'TARIFA_CAMBIO'])
    expect(refused.error.message).toMatch(/es de S\/ 17\.80/)
  }
  // A fee where the way has none is refused too: nobody charges one of his own.
  const own = venta('10.00', '35.60', {
    recibimos: [{ ...cash(cuentas.cajaPen, '35.60')[0], tarifa: '5.00' } as never],
  })
  expect((await crear(own)).error.codigo).toBe('TARIFA_CAMBIO')
  expect(await cambio(before)).toEqual({})
})

test('a payment to be verified owes its fee; its cost is posted when it comes', async () => {
  const before = await saldos(app)
  const sell = () =>
    crear(venta('100.00', '356.00', { recibimos: line(pagos.yape, '356.00', '3.56') }))
  const { body } = await sell()
  const [pago] = (await detalle(body.id)).pagos
  expect(await mas(before, 'por-cobrar:PEN')).toBe('359.56')
  expect((await detalle(body.id)).gastos).toBe('0.00')
  await limpio()
  const change = (tipo_pago_id: number, cuenta_id: number, monto: string) =>
    adm.call(contrato.sustituir, {
      params: { id: body.id },
      body: {
        ...{ pago_id: pago?.id as number, motivo: 'No llegó' },
        pago: { tipo_pago_id, cuenta_id, monto, referencia: 'X' },
      },
    })
  expect((await change(tarjeta, cuentas.bcpPen, '359.56')).error.errors?.[0]?.campo).toBe(
    'tipo_pago_id',
  )
  const verified = await adm.call(contrato.verificar, {
    params: { id: body.id },
    body: { pago_id: pago?.id as number },
  })
  expect(verified.body.estado).toBe('completada')
  expect((await detalle(body.id)).gastos).toBe('10.79')
  await limpio()
  await anular(body.id)
  expect(await cambio(before)).toEqual({})

  // Paid in cash after all, the client pays what was agreed, its fee included, and nothing costs.
  const second = await sell()
  const [due] = (await detalle(second.body.id)).pagos
  const { body: changed } = await adm.call(contrato.sustituir, {
    params: { id: second.body.id },
    body: {
      ...{ pago_id: due?.id as number, motivo: 'Pagó en efectivo' },
      pago: { tipo_pago_id: pagos.efectivo, cuenta_id: cuentas.cajaPen, monto: '359.50' },
    },
  })
  expect(changed.estado).toBe('completada')
  const o = await detalle(second.body.id)
  expect([o.tarifa, o.gastos]).toEqual(['3.56', '0.00'])
  await limpio()
  await anular(second.body.id)
  expect(await cambio(before)).toEqual({})
})

test('what a payment in dollars costs is an expense at its average, and the profit of the rate is untouched', async () => {
  const zelle = await tipoPago(app, 'ZELLE', {})
  await fee(zelle, `moneda_id = ${USD}, costo_pct = 1`)
  const before = await saldos(app)
  const made = await crear(
    compra('100.00', '352.00', {
      recibimos: [{ tipo_pago_id: zelle, cuenta_id: cuentas.zelle, monto: '100.00' }],
    }),
  )
  expect(made.status).toBe(201)
  const o = await detalle(made.body.id)
  expect(Number(o.gastos)).toBeGreaterThan(3.5)
  expect(Number(o.gastos)).toBeLessThan(3.52)
  expect(await mas(before, 'cuenta:BCP Dólares')).toBe('99.00')
  expect(await mas(before, 'gastos-bancarios')).toBe(o.gastos)
  expect(o.ganancia).toBe('0.00')
  await limpio()
  await anular(made.body.id)
  expect(await cambio(before)).toEqual({})
})

test('fee and cost are controls, and a form with an impossible one names the field', async () => {
  const second = await app.signedIn('adm')
  const read = async (id: number) => (await adm.call(formas.obtener, { params: { id } })).body
  const save = async (id: number, change: object) => {
    const { id: _, estatus: __, ...way } = await read(id)
    return adm.call(formas.editar, { params: { id }, body: { ...way, ...change } as never })
  }
  for (const change of [
    { tarifa_pct: '1' },
    { tarifa_fija: '1.00' },
    { tarifa_max: '60.00' },
    { costo_pct: '3.5' },
    { costo_fijo: '1.00' },
    { tarifa_pct: null, tarifa_min: null, tarifa_max: null },
  ])
    expect((await save(tarjeta, change)).error.codigo).toBe('VISTO_FALTA')
  // So is its currency, without any fee: it says by which accounts money comes in.
  const plin = await tipoPago(app, 'PLIN', {})
  expect((await save(plin, { moneda_id: USD })).error.codigo).toBe('VISTO_FALTA')
  const campo = async (id: number, change: object) =>
    (await save(id, change)).error.errors?.[0]?.campo
  expect(await campo(pagos.efectivo, { ...{ tarifa_fija: '1.00' }, moneda_id: PEN })).toBe(
    'efectivo',
  )
  expect(await campo(tarjeta, { moneda_id: USD })).toBe('moneda_id')
  expect(await campo(tarjeta, { tarifa_min: '60.00' })).toBe('tarifa_max')
  expect(await campo(tarjeta, { tarifa_pct: null })).toBe('tarifa_pct')
  expect(await campo(tarjeta, { tarifa_pct: '20.001' })).toBe('tarifa_pct')
  expect((await conVisto(second, () => save(tarjeta, { tarifa_pct: '6' }))).status).toBe(200)
})

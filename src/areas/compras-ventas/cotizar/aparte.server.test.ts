import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { montarCasa, PEN, saldos, tipoPago, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador, registros } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as formas } from '../../tipos-pagos/contract.ts'
import { contrato, type Registro } from '../contract.ts'

/* the fee of a way of paying of a foreign currency is an amount of the functional one, apart from the payment: the
   side in the functional currency has it. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const { compra, venta, cash } = mostrador(casa)
const zelle = await tipoPago(app, 'ZELLE', {})
const way = (set: string) => comoDueno(app.url, `UPDATE tipos_pagos SET ${set} WHERE id = ${zelle}`)
await way(`moneda_id = ${USD}, tarifa_fija = 5, costo_pct = 1`)

const dollars = (monto: string, tarifa?: string): Registro['recibimos'] => [
  {
    ...{ tipo_pago_id: zelle, cuenta_id: cuentas.zelle, monto, referencia: randomUUID() },
    ...(tarifa && { tarifa }),
  },
]
const { crear, anular, detalle, cotizar, limpio, cambio } = registros(app, casa)

test('who sells dollars by such a way receives that much less in soles, and the position has the price alone', async () => {
  const before = await saldos(app)
  const body = compra('100.00', '352.00', {
    recibimos: dollars('100.00', '5.00'),
    entregamos: cash(cuentas.cajaPen, '347.00'),
  })
  const quote = await cotizar(body, { recibimos_por: zelle, entregamos_por: pagos.efectivo })
  expect(quote.body).toMatchObject({
    tarifa: '5.00',
    recibimos: [{ moneda_id: USD, total: '100.00' }],
    entregamos: [{ moneda_id: PEN, total: '347.00' }],
  })
  const made = await crear(body)
  expect(made.status).toBe(201)
  const o = await detalle(made.body.id)
  expect([o.tarifa, o.contravalor, o.ganancia, o.gastos]).toEqual([
    ...['5.00', '352.00', '0.00', '3.51'],
  ])
  expect(o.pagos.map(({ monto, tarifa }) => [monto, tarifa])).toEqual([
    ['100.00', '5.00'],
    ['347.00', '0.00'],
  ])
  expect(await cambio(before)).toMatchObject({ tarifas: '-5.00', 'cuenta:BCP Dólares': '99.00' })
  await limpio()
  const annulled = await anular(o.id)
  expect(annulled.status).toBe(200)
  expect(await cambio(before)).toEqual({})
  await limpio()
})

test('who buys dollars and has them sent by it pays that much more, however many payments they are', async () => {
  const before = await saldos(app)
  const stock = () =>
    compra('150.00', '528.00', {
      recibimos: dollars('150.00', '5.00'),
      entregamos: [
        {
          ...{ tipo_pago_id: pagos.transferencia, cuenta_id: cuentas.bcpPen },
          ...{ monto: '523.00', referencia: randomUUID() },
        },
      ],
    })
  for (const _ of [1, 2]) expect((await crear(stock())).status).toBe(201)
  const sell = (pays: string, ...fees: (string | undefined)[]) =>
    crear(
      venta('100.00', '356.00', {
        recibimos: cash(cuentas.cajaPen, pays),
        entregamos: [...dollars('60.00', fees[0]), ...dollars('40.00', fees[1])],
      }),
    )
  expect((await sell('356.00')).error.codigo).toBe('TARIFA_CAMBIO')
  expect((await sell('361.00', undefined, '5.00')).error.codigo).toBe('TARIFA_CAMBIO')
  expect((await sell('366.00', '5.00', '5.00')).error.codigo).toBe('TARIFA_CAMBIO')
  // The fee was said, and nobody paid it.
  expect((await sell('356.00', '5.00')).error.codigo).toBe('PAGOS_NO_CUADRAN')
  const made = await sell('361.00', '5.00')
  expect(made.status).toBe(201)
  const o = await detalle(made.body.id)
  expect([o.tarifa, o.pagos.map(({ monto }) => monto)]).toEqual([
    '5.00',
    ['361.00', '60.00', '40.00'],
  ])
  expect(await cambio(before)).toMatchObject({ tarifas: '-15.00' })
  await limpio()
})

test('with a fee of the side in soles, that one is of what is paid there', async () => {
  const yape = `UPDATE tipos_pagos SET moneda_id = ${PEN}, tarifa_pct = 1 WHERE id = ${pagos.yape}`
  await comoDueno(app.url, yape)
  const body = venta('100.00', '356.00', {
    entregamos: dollars('100.00', '5.00'),
    recibimos: [
      { tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '361.00', tarifa: '3.61' },
    ],
  })
  const quote = await cotizar(body, { recibimos_por: pagos.yape, entregamos_por: zelle })
  expect(quote.body).toMatchObject({ tarifa: '8.61', recibimos: [{ total: '364.61' }] })
  const made = await crear(body)
  expect(made.status).toBe(201)
  expect((await detalle(made.body.id)).tarifa).toBe('8.61')
  await limpio()
})

test('a purchase that the fee leaves nothing of is neither quoted nor registered', async () => {
  const body = compra('1.00', '3.52', { recibimos: dollars('1.00', '5.00') })
  expect((await crear(body)).status).toBeGreaterThanOrEqual(400)
  const quote = await cotizar(body, { recibimos_por: zelle, entregamos_por: pagos.efectivo })
  expect(quote.error.errors?.[0]).toEqual({
    campo: 'recibimos_por',
    msg: expect.stringMatching(/La tarifa de S\/ 5.00 es todo el pago o más/),
  })
})

test('a foreign way has no percentage, and its fee the decimals of the books', async () => {
  await app.signedIn('adm')
  const campo = async (change: object) => {
    const {
      id: _,
      estatus: __,
      ...now
    } = (await adm.call(formas.obtener, { params: { id: zelle } })).body
    const saved = await adm.call(formas.editar, {
      params: { id: zelle },
      body: { ...now, ...change } as never,
    })
    return saved.error.errors?.[0]?.campo ?? saved.error.codigo
  }
  expect(await campo({ tarifa_pct: '1' })).toBe('moneda_id')
  expect(await campo({ moneda_id: null })).toBe('moneda_id')
  expect(await campo({ tarifa_fija: '5.001' })).toBe('tarifa_fija')
  // It is a control, as every fee.
  expect(await campo({ tarifa_fija: '6.00' })).toBe('VISTO_FALTA')
})

test('dollars that are verified later owe nothing of it: the soles had it at once', async () => {
  const made = await crear(
    compra('1000.00', '3520.00', {
      recibimos: dollars('1000.00', '5.00'),
      entregamos: cash(cuentas.cajaPen, '3515.00'),
    }),
  )
  expect((await detalle(made.body.id)).estado).toBe('pendiente')
  await limpio()
  const { pagos: lines } = await detalle(made.body.id)
  const pago_id = lines.find(({ lado }) => lado === 'recibimos')?.id as number
  const before = await saldos(app)
  const other = await app.signedIn('adm')
  const verified = await other.call(contrato.verificar, {
    params: { id: made.body.id },
    body: { pago_id } as never,
  })
  expect(verified.status).toBe(200)
  expect(Object.keys(await cambio(before))).toContain('cuenta:BCP Dólares')
  expect(Object.keys(await cambio(before))).not.toContain('tarifas')
  await limpio()
})

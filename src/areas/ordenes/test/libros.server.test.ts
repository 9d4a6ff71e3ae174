import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cuenta, PEN, saldos, tasa, USD, VES } from '../../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { decimal, dividir, texto } from '../../../core/dinero/decimal.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, pag, ves, cuentas, pagos } = casa
const of = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const whole = async () => expect((await verificar(app.db)).diferencia).toBeNull()
const pay = (id: number, cuenta_id: number, monto: string, comision = '0') =>
  pag.call(contrato.pagar, {
    params: { id },
    body: { cuenta_id, monto, comision, referencia: casa.referencia() },
  })

test('a bounced payout is reversed exactly, even after the average cost moved', async () => {
  const id = await casa.en('en_proceso')
  const before = await saldos(app)
  const { pago_id } = (await pay(id, ves.banesco, '26206.00', '78.62')).body
  expect((await of(id)).estado).toBe('completada')
  // Another order moves the average cost.
  const other = await casa.en('en_proceso', { envia: '77.70' })
  const between = await saldos(app)
  await pay(other, ves.banesco, '4072.41')
  const moved = await saldos(app)
  const body = { pago_id, motivo: 'Cuenta cerrada' }
  expect((await adm.call(contrato.rebotar, { params: { id }, body })).body.estado).toBe(
    'en_proceso',
  )
  const after = await saldos(app)
  for (const codigo of Object.keys({ ...before, ...after })) {
    const n = (all: Record<string, string>) => Number(all[codigo] ?? 0)
    expect(n(after) - n(moved), codigo).toBeCloseTo(
      n(before) -
        n(between) +
        (codigo === 'cuenta:BCP Soles' ? 77.7 : 0) -
        (codigo === 'ordenes-por-pagar' ? 77.7 : 0),
      2,
    )
  }
  expect(await of(id)).toMatchObject({
    pagado: '0.00',
    ganancia: '0.00',
    costo: '0.00',
    gastos: '0.00',
  })
  await pay(id, ves.banesco, '26206.00')
  expect((await of(id)).estado).toBe('completada')
  await whole()
})

test('each of several payouts takes its share of the debt, and the last one the rest', async () => {
  const id = await casa.en('en_proceso', { envia: '100.01' })
  const { recibe } = await of(id)
  expect(recibe).toBe('5241.72')
  for (const monto of ['1747.24', '1747.24', '1747.24'])
    expect((await pay(id, ves.banesco, monto)).status).toBe(201)
  const rows = await comoDueno<{ valor: string }>(
    app.url,
    `SELECT round(valor, 2)::text AS valor FROM ordenes_pagos WHERE orden_id = ${id} ORDER BY id`,
  )
  expect(rows.map(({ valor }) => valor)).toEqual(['33.34', '33.33', '33.34'])
  const { estado, ganancia, costo } = await of(id)
  expect(estado).toBe('completada')
  expect(Number(ganancia) + Number(costo)).toBeCloseTo(100.01, 2)
  await whole()
})

test('a bank’s fee is an expense at the cost of what it takes, at the average before the payout', async () => {
  const id = await casa.en('en_proceso')
  const { recibe } = await of(id)
  const before = await saldos(app)
  const units = decimal(before['posicion:VES'] ?? '0').times(-1)
  const cost = decimal(before['contravalor:VES'] ?? '0')
  expect((await pay(id, ves.banesco, recibe, '137.00')).status).toBe(201)
  const gasto = texto(dividir(decimal('137').times(cost), units, 2, 'medio'), 2)
  expect(Number(gasto)).toBeGreaterThan(2)
  expect((await of(id)).gastos).toBe(gasto)
  expect((await saldos(app))['gastos-bancarios']).toBe(sum(before['gastos-bancarios'], gasto))
  await whole()
})

test('in cash the rounding favours the client and is final', async () => {
  await comoDueno(app.url, `UPDATE monedas SET redondeo_efectivo = 0.1 WHERE id = ${PEN}`)
  const before = await saldos(app)
  const made = await caj.call(contrato.crear, {
    body: casa.orden({ envia: '500.07', cobros: [casa.efectivo('500.00')] }),
  })
  expect(made.body.estado).toBe('pagada')
  const { id } = made.body
  expect(await saldos(app)).toMatchObject({
    'ordenes-por-pagar': sum(before['ordenes-por-pagar'], '-500.07'),
    redondeo: '0.07',
  })
  // A whole coin is missing: the order waits for it.
  const short = await caj.call(contrato.crear, {
    body: casa.orden({ envia: '500.10', cobros: [casa.efectivo('500.00')] }),
  })
  expect(short.body.estado).toBe('pendiente')
  const motivo = 'Se arrepintió'
  for (const one of [id, short.body.id]) {
    const { status } = await adm.call(contrato.anular, {
      params: { id: one },
      body: { motivo, cuenta_devolucion_id: cuentas.cajaPen },
    })
    expect(status).toBe(200)
  }
  expect(await saldos(app)).toEqual(before)
  await whole()
})

test('cash and a payment to verify both count, and neither is lost when the order expires', async () => {
  const made = await caj.call(contrato.crear, {
    body: casa.orden({ cobros: [casa.efectivo('200.00'), casa.yape('300.00')] }),
  })
  const { id } = made.body
  expect(made.body.estado).toBe('pendiente')
  expect(await of(id)).toMatchObject({
    cobrado: '200.00',
    cobros_por_verificar: 1,
    con_devolucion: true,
  })
  app.setClock('2025-11-20T15:25:00Z')
  expect((await of(id)).estado).toBe('vencida')
  // Requoted for the verified payment: the order is paid at once.
  const cobro_id = (await of(id)).cobros[1]?.id
  await caj.call(contrato.rechazar, { params: { id }, body: { cobro_id, motivo: 'No llegó' } })
  const again = await caj.call(contrato.recotizar, {
    params: { id },
    body: { historico_id: casa.historico, envia: '200.00' },
  })
  expect(again.body).toMatchObject({ estado: 'pagada', envia: '200.00', recibe: '10482.40' })
  app.setClock('2025-11-20T15:00:00Z')
  await whole()
})

test('when another account returns the money, the books are as before, except for that account', async () => {
  const before = await saldos(app)
  const id = await casa.en('pagada')
  const { status } = await adm.call(contrato.anular, {
    params: { id },
    body: { motivo: 'Se arrepintió', cuenta_devolucion_id: cuentas.cajaPen },
  })
  expect(status).toBe(200)
  expect(await saldos(app)).toEqual({
    ...before,
    'cuenta:BCP Soles': sum(before['cuenta:BCP Soles'], '500.00'),
    'cuenta:Caja soles': sum(before['cuenta:Caja soles'], '-500.00'),
  })
  expect(await of(id)).toMatchObject({
    estado: 'anulada',
    cobros: [{ estado: 'devuelto', devuelto_de: 'Caja soles' }],
    acciones: [],
  })
  await whole()
})

test('a foreign payment enters at our purchase price, and is returned at that value', async () => {
  const before = await saldos(app)
  await tasa(app, USD, VES, 'm', '188.57', 2)
  const historico_id = (
    await caj.call(contrato.cotizar, {
      query: { pais: 'pe', base_id: USD, cotizacion_id: VES, envia: '100' },
    })
  ).body.historico_id
  const cobros = [{ tipo_pago_id: pagos.efectivo, cuenta_id: cuentas.cajaUsd, monto: '100.00' }]
  const make = () =>
    caj.call(contrato.crear, { body: casa.orden({ historico_id, envia: '100.00', cobros }) })
  const { id } = (await make()).body
  // US$ 100 at 3.520; those in the till cost 3.51.
  expect(await saldos(app)).toMatchObject({
    'ordenes-por-pagar': sum(before['ordenes-por-pagar'], '-352.00'),
    'contravalor:USD': '35452.00',
    'posicion:USD': '-10100.00',
  })
  const motivo = 'Se arrepintió'
  const { status } = await adm.call(contrato.anular, {
    params: { id },
    body: { motivo, cuenta_devolucion_id: cuentas.cajaUsd },
  })
  expect(status).toBe(200)
  expect(await saldos(app)).toEqual(before)

  const paid = (await make()).body.id
  await pag.call(contrato.tomar, { params: { id: paid } })
  expect((await pay(paid, ves.banesco, '18857.00')).body.estado).toBe('completada')
  const { costo, ganancia, valor } = await of(paid)
  expect(valor).toBe('352.00')
  expect(Number(costo) + Number(ganancia)).toBeCloseTo(352, 2)
  await whole()
})

test('an order paid out in soles realises its profit on the currency received', async () => {
  const recibe = await tasa(app, VES, PEN, 'd', '61.050', 3)
  const tipo = await casa.tipo_pe()
  const made = await casa.crear(tipo)
  const cobros = [
    {
      tipo_pago_id: pagos.transferencia,
      cuenta_id: ves.mercantil,
      monto: '61050.00',
      referencia: 'VE-IN',
    },
  ]
  const { body, error } = await caj.call(contrato.crear, {
    body: casa.orden({
      historico_id: recibe,
      envia: '61050.00',
      beneficiario_id: made.body.id,
      cobros,
    }),
  })
  expect(error?.codigo).toBeUndefined()
  // It is above the limit of two people: nothing is confirmed at once.
  expect(body).toMatchObject({ estado: 'pendiente', recibe: '1000.00' })
  await casa.verificarTodo(body.id)
  await pag.call(contrato.tomar, { params: { id: body.id } })
  const paid = await casa.pago(body.id, cuentas.bcpPen, '1000.00', { comision: '2.50' })
  expect(paid.body.estado).toBe('completada')
  // A bolívar has no price here, so it is valued at our cost.
  const { valor, costo, gastos, ganancia } = await of(body.id)
  expect({ costo, gastos }).toEqual({ costo: '1000.00', gastos: '2.50' })
  expect(Number(ganancia)).toBeCloseTo(Number(valor) - 1000, 2)
  await whole()
})

test('quoting from the amount received never gives more: 26,206.00 is 500.00, and a céntimo more is not', async () => {
  for (const [recibe, envia] of [
    ['26206.00', '500.00'],
    ['26206.01', '500.01'],
  ]) {
    const made = await caj.call(contrato.crear, {
      body: casa.orden({ envia: null, recibe: recibe as string }),
    })
    expect(made.body).toMatchObject({ envia, recibe })
  }
})

test('a paid order commits its currency, and a payout releases it', async () => {
  const committed = async () =>
    Number(
      (await sql<{ n: string }>`SELECT ordenes_comprometido(${VES}) AS n`.execute(app.db)).rows[0]
        ?.n,
    )
  const before = await committed()
  const id = await casa.en('en_proceso')
  expect(await committed()).toBeCloseTo(before + 26_206, 2)
  await pay(id, ves.banesco, '6206.00')
  expect(await committed()).toBeCloseTo(before + 20_000, 2)
  const proposal = (await pag.call(contrato.propuesta, { params: { id } })).body
  expect(proposal).toMatchObject({
    por_pagar: '20000.00',
    falta: '0.00',
    lineas: [{ cuenta: 'Banesco VES', monto: '20000.00', comision: '0.00' }],
  })
})

test('an account with a payment to verify is not empty until the payment is refused', async () => {
  const id = await cuenta(app, adm, 'Nueva', PEN, '0', undefined, 'banco')
  const made = await caj.call(contrato.crear, {
    body: casa.orden({ cobros: [{ ...casa.yape('500.00'), cuenta_id: id }] }),
  })
  const vacia = async () =>
    (await sql<{ ok: boolean }>`SELECT cuentas_vacia(${id}) AS ok`.execute(app.db)).rows[0]?.ok
  expect(await vacia()).toBe(false)
  const cobro_id = (await of(made.body.id)).cobros[0]?.id
  await caj.call(contrato.rechazar, {
    params: { id: made.body.id },
    body: { cobro_id, motivo: 'No llegó' },
  })
  expect(await vacia()).toBe(true)
})

function sum(a = '0', b = '0'): string {
  return texto(decimal(a).plus(decimal(b)), 2)
}

import { afterAll, expect, test } from 'vitest'
import { aCargo } from '../../../../test/support/areas/caja.ts'
import { montarCasa, tipoPago } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato, type Registro } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, clientes } = casa
const { cash, compra, venta } = mostrador(casa)
const yape = await tipoPago(app, 'YAPE_TOPE', { requiere_verificacion: true })
const dueno = (text: string) => comoDueno(app.url, text)
const topes = (dia: string, mes: string) =>
  dueno(`UPDATE tipos_pagos SET tope_dia = ${dia}, tope_mes = ${mes} WHERE id = ${yape}`)

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

/** Ten dollars; 35.60 soles are paid by the way that has a limit. */
const porYape = (more: Partial<Registro> = {}): Registro =>
  venta('10.00', '35.60', {
    cliente_id: null,
    confirmo_duplicado: true,
    recibimos: [{ tipo_pago_id: yape, cuenta_id: cuentas.bcpPen, monto: '35.60' }],
    ...more,
  })
const registrar = async (body: Registro) => {
  const { status, body: made, error } = await adm.call(contrato.crear, { body })
  return { status, id: made.id, codigo: error.codigo, message: error.message }
}
const anular = (id: number) =>
  adm.call(contrato.anular, { params: { id }, body: { motivo: 'Error de digitación' } })
const vaciar = async (ids: readonly number[]) => {
  for (const id of ids) expect((await anular(id)).status).toBe(200)
}

test('a daily limit counts registered payments, pending or not, without annulled ones', async () => {
  await topes('80', 'NULL')
  const one = await registrar(porYape())
  const two = await registrar(porYape())
  expect([one.status, two.status]).toEqual([201, 201])
  expect(await registrar(porYape())).toMatchObject({
    status: 409,
    codigo: 'LIMITE_EXCEDIDO',
    message: 'yape_tope supera su límite diario de S/ 80.00.',
  })
  await vaciar([one.id])
  const three = await registrar(porYape())
  expect(three.status).toBe(201)
  // Payments out by the same way have a separate limit.
  const entregamos = [{ tipo_pago_id: yape, cuenta_id: cuentas.bcpPen, monto: '35.20' }]
  const out = await registrar(compra('10.00', '35.20', { entregamos, confirmo_duplicado: true }))
  expect(out.status).toBe(201)
  await vaciar([two.id, three.id, out.id])
})

test('two concurrent operations cannot both use the rest of a limit', async () => {
  await topes('40', 'NULL')
  for (let round = 0; round < 10; round += 1) {
    const all = await Promise.all(Array.from({ length: 6 }, () => registrar(porYape())))
    const made = all.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    expect(new Set(all.map(({ codigo }) => codigo))).toEqual(
      new Set([undefined, 'LIMITE_EXCEDIDO']),
    )
    await vaciar(made.map(({ id }) => id))
  }
  await topes('NULL', 'NULL')
})

test('a user’s limit is the maximum value of one of his operations', async () => {
  await dueno(`UPDATE usuarios SET limite_usd = 50 WHERE id = ${adm.usuario_id}`)
  const at = await registrar(compra('50.00', '176.00', { cliente_id: null }))
  expect(at.status).toBe(201)
  expect(await registrar(compra('50.01', '176.10', { cliente_id: null }))).toMatchObject({
    status: 409,
    codigo: 'LIMITE_EXCEDIDO',
    message: 'La operación supera su límite por operación de US$ 50.00.',
  })
  // An amount whose value in dollars is unknown exceeds every limit.
  await dueno("UPDATE monedas SET iso = 'USX' WHERE iso = 'USD'")
  const unknown = await registrar(compra('1.00', '3.60', { cliente_id: clientes.ana }))
  await dueno("UPDATE monedas SET iso = 'USD' WHERE iso = 'USX'")
  expect(unknown.codigo).toBe('LIMITE_EXCEDIDO')
  const { body } = await adm.call(contrato.opciones)
  expect(body.limite_usd).toBe('50')
  await dueno('UPDATE usuarios SET limite_usd = NULL')
  expect((await adm.call(contrato.opciones)).body.limite_usd).toBeNull()
})

test.each([
  ["'NaN'", /check constraint/],
  ['-1', /check constraint/],
  ['1e29', /check constraint/],
])('a user’s limit cannot be %s', async (value, message) => {
  await expect(dueno(`UPDATE usuarios SET limite_usd = ${value}`)).rejects.toThrow(message)
})

test('a duplicate without a client is asked about only to its own cashier', async () => {
  const caj = await app.signedIn('caj')
  await aCargo(app, caj, cuentas.cajaPen, cuentas.cajaUsd)
  const body = compra('17.00', '59.90', { cliente_id: null })
  const buy = (who: typeof caj, more: Partial<Registro> = {}) =>
    who.call(contrato.crear, { body: { ...body, ...more } })
  const first = await buy(caj)
  expect(first.status).toBe(201)
  const again = await buy(caj)
  expect([again.status, again.error.codigo, again.error.message]).toEqual([
    409,
    'DOBLE_OPERACION',
    `Hace un momento se registró una operación igual (${first.body.numero}). Confirme si es otra.`,
  ])
  const other = { monto: '18.00', recibimos: cash(cuentas.cajaUsd, '18.00') }
  expect((await buy(caj, { ...other, entregamos: cash(cuentas.cajaPen, '63.40') })).status).toBe(
    201,
  )
  expect((await buy(await app.signedIn('adm'))).status).toBe(201)
  expect((await buy(caj, { cliente_id: clientes.ana })).status).toBe(201)
  expect((await buy(caj, { confirmo_duplicado: true })).status).toBe(201)
  await dueno(`UPDATE ajustes SET valor = '0' WHERE clave = 'duplicado_minutos'`)
  expect((await buy(caj)).status).toBe(201)
})

// Keep this test last: it advances the clock.
test('a monthly limit counts the days before, and restarts with the month', async () => {
  await topes('NULL', '80')
  const ids: number[] = []
  const on = async (instant: string) => {
    app.setClock(instant)
    const caj = await app.signedIn('adm')
    const { status, body, error } = await caj.call(contrato.crear, { body: porYape() })
    if (status === 201) ids.push(body.id)
    return error.message && status !== 201 ? error.message : status
  }
  const next = (day: string) => `2031-${day}T15:00:00Z`
  expect(await on(next('03-05'))).toBe(201)
  expect(await on(next('03-20'))).toBe(201)
  expect(await on(next('03-31'))).toBe('yape_tope supera su límite mensual de S/ 80.00.')
  expect(await on(next('04-01'))).toBe(201)
  expect(ids).toHaveLength(3)
})

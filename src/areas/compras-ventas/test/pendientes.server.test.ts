import { afterAll, expect, test } from 'vitest'
import { cuenta, montarCasa, PEN, saldos, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { en } from '../../../../test/support/servidor/respuesta.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato, type Registro } from '../contract.ts'

/* what becomes of a payment that does not come as it was registered. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const { compra, venta } = mostrador(casa)
const otro = await app.signedIn('adm')
const tercero = await app.signedIn('adm')
const motivo = 'El banco devolvió la transferencia'
const limite = (usd: string) =>
  comoDueno(app.url, `UPDATE ajustes SET valor = '${usd}' WHERE clave = 'orden_doble_control_usd'`)

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

type Pago = Registro['recibimos'][number]
const yape = (monto: string, referencia?: string): Pago => ({
  tipo_pago_id: pagos.yape,
  cuenta_id: cuentas.bcpPen,
  monto,
  ...(referencia && { referencia }),
})
const efectivo = (monto: string, cuenta_id = cuentas.cajaPen): Pago => ({
  tipo_pago_id: pagos.efectivo,
  cuenta_id,
  monto,
})

/** An operation of which one payment is pending; returns its id and that payment. */
async function espera(body: Registro, who = adm) {
  const { status, body: made, error } = await who.call(contrato.crear, { body })
  if (status !== 201) throw new Error(JSON.stringify(error))
  return { id: made.id, pago_id: (await pendientes(made.id))[0]?.id ?? 0 }
}
const ver = async (id: number) => (await adm.call(contrato.obtener, en(id))).body
const pendientes = async (id: number) =>
  (await ver(id)).pagos.filter(({ estado }) => estado === 'por_verificar')
const vendida = (referencia?: string) =>
  espera(venta('50.00', '0', { recibimos: [yape('178.00', referencia)], confirmo_duplicado: true }))
const sustituir = (id: number, pago_id: number, pago: Pago, who = otro) =>
  who.call(contrato.sustituir, { ...en(id), body: { pago_id, motivo, pago } })
const perder = (id: number, pago_id: number, cargo: 'casa' | 'personal' = 'casa', who = otro) =>
  who.call(contrato.perder, { ...en(id), body: { pago_id, motivo, cargo } })
const anular = (id: number) => adm.call(contrato.anular, { ...en(id), body: { motivo } })

test('a transfer that never comes is paid in cash: the operation is complete, nothing is owed', async () => {
  const { id, pago_id } = await vendida('OP-700001')
  expect(await saldos(app)).toHaveProperty('por-cobrar:PEN')
  const { status, body } = await sustituir(id, pago_id, efectivo('178.00'))
  expect([status, body.estado]).toEqual([200, 'completada'])
  expect(await saldos(app)).not.toHaveProperty('por-cobrar:PEN')
  expect((await ver(id)).pagos.map(({ lado, estado }) => [lado, estado])).toEqual([
    ['recibimos', 'sustituido'],
    ['entregamos', 'verificado'],
    ['recibimos', 'verificado'],
  ])
  // The number of what never came proves nothing, so another payment may have it.
  const next = await vendida('OP-700001')
  expect(next.id).toBeGreaterThan(id)
  expect((await anular(next.id)).status).toBe(200)
  // What is over is not changed again.
  expect((await sustituir(id, pago_id, efectivo('178.00'))).error.codigo).toBe('ESTADO')
})

test('a part arrives, the rest is paid in cash, and what no coin makes is forgiven', async () => {
  const { id, pago_id } = await espera(
    venta('30.01', '0', { recibimos: [yape('106.84')], confirmo_duplicado: true }),
  )
  const before = await saldos(app)
  const first = await sustituir(id, pago_id, yape('50.00', 'OP-700002'))
  expect([first.status, first.body.estado]).toEqual([200, 'pendiente'])
  const [came, left] = await pendientes(id)
  expect([came?.monto, left?.monto]).toEqual(['50.00', '56.84'])
  expect((await sustituir(id, left?.id ?? 0, efectivo('57.00'))).error.errors?.[0]?.msg).toMatch(
    /faltan S\/ 56\.84/,
  )
  const second = await sustituir(id, left?.id ?? 0, efectivo('56.80'))
  expect(second.body.estado).toBe('pendiente')
  const body = { pago_id: came?.id ?? 0 }
  const third = await otro.call(contrato.verificar, { ...en(id), body })
  expect(third.body.estado).toBe('completada')
  const after = await saldos(app)
  expect(after).not.toHaveProperty('por-cobrar:PEN')
  expect(Number(after.redondeo ?? 0) - Number(before.redondeo ?? 0)).toBeCloseTo(0.04)
  expect((await anular(id)).status).toBe(200)
})

test('the payment instead keeps to the day of its way to pay and to the tills of who takes it', async () => {
  const { id, pago_id } = await vendida()
  const tope = (amount: string) =>
    comoDueno(app.url, `UPDATE tipos_pagos SET tope_dia = ${amount} WHERE id = ${pagos.efectivo}`)
  await tope('177.99')
  expect((await sustituir(id, pago_id, efectivo('178.00'))).error.codigo).toBe('LIMITE_EXCEDIDO')
  await tope('NULL')
  const cajera = await app.signedIn('caj')
  const otra = await cuenta(app, adm, 'Caja de otra', PEN, '500.00')
  const suya = (who: number) =>
    comoDueno(app.url, `UPDATE cuentas SET responsable_id = ${who} WHERE id = ${otra}`)
  await suya(adm.usuario_id)
  const refused = await sustituir(id, pago_id, efectivo('178.00', otra), cajera)
  expect(refused.error.codigo).toBe('CAJA_AJENA')
  await suya(cajera.usuario_id)
  expect((await sustituir(id, pago_id, efectivo('178.00', otra), cajera)).status).toBe(200)
})

test('what the house owes is delivered in another way, and is never lost', async () => {
  const { id, pago_id } = await espera(
    compra('20.00', '0', { entregamos: [yape('70.40')], confirmo_duplicado: true }),
  )
  expect((await perder(id, pago_id)).error.errors?.[0]?.msg).toMatch(/lo debe la casa/)
  expect((await sustituir(id, pago_id, efectivo('20.00', cuentas.cajaUsd))).status).toBe(400)
  const done = await sustituir(id, pago_id, efectivo('70.40'))
  expect([done.status, done.body.estado]).toEqual([200, 'completada'])
  expect(await saldos(app)).not.toHaveProperty('por-entregar:PEN')
})

test.each([
  ['casa', 'incobrables'],
  ['personal', 'por-cobrar-personal'],
] as const)(
  'what a client will not pay is lost at the charge of: %s, after another person said yes',
  async (cargo, libro) => {
    const { id, pago_id } = await vendida()
    const before = await saldos(app)
    expect((await perder(id, pago_id, cargo)).error.codigo).toBe('VISTO_FALTA')
    // Whoever registered the sale took part: only a third person may say yes.
    await darVistos(adm)
    expect((await perder(id, pago_id, cargo)).error.codigo).toBe('VISTO_FALTA')
    await darVistos(tercero)
    const { status, body } = await perder(id, pago_id, cargo)
    expect([status, body.estado]).toEqual([200, 'completada'])
    const after = await saldos(app)
    expect(Number(after[libro]) - Number(before[libro] ?? 0)).toBe(178)
    expect(after).not.toHaveProperty('por-cobrar:PEN')
    expect((await ver(id)).pagos[0]).toMatchObject({ estado: 'perdido', motivo, cargo })
    expect((await verificar(app.db)).diferencia).toBeNull()
    expect((await anular(id)).status).toBe(200)
    expect((await saldos(app))[libro]).toBe(before[libro])
  },
)

test('dollars that never come are lost at what they cost', async () => {
  const banco = await cuenta(app, adm, 'BCP dólares', USD, '0', undefined, 'banco')
  const recibimos = [{ tipo_pago_id: pagos.yape, cuenta_id: banco, monto: '10.00' }]
  const { id, pago_id } = await espera(
    compra('10.00', '35.20', { recibimos, confirmo_duplicado: true }),
  )
  const before = await saldos(app)
  await perder(id, pago_id)
  await darVistos(tercero)
  expect((await perder(id, pago_id)).status).toBe(200)
  const after = await saldos(app)
  const cost = Number(before['contravalor:USD']) - Number(after['contravalor:USD'])
  expect(Number(after['posicion:USD']) - Number(before['posicion:USD'])).toBe(10)
  expect(Number(after.incobrables) - Number(before.incobrables ?? 0)).toBeCloseTo(cost)
  expect(cost).toBeCloseTo(35.1, 1)
})

test('whoever registered the sale does not confirm its cash above the limit, nor what he added later', async () => {
  await limite('10')
  const { id, pago_id } = await vendida()
  expect((await sustituir(id, pago_id, efectivo('178.00'), adm)).error.codigo).toBe('DOS_PERSONAS')
  expect((await sustituir(id, pago_id, yape('178.00'))).status).toBe(200)
  const body = { pago_id: (await pendientes(id))[0]?.id ?? 0 }
  for (const who of [adm, otro])
    expect((await who.call(contrato.verificar, { ...en(id), body })).error.codigo).toBe(
      'DOS_PERSONAS',
    )
  expect((await tercero.call(contrato.verificar, { ...en(id), body })).status).toBe(200)
  await limite('1000000')
})

test.each([
  ['another amount', `UPDATE compras_ventas_pagos SET monto = monto + 1 WHERE estado = 'perdido'`],
  ['another charge', `UPDATE compras_ventas_pagos SET cargo = 'personal' WHERE cargo = 'casa'`],
  [
    'a line that is over',
    `UPDATE compras_ventas_pagos SET estado = 'por_verificar' WHERE estado = 'sustituido'`,
  ],
])('not even the owner writes %s', async (_, text) => {
  await expect(comoDueno(app.url, text)).rejects.toThrow(/not rewritten/)
})

test.each([
  ['the charge', `cargo = 'personal'`, `cargo = 'casa' AND estado = 'perdido'`],
  ['the value', 'valor = valor + 1', `estado = 'perdido' AND cargo = 'casa'`],
  ['what a line replaces', 'sustituye_id = NULL, usuario_id = NULL', 'sustituye_id IS NOT NULL'],
  ['the amount of what was replaced', 'monto = monto + 1', `estado = 'sustituido'`],
])('with the triggers off, a change of %s is found', async (_, set, where) => {
  const rows = await comoDueno<{ id: string; antes: string }>(
    app.url,
    `SELECT id, to_jsonb(g)::text AS antes FROM compras_ventas_pagos g WHERE ${where} ORDER BY id DESC LIMIT 1`,
  )
  const change = (text: string) =>
    comoDueno(
      app.url,
      `ALTER TABLE compras_ventas_pagos DISABLE TRIGGER USER; UPDATE compras_ventas_pagos g SET ${text}
       WHERE id = ${rows[0]?.id}; ALTER TABLE compras_ventas_pagos ENABLE TRIGGER USER`,
    )
  await change(set)
  const found = (await verificar(app.db)).diferencia
  await change(
    `(monto, cargo, valor, sustituye_id, usuario_id) = (SELECT (j->>'monto')::numeric, j->>'cargo',
      (j->>'valor')::numeric, (j->>'sustituye_id')::bigint, (j->>'usuario_id')::int FROM (SELECT '${rows[0]?.antes}'::jsonb AS j) x)`,
  )
  expect(found?.regla).toMatch(/compra-venta/)
})

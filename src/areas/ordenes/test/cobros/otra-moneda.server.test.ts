import { expect, test } from 'vitest'
import { PEN, saldos, tasa, tipoPago, USD, VES } from '../../../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../../core/dinero/decimal.ts'
import { verificar } from '../../../../main.libros.ts'
import { verificar as comprobar } from '../../../../server/verificar/verificar.ts'
import { contrato } from '../../contract.ts'
import { verifica } from '../../sql/verifica.ts'

/* a client who sends dollars pays the fee of a way of paying, which is in soles, in dollars: at what the house buys
   them for, rounded up. The income is the fee in soles. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, cuentas } = casa
await tasa(app, USD, VES, 'm', '188.57', 2)
const zelle = await tipoPago(app, 'ZELLE', {})
const way = (set: string) => comoDueno(app.url, `UPDATE tipos_pagos SET ${set} WHERE id = ${zelle}`)
const price = (compra: string) =>
  comoDueno(
    app.url,
    `UPDATE pares_divisas SET compra = ${compra} WHERE base_id = ${USD} AND cotizacion_id = moneda_funcional()`,
  )
await way(`moneda_id = ${USD}, tarifa_fija = 5, costo_pct = 1, requiere_verificacion = true`)
const { historico_id } = (
  await caj.call(contrato.cotizar, {
    query: { pais: 'pe', base_id: USD, cotizacion_id: VES, envia: '100' },
  })
).body

const cobro = (monto: string, tarifa: string) => ({
  ...{ tipo_pago_id: zelle, cuenta_id: cuentas.zelle, monto, tarifa },
  referencia: casa.referencia(),
})
const crear = (tarifa: string, more: object = {}) =>
  caj.call(contrato.crear, {
    body: casa.orden({
      ...{ historico_id, envia: '100.00', cobros: [{ ...cobro('100.00', tarifa), ...more }] },
    }),
  })
const detalle = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const limpio = async () => expect((await verificar(app.db)).diferencia).toBeNull()
const mas = async (before: Record<string, string>, ...codes: string[]) => {
  const now = await saldos(app)
  return codes.map((code) =>
    texto(decimal(now[code] ?? '0').minus(decimal(before[code] ?? '0')), 2),
  )
}
const BOOKS = ['cuenta:BCP Dólares', 'posicion:USD', 'contravalor:USD', 'tarifas'] as const

test('the fee is turned into the currency of the payment, and the income is what its way says', async () => {
  const { tipos_pago } = (await caj.call(contrato.opciones)).body
  // S/ 5.00 at 3.520 are US$ 1.4205.
  expect(tipos_pago.find(({ id }) => id === zelle)?.tarifa).toEqual({
    ...{ pct: null, fija: '1.43', min: null, max: null },
  })
  const before = await saldos(app)
  for (const said of ['0', '1.42', '5.00']) {
    const refused = await crear(said)
    expect(refused.error.codigo).toBe('TARIFA_CAMBIO')
    expect(refused.error.message).toMatch(/es de US?\$ ?1\.43/)
  }
  expect(await saldos(app)).toEqual(before)
  const { id } = (await crear('1.43')).body
  // What was agreed stays, whatever price and way say when it comes.
  await price('3.50')
  await way('tarifa_fija = 9')
  await casa.verificarTodo(id)
  await price('3.52')
  await way('tarifa_fija = 5')
  const o = await detalle(id)
  // The dollars of the order are worth what they cost when they came: 3.50.
  expect([o.estado, o.tarifa, o.valor, o.cobros[0]?.tarifa]).toEqual([
    ...['pagada', '5.00', '350.00', '1.43'],
  ])
  // The bank takes 1 % of the 101.43 that came, at average cost.
  const [account, units, worth, income] = await mas(before, ...BOOKS)
  expect([account, units, income]).toEqual(['100.42', '-100.42', '-5.00'])
  expect(texto(decimal(worth ?? '0').plus(decimal(o.gastos ?? '0')), 2)).toBe('355.00')
  await limpio()

  const annulled = await adm.call(contrato.anular, {
    params: { id },
    body: { motivo: 'El cliente desistió', cuenta_devolucion_id: cuentas.cajaUsd } as never,
  })
  expect([annulled.status, annulled.body.estado]).toEqual([200, 'anulada'])
  expect(await mas(before, 'cuenta:BCP Dólares', 'cuenta:Caja dólares', 'tarifas')).toEqual([
    ...['100.42', '-101.43', '0.00'],
  ])
  await limpio()
})

test('of a payment that needs no verification too, with the order and added to it', async () => {
  await way('requiere_verificacion = false')
  const before = await saldos(app)
  const made = await crear('1.43', { monto: '60.00' })
  expect([made.status, (await detalle(made.body.id)).tarifa]).toEqual([201, '5.00'])
  await limpio()
  // Its fee was charged with the order, also where the price of its currency moved.
  await price('3.49')
  const twice = await adm.call(contrato.registrarCobro, {
    params: { id: made.body.id },
    body: cobro('40.00', '1.44') as never,
  })
  expect(twice.error.codigo).toBe('TARIFA_CAMBIO')
  expect(twice.error.message).toMatch(/es de US?\$ ?0\.00/)
  await price('3.52')
  const more = await adm.call(contrato.registrarCobro, {
    params: { id: made.body.id },
    body: cobro('40.00', '0') as never,
  })
  expect(more.body.estado).toBe('pagada')
  const o = await detalle(made.body.id)
  expect([o.tarifa, o.valor, o.cobros.map(({ tarifa }) => tarifa)]).toEqual([
    ...['5.00', '352.00'],
    ['1.43', '0.00'],
  ])
  expect(await mas(before, 'tarifas')).toEqual(['-5.00'])
  await limpio()
})

test('without a price of its currency the way is not offered, and not taken', async () => {
  await comoDueno(
    app.url,
    `UPDATE pares_divisas SET estatus = false WHERE base_id = ${USD}; UPDATE tipos_pagos SET moneda_id = 12 WHERE id = ${zelle}`,
  )
  const { tipos_pago } = (await caj.call(contrato.opciones)).body
  expect(tipos_pago.map(({ id }) => id)).not.toContain(zelle)
  expect(
    await comoDueno(
      app.url,
      `SELECT ordenes_tarifa_convertida(t) AS fee FROM tipos_pagos t WHERE id = ${zelle}`,
    ),
  ).toEqual([{ fee: null }])
})

/* */
test('a fee without its value in the books, and a value without its fee, are found', async () => {
  const regla = verifica.find(([nombre]) => nombre.startsWith('La tarifa de cada cobro'))
  if (!regla) throw new Error('a rule is missing')
  const forge = (set: string) =>
    comoDueno(app.url, `SET session_replication_role = replica; UPDATE ordenes_cobros SET ${set}`)
  const found = async () => (await comprobar(app.db, [regla])).diferencia?.regla
  expect(await found()).toBeUndefined()
  await forge(`tarifa_valor = NULL WHERE moneda_id = ${USD} AND tarifa > 0`)
  expect(await found()).toBe(regla[0])
  await forge(`tarifa_valor = 5 WHERE moneda_id = ${USD} AND tarifa > 0`)
  await expect(forge('tarifa_valor = 5 WHERE tarifa = 0')).rejects.toThrow(/tarifa_valor_de/)
  await limpio()
  // Of a payment in the currency of the books the fee is in it already.
  await forge(`moneda_id = ${PEN} WHERE tarifa > 0`)
  expect(await found()).toBe(regla[0])
  await forge(`moneda_id = ${USD} WHERE tarifa > 0`)
  await limpio()
})

import { beforeEach, expect, test } from 'vitest'
import { PEN } from '../../../../../test/support/areas/casa.ts'
import { montarSaldos } from '../../../../../test/support/ordenes/saldos.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../../../test/support/vistos.ts'
import { contrato } from '../../contract.ts'

/* the fee of a way of paying when it changes, or a payment is refused, while an order is being paid. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarSaldos(app)
const { adm, detalle, pagos } = casa
const fee = (set: string) =>
  comoDueno(app.url, `UPDATE tipos_pagos SET ${set} WHERE id = ${pagos.yape}`)
beforeEach(() =>
  fee(`moneda_id = ${PEN}, tarifa_pct = NULL, tarifa_fija = NULL, tarifa_min = NULL`),
)

const linea = (monto: string, tarifa: string) => ({ ...casa.yape(monto), tarifa })
const orden = async (...cobros: object[]) => (await casa.crear(cobros)).body.id
const mas = (id: number, monto: string, tarifa: string) => casa.cobrar(id, linea(monto, tarifa))
/** What the refusal says that it is now. */
const pide = async (id: number, monto: string) =>
  /es de (S\/ [\d.]+)/.exec((await mas(id, monto, '77.77')).error.message)?.[1]
const rechazar = async (id: number, cobro_id?: number) =>
  (
    await adm.call(contrato.rechazar, {
      params: { id },
      body: { cobro_id, motivo: 'No llegó' } as never,
    })
  ).status

test('a percentage that starts or rises between two payments is charged on the later one alone', async () => {
  const id = await orden(linea('200.00', '0.00'))
  await fee('tarifa_pct = 3')
  expect(await pide(id, '100.00')).toBe('S/ 3.00')
  expect((await mas(id, '100.00', '3.00')).status).toBe(201)
  await fee('tarifa_pct = 4')
  expect(await pide(id, '50.00')).toBe('S/ 2.00')
  expect((await mas(id, '50.00', '2.00')).status).toBe(201)
  // A least that rises is of what comes now, and nothing comes under it.
  await fee('tarifa_min = 16.00')
  expect(await pide(id, '50.00')).toBe('S/ 0.00')
  expect((await mas(id, '50.00', '0.00')).status).toBe(201)
  await fee('tarifa_min = NULL')
  // A payment that is refused paid for itself alone, and leaves nothing of the earlier ones to be paid.
  const [, second] = (await detalle(id)).cobros
  expect(await rechazar(id, second?.id)).toBe(200)
  expect(await pide(id, '100.00')).toBe('S/ 4.00')
})

test('of an order that was begun without a fee nobody is asked for it where a later payment was refused', async () => {
  const id = await orden(linea('200.00', '0.00'))
  await fee('tarifa_pct = 3')
  expect((await mas(id, '300.00', '9.00')).status).toBe(201)
  const [first, second] = (await detalle(id)).cobros
  expect(await rechazar(id, second?.id)).toBe(200)
  expect(await pide(id, '300.00')).toBe('S/ 9.00')
  const body = { cobro_id: first?.id as number }
  expect((await adm.call(contrato.verificar, { params: { id }, body })).status).toBe(200)
  expect((await casa.cobrar(id, casa.efectivo('300.00'))).body.estado).toBe('pagada')
})

test('a fixed part that a refused payment carried is paid by the next one beside what that adds', async () => {
  await fee('tarifa_pct = 1, tarifa_fija = 3')
  const id = await orden(linea('100.00', '4.00'), linea('150.00', '1.50'))
  const [carried] = (await detalle(id)).cobros
  expect(await rechazar(id, carried?.id)).toBe(200)
  // How much it carried is judged by the present rule: 4.00 less the 2.00 of its own percentage.
  await fee('tarifa_pct = 2')
  expect(await pide(id, '100.00')).toBe('S/ 4.00')
  await fee('tarifa_pct = 1')
  expect(await pide(id, '100.00')).toBe('S/ 4.00')
})

/** An order of which S/ 10.00 are to be paid, and whose fee of S/ 5.00 was carried by a payment that was refused. */
async function debeTarifa(): Promise<number> {
  await fee('tarifa_fija = 5')
  const made = await casa.crear([linea('10.00', '5.00'), linea('490.00', '0.00')], casa.jefe)
  const { id } = made.body
  const [carried, rest] = (await detalle(id)).cobros
  expect(await rechazar(id, carried?.id)).toBe(200)
  const body = { cobro_id: rest?.id as number }
  expect((await adm.call(contrato.verificar, { params: { id }, body })).status).toBe(200)
  return id
}
const pedido = { codigo: 'VISTO_FALTA', message: expect.stringContaining('tarifa de S/ 5.00') }

test('a credit does not cover an order that owes a fee, unless another person says yes', async () => {
  const saldo = await casa.conSaldo('10.00')
  const id = await debeTarifa()
  const usar = () =>
    casa.jefe.call(contrato.usarSaldo, {
      params: { id },
      body: { orden_id: saldo.id, cobro_id: saldo.cobro_id, monto: '10.00' },
    })
  expect((await usar()).error).toMatchObject(pedido)
  expect((await detalle(id)).estado).toBe('pendiente')
  expect((await conVisto(await app.signedIn('adm'), usar)).body.estado).toBe('pagada')
  await casa.limpio()
})

test('nor is it covered by a new quote of what was paid', async () => {
  const id = await debeTarifa()
  const body = { historico_id: casa.historico, envia: '490.00' }
  const recotizar = () => casa.jefe.call(contrato.recotizar, { params: { id }, body })
  expect((await recotizar()).error).toMatchObject(pedido)
  expect(await detalle(id)).toMatchObject({ estado: 'pendiente', envia: '500.00' })
  expect((await conVisto(await app.signedIn('adm'), recotizar)).body.estado).toBe('pagada')
  await casa.limpio()
})

test('what a later payment paid in the place of a refused one is not asked for again when the amount rises', async () => {
  await fee('tarifa_fija = 5')
  const id = await orden(linea('10.00', '5.00'), linea('390.00', '0.00'))
  const [carried, second] = (await detalle(id)).cobros
  expect(await rechazar(id, carried?.id)).toBe(200)
  expect((await mas(id, '110.00', '5.00')).status).toBe(201)
  await fee('tarifa_fija = 8')
  const third = (await detalle(id)).cobros.at(-1)
  const verificar = (cobro?: { id: number }) =>
    adm.call(contrato.verificar, { params: { id }, body: { cobro_id: cobro?.id as number } })
  expect((await verificar(second)).status).toBe(200)
  expect((await verificar(third)).body.estado).toBe('pagada')
})

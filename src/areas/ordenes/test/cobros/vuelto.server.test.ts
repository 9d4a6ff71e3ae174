import { expect, test } from 'vitest'
import { PEN, saldos } from '../../../../../test/support/areas/casa.ts'
import { montarSaldos, refused } from '../../../../../test/support/ordenes/saldos.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { contrato } from '../../contract.ts'

/* a client pays an order in cash with more than it lacks and gets change at once: no credit arises. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarSaldos(app)
const { caj, adm, detalle, crear, cobrar, mas, limpio } = casa
await comoDueno(
  app.url,
  `UPDATE monedas SET billetes = '200 100 50 20 10', metalicas = '5 2 1 0.50 0.20 0.10' WHERE id = ${PEN}`,
)

test('the till has what was agreed, the order what was handed over and the change, and nothing is owed', async () => {
  const before = await saldos(app)
  const made = await crear([{ ...casa.efectivo('500.00'), recibido: '600.00' }])
  expect(made.body.estado).toBe('pagada')
  const o = await detalle(made.body.id)
  expect(o.cobros).toMatchObject([{ monto: '500.00', recibido: '600.00', vuelto: '100.00' }])
  expect(o.saldos).toEqual([])
  expect(await mas(before, 'cuenta:Caja soles')).toBe('500.00')
  expect(await mas(before, 'saldos-favor:PEN')).toBe('0.00')
  // It goes back as it came.
  expect((await casa.anular(adm, o.id)).status).toBe(200)
  expect(await mas(before, 'cuenta:Caja soles')).toBe('0.00')
  await limpio()
})

test('of a later payment as well, in cash alone, and less than a note too much', async () => {
  const { id } = (await crear([])).body
  expect(refused(await cobrar(id, { ...casa.cobro('500.00'), recibido: '520.00' }))).toMatch(
    /Solo hay vuelto/,
  )
  const cash = (recibido: string) => cobrar(id, { ...casa.efectivo('500.00'), recibido })
  expect(refused(await cash('500.00'))).toMatch(/más que el pago/)
  expect(refused(await cash('700.00'))).toMatch(/El vuelto sería de S\/ 200\.00/)
  expect((await cash('520.00')).body.estado).toBe('pagada')
  expect((await detalle(id)).cobros).toMatchObject([{ recibido: '520.00', vuelto: '20.00' }])
  await limpio()
})

test('the database keeps it as it was written', async () => {
  const { id } = (await crear([{ ...casa.efectivo('500.00'), recibido: '520.00' }])).body
  await expect(
    comoDueno(app.url, `UPDATE ordenes_cobros SET recibido = 600 WHERE orden_id = ${id}`),
  ).rejects.toThrow(/not rewritten|is not allowed/)
  const again = await caj.call(contrato.obtener, { params: { id } })
  expect(again.body.cobros[0]?.recibido).toBe('520.00')
})

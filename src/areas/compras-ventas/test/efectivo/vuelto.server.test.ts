import { afterAll, expect, test } from 'vitest'
import { montarCasa, PEN, saldos } from '../../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../../test/support/areas/mostrador.ts'
import { refused } from '../../../../../test/support/ordenes/saldos.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../../core/dinero/decimal.ts'
import { verificar } from '../../../../main.libros.ts'
import { contrato, type Registro } from '../../contract.ts'

/* a client hands over more cash than agreed and gets change at once. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const { venta } = mostrador(casa)
await comoDueno(
  app.url,
  `UPDATE monedas SET billetes = '200 100 50 20 10', metalicas = '5 2 1 0.50 0.20 0.10' WHERE id = ${PEN}`,
)

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

/** Ten dollars sold for 35.60 soles in cash. */
const vendida = (recibimos: object, entregamos: object = {}): Registro => {
  const cash = { tipo_pago_id: pagos.efectivo }
  return venta('10.00', '35.60', {
    confirmo_duplicado: true,
    recibimos: [{ ...cash, cuenta_id: cuentas.cajaPen, monto: '35.60', ...recibimos }],
    entregamos: [{ ...cash, cuenta_id: cuentas.cajaUsd, monto: '10.00', ...entregamos }],
  } as Partial<Registro>)
}
const registrar = (body: Registro) => adm.call(contrato.crear, { body })
const billete = (valor: string) => [{ clase: 'billete' as const, valor, cantidad: 1 }]

test('what was handed over and the change are kept with the payment, and the till has what was agreed', async () => {
  const before = await saldos(app)
  const made = await registrar(vendida({ recibido: '50.00', denominaciones: billete('50') }))
  expect([made.status, made.error.errors]).toEqual([201, undefined])
  const { body } = await adm.call(contrato.obtener, { params: { id: made.body.id } })
  expect(body.pagos).toMatchObject([
    { lado: 'recibimos', monto: '35.60', recibido: '50.00', vuelto: '14.40' },
    { lado: 'entregamos', monto: '10.00', recibido: null, vuelto: null },
  ])
  const till = 'cuenta:Caja soles'
  const entered = decimal((await saldos(app))[till] ?? '0').minus(decimal(before[till] ?? '0'))
  expect(texto(entered, 2)).toBe('35.60')
})

test('only of cash that the client hands over, more than the payment, and less than a note too much', async () => {
  const said = async (recibimos: object, entregamos: object = {}) =>
    refused(await registrar(vendida(recibimos, entregamos)))
  expect(await said({ recibido: '35.60' })).toMatch(/más que el pago de S\/ 35\.60/)
  expect(await said({ recibido: '20.00' })).toMatch(/más que el pago/)
  expect(await said({ recibido: '235.60' })).toMatch(/El vuelto sería de S\/ 200\.00/)
  expect(await said({ recibido: '50.05' })).toMatch(/efectivo/)
  expect(await said({}, { recibido: '20.00' })).toMatch(/Solo hay vuelto/)
  const banco = { tipo_pago_id: pagos.transferencia, cuenta_id: cuentas.bcpPen, referencia: 'V-1' }
  expect(await said({ ...banco, recibido: '50.00' })).toMatch(/Solo hay vuelto/)
  // The count is of what was handed over.
  expect(await said({ recibido: '50.00', denominaciones: billete('20') })).toMatch(
    /suma S\/ 20\.00 y el pago es de S\/ 50\.00/,
  )
  expect(await said({ recibido: '200.00' })).toBeUndefined()
})

test('in a ticket notes are set off: no line has change of its own', async () => {
  const { cliente_id: _, confirmo_duplicado: __, ...item } = vendida({ recibido: '50.00' })
  const answer = await adm.call(contrato.crearTicket, {
    body: { cliente_id: casa.clientes.ana, items: [item, item] } as never,
  })
  expect(refused(answer)).toMatch(/En un ticket el vuelto/)
})

import { expect, test } from 'vitest'
import { foto, subirFoto } from '../../../../../test/support/foto.ts'
import { montarSaldos, refused } from '../../../../../test/support/ordenes/saldos.ts'
import { type Client, startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { contrato } from '../../contract.ts'

/* on whose word a credit stands, who therefore does not pay it out alone, and what it may not get around. */

const app = await startTestApp({ max: 12 })
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarSaldos(app)
const { adm, caj, jefe, cuentas, ana } = casa
const { detalle, cobro, cobrar, anular, ajuste, limpio } = casa
const otro = await app.signedIn('adm')

await ajuste('orden_doble_control_usd', '1000')

const crear = async (cobros: object[], more: object = {}) =>
  (await casa.crear(cobros, caj, more)).body.id
const devolver = async (quien: Client, id: number, monto: string, more: object = {}) => {
  const [saldo] = (await detalle(id)).saldos
  return casa.devolver(quien, { id, cobro_id: saldo?.cobro_id as number }, monto, more)
}

test('whoever registered another payment of the order does not take what it made too much', async () => {
  const id = await crear([])
  expect((await cobrar(id, cobro('499.99', null), jefe)).status).toBe(201)
  expect((await cobrar(id, cobro('0.01', '20.00'))).body.estado).toBe('pagada')
  expect(refused(await devolver(jefe, id, '20.00'))).toBe('VISTO_FALTA')
  expect((await devolver(otro, id, '20.00')).status).toBe(201)
  await limpio()
})

test('nor does whoever made the order ask for less', async () => {
  const id = await crear([])
  const body = { historico_id: casa.historico, envia: '480.00' }
  expect(
    (await jefe.call(contrato.recotizar, { params: { id }, body: body as never })).status,
  ).toBe(200)
  expect((await cobrar(id, cobro('480.00', '20.00'))).body.estado).toBe('pagada')
  expect(refused(await devolver(jefe, id, '20.00'))).toBe('VISTO_FALTA')
  expect((await devolver(otro, id, '20.00')).status).toBe(201)
  await limpio()
})

test('a credit is not paid twice by annulling what was paid', async () => {
  const id = await crear([cobro('500.00', '20.00')])
  expect((await devolver(otro, id, '20.00')).status).toBe(201)
  const [saldo] = (await detalle(id)).saldos
  const undone = await jefe.call(contrato.anularDevolucion, {
    params: { id },
    body: { devolucion_id: saldo?.devoluciones[0]?.id as number, motivo: 'No la recibió' },
  })
  expect(undone.status).toBe(200)
  for (const one of [jefe, otro]) {
    expect(refused(await devolver(one, id, '20.00'))).toBe('VISTO_FALTA')
  }
  expect((await devolver(adm, id, '20.00')).status).toBe(201)
  await limpio()
})

test('what was paid back and annulled counts in what one person pays back that day', async () => {
  const solo = await app.signedIn('adm')
  const [a, b] = [
    await crear([cobro('500.00', '30.00')]),
    await crear([cobro('500.00', '30.00')]),
  ] as const
  await ajuste('orden_doble_control_usd', '10')
  expect((await devolver(solo, a, '30.00')).status).toBe(201)
  const [saldo] = (await detalle(a)).saldos
  const undo = { devolucion_id: saldo?.devoluciones[0]?.id as number, motivo: 'No la recibió' }
  await adm.call(contrato.anularDevolucion, { params: { id: a }, body: undo })
  expect(refused(await devolver(solo, b, '30.00'))).toBe('VISTO_FALTA')
  await ajuste('orden_doble_control_usd', '1000')
  await limpio()
})

test('whoever registered a payment does not annul its order to his own till as a stranger would', async () => {
  await ajuste('anular_propia_usd', '100')
  const id = await crear([])
  expect((await cobrar(id, cobro('500.00', null), jefe)).body.estado).toBe('pagada')
  expect(refused(await anular(jefe, id))).toBe('VISTO_FALTA')
  expect((await anular(otro, id)).status).toBe(200)
  await limpio()
})

test('the credit of a blocked client does not leave by annulling', async () => {
  const id = await crear([cobro('500.00', '20.00')])
  const plain = await crear([cobro('500.00', null)])
  await comoDueno(app.url, `UPDATE clientes SET estado = 'bloqueado' WHERE id = ${ana}`)
  expect(refused(await anular(otro, id))).toBe('CLIENTE_BLOQUEADO')
  expect((await anular(otro, plain)).status).toBe(200)
  await comoDueno(app.url, `UPDATE clientes SET estado = 'activo' WHERE id = ${ana}`)
  expect((await anular(otro, id)).status).toBe(200)
  await limpio()
})

test('a declaration is good for the amount for which it was signed, with what is too much', async () => {
  await comoDueno(
    app.url,
    `UPDATE clientes SET direccion = 'Av. Grau 12', distrito = 'Lima', ocupacion = 'Contadora',
       origen_fondos = 'Sueldo' WHERE id = ${ana}`,
  )
  await ajuste('umbral_declaracion_usd', '100')
  const declaracion = { origen: 'Venta de un vehículo', destino: 'Ayuda a su familia' }
  const id = await crear([], { declaracion })
  expect(refused(await cobrar(id, cobro('500.00', '400.00')))).toMatch(/regístrela de nuevo/)
  expect((await cobrar(id, cobro('500.00', null))).body.estado).toBe('pagada')
  await ajuste('umbral_declaracion_usd', '5000')
  await limpio()
})

test('a payback is not proved with the picture of the payment that it comes from', async () => {
  const picture = foto()
  const comprobante_id = await subirFoto(caj, contrato.subirComprobante, picture)
  const id = await crear([{ ...cobro('500.00', '20.00'), comprobante_id }])
  const bank = async (voucher: number) =>
    devolver(otro, id, '20.00', {
      ...{ cuenta_id: cuentas.bcpPen, referencia: casa.referencia(), comprobante_id: voucher },
    })
  expect(refused(await bank(await subirFoto(otro, contrato.subirDevolucion, picture)))).toBe(
    'VISTO_FALTA',
  )
  await limpio()
})

import { expect, test } from 'vitest'
import { PEN, saldos } from '../../../../../test/support/areas/casa.ts'
import { subirFoto } from '../../../../../test/support/foto.ts'
import { montarSaldos, refused } from '../../../../../test/support/ordenes/saldos.ts'
import { type Client, startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { contrato as aprobaciones } from '../../../aprobaciones/contract.ts'
import { contratoExpediente } from '../../../clientes/contract/expediente.ts'
import { contrato as vistos } from '../../../vistos/contract.ts'
import { contrato } from '../../contract.ts'

/* what a client pays above what his order asks for stays his, until it is paid back to him. */

const app = await startTestApp({ max: 12 })
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarSaldos(app)
const { adm, caj, jefe, cuentas, ana } = casa
const { detalle, cobro, crear, conSaldo, devolver, mas, limpio } = casa
const pendiente = async () =>
  (await adm.call(contratoExpediente.saldo, { params: { id: ana } })).body.lineas
    .filter(({ que }) => que === 'a-favor')
    .map(({ importe, moneda }) => `${importe} ${moneda.iso}`)

test('what is too much is refused unless it is said to stay the client’s, and only what is too much may', async () => {
  const before = await saldos(app)
  expect(refused(await crear([cobro('520.00', null)]))).toMatch(/Los cobros suman S\/ 520\.00/)
  expect(refused(await crear([cobro('480.00', '20.00')]))).toBe(
    'Solo queda a favor lo que sobra: falta pagar S/ 20.00 de la orden.',
  )
  expect(refused(await crear([cobro('500.00', '0.001')]))).toMatch(/decimales/)
  expect(await saldos(app)).toEqual(before)
  const { id } = (await crear([])).body
  const more = (body: object) =>
    caj.call(contrato.registrarCobro, { params: { id }, body: body as never })
  expect(refused(await more(cobro('499.99', '20.00')))).toMatch(/falta pagar S\/ 0\.01/)
  expect((await more(cobro('500.00', '20.00'))).body.estado).toBe('pagada')
  expect((await detalle(id)).saldos).toMatchObject([{ monto: '20.00', saldo: '20.00' }])
  await limpio()
})

test('it is a debt of the house to the client in the currency in which he paid', async () => {
  const before = await saldos(app)
  const had = await pendiente()
  const { id } = await conSaldo('20.50')
  expect(await mas(before, 'cuenta:BCP Soles')).toBe('520.50')
  expect(await mas(before, 'ordenes-por-pagar')).toBe('-500.00')
  expect(await mas(before, 'saldos-favor:PEN')).toBe('-20.50')
  const o = await detalle(id)
  expect([o.estado, o.cobrado, o.cobros[0]?.monto, o.cobros[0]?.a_favor]).toEqual([
    ...['pagada', '500.00', '500.00', '20.50'],
  ])
  expect(await pendiente()).toEqual(['-20.50 PEN', ...had])
  await limpio()
})

test('of a payment that waits it arises when the payment is verified, and not before', async () => {
  const yape = { ...casa.yape('500.00'), a_favor: '30.00' }
  const before = await saldos(app)
  const no = (await crear([yape])).body.id
  const si = (await crear([yape])).body.id
  expect((await detalle(si)).saldos).toEqual([])
  expect(await saldos(app)).toEqual(before)
  const [waits] = (await detalle(no)).cobros
  await adm.call(contrato.rechazar, {
    params: { id: no },
    body: { cobro_id: waits?.id as number, motivo: 'No llegó nada' },
  })
  await casa.verificarTodo(si)
  expect((await detalle(no)).saldos).toEqual([])
  expect((await detalle(si)).saldos).toMatchObject([{ saldo: '30.00', anulado: false }])
  expect(await mas(before, 'saldos-favor:PEN')).toBe('-30.00')
  await limpio()
})

test('another person pays it back, at once or in parts, never more than is left', async () => {
  const saldo = await conSaldo()
  const before = await saldos(app)
  expect(refused(await devolver(jefe, saldo, '20.10'))).toBe('El saldo a favor es de S/ 20.00.')
  expect((await devolver(jefe, saldo, '12.00')).status).toBe(201)
  expect(refused(await devolver(jefe, saldo, '8.10'))).toBe('El saldo a favor es de S/ 8.00.')
  const banco = { cuenta_id: cuentas.bcpPen }
  expect(refused(await devolver(jefe, saldo, '8.00', banco))).toMatch(/referencia/)
  const conNumero = { ...banco, referencia: casa.referencia() }
  expect(refused(await devolver(jefe, saldo, '8.00', conNumero))).toMatch(/comprobante/)
  const comprobante_id = await subirFoto(jefe, contrato.subirDevolucion)
  const paid = await devolver(jefe, saldo, '8.00', { ...conNumero, comprobante_id })
  expect([paid.status, paid.error.errors]).toEqual([201, undefined])
  expect(await mas(before, 'cuenta:Caja soles')).toBe('-12.00')
  expect(await mas(before, 'cuenta:BCP Soles')).toBe('-8.00')
  expect(await mas(before, 'saldos-favor:PEN')).toBe('20.00')
  const [left] = (await detalle(saldo.id)).saldos
  expect(left?.saldo).toBe('0.00')
  expect(left?.devoluciones.map(({ monto, comprobantes }) => [monto, comprobantes.length])).toEqual(
    [
      ['12.00', 0],
      ['8.00', 1],
    ],
  )
  await limpio()
})

test('accounts of another currency, other people’s orders and blocked clients are refused', async () => {
  const saldo = await conSaldo()
  const other = await conSaldo()
  expect(refused(await devolver(jefe, saldo, '5.00', { cuenta_id: cuentas.cajaUsd }))).toMatch(
    /moneda/,
  )
  expect(refused(await devolver(jefe, { ...saldo, cobro_id: other.cobro_id }, '5.00'))).toBe(
    'NO_EXISTE',
  )
  expect((await devolver(caj, saldo, '5.00')).status).toBe(403)
  const estado = (es: string) =>
    comoDueno(app.url, `UPDATE clientes SET estado = '${es}' WHERE id = ${ana}`)
  await estado('bloqueado')
  expect(refused(await devolver(jefe, saldo, '5.00'))).toBe('CLIENTE_BLOQUEADO')
  await estado('activo')
  expect((await devolver(jefe, saldo, '5.00')).status).toBe(201)
  await limpio()
})

test('whoever took the payment does not pay it back alone, nor anybody much in a day', async () => {
  const propio = (await crear([cobro('500.00', '20.00')], jefe)).body.id
  const [c] = (await detalle(propio)).cobros
  const own = { id: propio, cobro_id: c?.id as number }
  expect(refused(await devolver(jefe, own, '20.00'))).toBe('VISTO_FALTA')
  const [ask] = (await adm.call(aprobaciones.listar)).body
  expect(ask?.titulo).toMatch(/devolver el saldo a favor/i)
  await adm.call(vistos.aprobar, { params: { id: ask?.id as number }, body: { nota: null } })
  // The yes is for that amount from that account.
  expect(refused(await devolver(jefe, own, '19.00'))).toBe('VISTO_FALTA')
  expect((await devolver(jefe, own, '20.00')).status).toBe(201)

  const usd = (valor: string) =>
    comoDueno(
      app.url,
      `UPDATE ajustes SET valor = '${valor}' WHERE clave = 'orden_doble_control_usd'`,
    )
  await usd('15')
  const [a, b] = [await conSaldo('30.00'), await conSaldo('30.00')]
  await casa.verificarTodo(a.id)
  await casa.verificarTodo(b.id)
  // 30.00 are less than US$ 15, twice that in a day is more.
  const otro = await app.signedIn('adm')
  const first = await devolver(otro, a, '30.00')
  const second = await devolver(otro, b, '30.00')
  await usd('1000')
  expect([first.status, refused(second)]).toEqual([201, 'VISTO_FALTA'])
  expect((await devolver(otro, b, '30.00')).status).toBe(201)

  await limpio()
})

test('annulling an order gives back what was too much with it, unless something was done with it', async () => {
  const before = await saldos(app)
  const anular = (id: number, quien: Client = adm) =>
    quien.call(contrato.anular, {
      params: { id },
      body: { motivo: 'El cliente desistió', cuenta_devolucion_id: cuentas.bcpPen },
    })
  const whole = await conSaldo()
  expect((await anular(whole.id)).status).toBe(200)
  expect((await detalle(whole.id)).saldos).toMatchObject([{ saldo: '0.00', anulado: true }])
  expect(await mas(before, 'cuenta:BCP Soles')).toBe('0.00')
  expect(refused(await devolver(jefe, whole, '1.00'))).toMatch(/S\/ 0\.00/)

  const used = await conSaldo()
  const { devolucion_id } = (await devolver(jefe, used, '5.00')).body
  expect(refused(await anular(used.id))).toBe('SALDO_FAVOR_USADO')
  const body = { devolucion_id, motivo: 'No se entregó' }
  const undone = await adm.call(contrato.anularDevolucion, { params: { id: used.id }, body })
  expect(undone.status).toBe(200)
  const back = await detalle(used.id)
  expect(back.saldos).toMatchObject([{ saldo: '20.00' }])
  // Both are steps of the order, which stays in its state.
  expect(back.pasos.map(({ accion, de, a, nota }) => [accion, de, a, nota]).slice(-2)).toEqual([
    ['devolver', 'pagada', 'pagada', 'S/ 5.00 de Caja soles'],
    ['anular-devolucion', 'pagada', 'pagada', 'S/ 5.00 · No se entregó'],
  ])
  expect(back.pasos.map(({ id }) => id)).toEqual(back.pasos.map((_, i) => i + 1))
  const twice = await adm.call(contrato.anularDevolucion, { params: { id: used.id }, body })
  expect(refused(twice)).toBe('YA_ANULADA')
  await limpio()
  // On the word of whoever annulled the payback it is open again: he does not give it away alone.
  expect(refused(await anular(used.id))).toBe('VISTO_FALTA')
  expect((await anular(used.id, await app.signedIn('adm'))).status).toBe(200)
  expect(await mas(before, 'saldos-favor:PEN')).toBe('0.00')
  expect(await mas(before, 'cuenta:Caja soles')).toBe('0.00')
  await limpio()
})

test('of concurrent paybacks of one credit, as many go through as it has', async () => {
  const saldo = await conSaldo('20.00')
  const all = await Promise.all(Array.from({ length: 8 }, () => devolver(jefe, saldo, '8.00')))
  expect(all.filter(({ status }) => status === 201)).toHaveLength(2)
  expect((await detalle(saldo.id)).saldos[0]?.saldo).toBe('4.00')
  await limpio()
})

test('the database holds it, whoever writes', async () => {
  const { id, cobro_id } = await conSaldo('21.00')
  expect((await devolver(jefe, { id, cobro_id }, '1.00')).status).toBe(201)
  const plain = (await crear([cobro('500.00', null)])).body.id
  const [other] = (await detalle(plain)).cobros
  // A credit that nobody paid, more than was paid, less than nothing, of another client, without its payback.
  const wrong: readonly (readonly [RegExp, string])[] = [
    [
      /its credit/,
      `INSERT INTO ordenes_saldos (cobro_id, orden_id, cliente_id, moneda_id, fecha, monto, saldo)
       VALUES (${other?.id}, ${plain}, ${ana}, ${PEN}, now(), 9, 9)`,
    ],
    [
      /ordenes_saldos_check/,
      `UPDATE ordenes_saldos SET saldo = monto + 1 WHERE cobro_id = ${cobro_id}`,
    ],
    [/its credit/, `UPDATE ordenes_saldos SET saldo = saldo + 1 WHERE cobro_id = ${cobro_id}`],
    [/its credit/, `UPDATE ordenes_saldos SET saldo = saldo - 1 WHERE cobro_id = ${cobro_id}`],
    [
      /ordenes_saldos_saldo_check/,
      `UPDATE ordenes_saldos SET saldo = -1 WHERE cobro_id = ${cobro_id}`,
    ],
    [
      /ordenes_saldos_check1/,
      `UPDATE ordenes_saldos SET anulado = true WHERE cobro_id = ${cobro_id}`,
    ],
    [
      /its credit/,
      `UPDATE ordenes_saldos SET anulado = true, saldo = 0 WHERE cobro_id = ${cobro_id}`,
    ],
    [
      /is not allowed/,
      `UPDATE ordenes_saldos SET monto = 50, saldo = 50 WHERE cobro_id = ${cobro_id}`,
    ],
    [/is not allowed/, `DELETE FROM ordenes_saldos WHERE cobro_id = ${cobro_id}`],
    [/is not allowed/, `UPDATE ordenes_cobros SET a_favor = 50 WHERE id = ${cobro_id}`],
    [/is not allowed/, 'UPDATE ordenes_devoluciones SET monto = 1'],
    [
      /its credit/,
      `UPDATE ordenes_devoluciones SET estado = 'anulada', anulada_en = now(), anulada_por = 1, motivo = 'x'
       WHERE estado = 'hecha'`,
    ],
    [/is not allowed/, 'DELETE FROM ordenes_devoluciones'],
  ]
  for (const [by, one] of wrong) {
    await expect(comoDueno(app.url, one), one).rejects.toThrow(by)
  }
  expect((await detalle(id)).saldos[0]?.saldo).toBe('20.00')
  await limpio()
})

test('nobody pays back alone what nobody asked for in a month', async () => {
  const saldo = await conSaldo()
  app.setClock('2025-12-20T14:59:00Z')
  const otro = await app.signedIn('adm')
  expect((await devolver(otro, saldo, '1.00')).status).toBe(201)
  app.setClock('2025-12-20T15:01:00Z')
  expect(refused(await devolver(otro, saldo, '1.00'))).toBe('VISTO_FALTA')
  await limpio()
})

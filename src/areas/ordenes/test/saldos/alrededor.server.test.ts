import { expect, test } from 'vitest'
import { montarOtro, separar } from '../../../../../test/support/ajenas/casos.ts'
import { saldos, tasa, USD, VES } from '../../../../../test/support/areas/casa.ts'
import { mirarCuenta } from '../../../../../test/support/ordenes/saldos.ts'
import { type Client, startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { dicho } from '../../../../../test/support/servidor/respuesta.ts'
import { montarTodo } from '../../../../../test/support/todo.ts'
import { decimal, texto } from '../../../../core/dinero/decimal.ts'
import { verificar } from '../../../../main.libros.ts'
import { contratoExpediente } from '../../../clientes/contract/expediente.ts'
import { contrato } from '../../contract.ts'

/* where other rules meet them: another currency, a closed day, annulment at once, another branch. */

const app = await startTestApp({ max: 12 })
const casa = await montarTodo(app)
const { adm, caj, cuentas, pagos, ana } = casa
await mirarCuenta(casa)
const jefe = await app.signedIn('adm')
const owner = (text: string) => comoDueno(app.url, text)
const limpio = async () => expect((await verificar(app.db)).diferencia).toBeNull()
const detalle = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const mas = async (before: Record<string, string>, code: string) =>
  texto(decimal((await saldos(app))[code] ?? '0').minus(decimal(before[code] ?? '0')), 2)

interface Saldo {
  id: number
  cobro_id: number
  cuenta_id: number
}

/** A paid order whose client sent `a_favor` too much, to be paid back from a till of its currency. */
async function conSaldo(a_favor = '20.00', more: object = {}, dolares = false): Promise<Saldo> {
  const cuenta_id = dolares ? cuentas.zelle : cuentas.bcpPen
  const monto = dolares ? '100.00' : '500.00'
  const cobro = { tipo_pago_id: pagos.transferencia, cuenta_id, monto, a_favor }
  const cobros = [{ ...cobro, referencia: casa.referencia() }]
  const made = await caj.call(contrato.crear, {
    body: casa.orden({ envia: monto, cobros, ...more }),
  })
  if (made.status !== 201) throw new Error(made.error.message)
  const { cobros: written } = await detalle(made.body.id)
  return {
    id: made.body.id,
    cobro_id: written[0]?.id as number,
    cuenta_id: dolares ? cuentas.cajaUsd : cuentas.cajaPen,
  }
}
const devolver = (quien: Client, { id, cobro_id, cuenta_id }: Saldo, monto: string) =>
  quien.call(contrato.devolver, { params: { id }, body: { cobro_id, cuenta_id, monto } as never })
const anular = (quien: Client, { id, cuenta_id }: Saldo) =>
  quien.call(contrato.anular, {
    params: { id },
    body: { motivo: 'El cliente desistió', cuenta_devolucion_id: cuenta_id },
  })

test('a credit in dollars is dollars: it moves neither the position nor what it cost', async () => {
  await tasa(app, USD, VES, 'm', '188.57', 2)
  const quote = await caj.call(contrato.cotizar, {
    query: { pais: 'pe', base_id: USD, cotizacion_id: VES, envia: '100' },
  })
  const { historico_id } = quote.body
  const before = await saldos(app)
  const dolares = await conSaldo('20.00', { historico_id }, true)
  // US$ 100 at 3.520 are the order's; the house holds 20 more, and owes them.
  expect(await mas(before, 'cuenta:BCP Dólares')).toBe('120.00')
  expect(await mas(before, 'saldos-favor:USD')).toBe('-20.00')
  expect(await mas(before, 'ordenes-por-pagar')).toBe('-352.00')
  expect(await mas(before, 'posicion:USD')).toBe('-100.00')
  expect(await mas(before, 'contravalor:USD')).toBe('352.00')
  await limpio()

  const between = await saldos(app)
  expect((await devolver(jefe, { ...dolares, cuenta_id: cuentas.cajaPen }, '20.00')).status).toBe(
    400,
  )
  const paid = await devolver(jefe, dolares, '15.00')
  expect(paid.status).toBe(201)
  expect(await mas(between, 'cuenta:Caja dólares')).toBe('-15.00')
  expect(await mas(between, 'saldos-favor:USD')).toBe('15.00')
  for (const code of ['posicion:USD', 'contravalor:USD', 'ordenes-por-pagar']) {
    expect(await mas(between, code), code).toBe('0.00')
  }
  const pending = (await adm.call(contratoExpediente.saldo, { params: { id: ana } })).body.lineas
  expect(
    pending.filter(({ que }) => que === 'a-favor').map((l) => `${l.importe} ${l.moneda.iso}`),
  ).toEqual(['-5.00 USD'])
  await limpio()

  const body = { devolucion_id: paid.body.devolucion_id, motivo: 'No se entregó' }
  await adm.call(contrato.anularDevolucion, { params: { id: dolares.id }, body })
  expect((await anular(await app.signedIn('adm'), dolares)).status).toBe(200)
  expect(await mas(before, 'saldos-favor:USD')).toBe('0.00')
  expect(await mas(before, 'cuenta:Caja dólares')).toBe('-120.00')
  for (const code of ['posicion:USD', 'contravalor:USD', 'ordenes-por-pagar']) {
    expect(await mas(before, code), code).toBe('0.00')
  }
  await limpio()
})

test('a credit in dollars that pays an order comes into the position, and leaves it with the order', async () => {
  const { historico_id } = (
    await caj.call(contrato.cotizar, {
      query: { pais: 'pe', base_id: USD, cotizacion_id: VES, envia: '100' },
    })
  ).body
  const dolares = await conSaldo('20.00', { historico_id }, true)
  const before = await saldos(app)
  const { id } = (
    await jefe.call(contrato.crear, { body: casa.orden({ envia: '100.00', historico_id }) })
  ).body
  const uso = { orden_id: dolares.id, cobro_id: dolares.cobro_id, monto: '20.00' }
  expect((await jefe.call(contrato.usarSaldo, { params: { id }, body: uso })).status).toBe(201)
  expect(await mas(before, 'saldos-favor:USD')).toBe('20.00')
  // Twenty dollars that the house no longer owes, at 3.520.
  expect(await mas(before, 'ordenes-por-pagar')).toBe('-70.40')
  expect(await mas(before, 'posicion:USD')).toBe('-20.00')
  expect(await mas(before, 'contravalor:USD')).toBe('70.40')
  await limpio()
  expect((await anular(adm, { ...dolares, id })).status).toBe(200)
  for (const code of ['saldos-favor:USD', 'posicion:USD', 'contravalor:USD', 'ordenes-por-pagar']) {
    expect(await mas(before, code), code).toBe('0.00')
  }
  // In soles it pays nothing.
  const soles = (await jefe.call(contrato.crear, { body: casa.orden() })).body.id
  const other = await jefe.call(contrato.usarSaldo, { params: { id: soles }, body: uso })
  expect(other.error.errors?.[0]?.msg).toMatch(/otra moneda/)
  await limpio()
})

test('on a closed day nothing is paid back, and no payback is annulled', async () => {
  const saldo = await conSaldo()
  const { devolucion_id } = (await devolver(jefe, saldo, '5.00')).body
  await owner(`INSERT INTO cierres (fecha, usuario_id) VALUES ('2025-11-20', ${adm.usuario_id})`)
  const pays = dicho(await devolver(jefe, saldo, '5.00'))
  const undoes = dicho(
    await adm.call(contrato.anularDevolucion, {
      params: { id: saldo.id },
      body: { devolucion_id, motivo: 'No se entregó' },
    }),
  )
  await owner('DELETE FROM cierres')
  expect([pays, undoes]).toEqual(['DIA_CERRADO', 'DIA_CERRADO'])
  expect((await detalle(saldo.id)).saldos[0]?.saldo).toBe('15.00')
  await limpio()
})

test('of an annulment and paybacks at the same moment, the client has his credit once', async () => {
  for (let round = 0; round < 4; round++) {
    const before = await saldos(app)
    const saldo = await conSaldo()
    const pay = Array.from({ length: 3 }, () => devolver(jefe, saldo, '20.00'))
    const [annulled, ...paid] = await Promise.all([anular(adm, saldo), ...pay])
    const back = paid.filter(({ status }) => status === 201)
    expect(back).toHaveLength(annulled.status === 200 ? 0 : 1)
    expect(await mas(before, 'saldos-favor:PEN')).toBe('0.00')
    expect(await mas(before, 'cuenta:Caja soles')).toBe(
      annulled.status === 200 ? '-520.00' : '-20.00',
    )
  }
  await limpio()
})

test('a user of one branch neither sees nor pays back a credit of another', async () => {
  const persona = await montarOtro(app, casa)
  const { lima } = await separar(app, persona)
  const { otro, suya } = persona
  await owner(`UPDATE usuarios SET sucursal_id = ${lima} WHERE id = ${caj.usuario_id}`)
  const saldo = await conSaldo()
  const seen = await otro.call(contratoExpediente.saldo, { params: { id: ana } })
  expect(seen.status).toBe(200)
  expect(seen.body.lineas.filter(({ id }) => id === saldo.id)).toEqual([])
  const there = (await adm.call(contratoExpediente.saldo, { params: { id: ana } })).body.lineas
  expect(
    there
      .filter(({ id }) => id === saldo.id)
      .map(({ que }) => que)
      .sort(),
  ).toEqual(['a-favor', 'pagar'])
  for (const cuenta_id of [suya, cuentas.cajaPen]) {
    expect(dicho(await devolver(otro, { ...saldo, cuenta_id }, '5.00'))).toBe('NO_EXISTE')
  }
  // Nor does an order of his take it, though the client is the same.
  const propia = await otro.call(contrato.crear, { body: casa.orden({ envia: '500.00' }) })
  expect(propia.status).toBe(201)
  const params = { id: propia.body.id }
  const offered = (await otro.call(contrato.obtener, { params })).body.saldos_usables
  expect(offered.filter(({ orden_id }) => orden_id === saldo.id)).toEqual([])
  const told = (await otro.call(contrato.saldosDe, { params: { id: ana } })).body
  expect(told.filter(({ orden_id }) => orden_id === saldo.id)).toEqual([])
  const body = { orden_id: saldo.id, cobro_id: saldo.cobro_id, monto: '5.00' }
  expect(dicho(await otro.call(contrato.usarSaldo, { params, body }))).toBe('NO_EXISTE')
  const paid = await devolver(jefe, saldo, '5.00')
  expect(paid.status).toBe(201)
  const undoes = await otro.call(contrato.anularDevolucion, {
    params: { id: saldo.id },
    body: { devolucion_id: paid.body.devolucion_id, motivo: 'No se entregó' },
  })
  expect(dicho(undoes)).toBe('NO_EXISTE')
  await limpio()
})

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { saldos } from '../../../../test/support/areas/casa.ts'
import { montarTesoreria } from '../../../../test/support/areas/transferencias.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarTesoreria(app)
const { adm, caj, cuentas, transferir, dueno } = casa
const { anular, recibir, diez, envio, usdt, tercero } = casa
const before = await saldos(app)

afterEach(() => app.setClock(null))
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('a rate far from the market must be typed again', async () => {
  const far = usdt({ tasa: '216.00' })
  const { status, error } = await transferir(far)
  expect([status, error.codigo, error.message]).toEqual([
    409,
    'DESVIO_TASA',
    'La tasa 216 se aparta 4.15 % del mercado (205.1 a 207.4), más de 2 %. Escriba de nuevo 216.00 para confirmarla.',
  ])
  expect((await transferir({ ...far, confirmacion: '206.00' })).error.codigo).toBe('DESVIO_TASA')
  const sure = await transferir({ ...far, confirmacion: '216' })
  expect(sure.status).toBe(201)
  const { body } = await adm.call(contrato.obtener, { params: { id: sure.body.id } })
  expect(body.desvio_pct).toBe('4.15')
  // Typed twice is allowed, and seen by the owner.
  const query = { clase: 'conversion' as const, periodo: 'hoy' as const }
  const { filas } = (await adm.call(reportes.excepciones, { query })).body
  expect(filas).toMatchObject([
    {
      origen_id: String(sure.body.id),
      frase: `${sure.body.numero} a una tasa que se aparta 4.15 % del mercado`,
      valor: expect.stringMatching(/^[1-9]/),
    },
  ])
  await anular(sure.body.id)
  // When the amount was typed, the amount is typed again; also below the market, in the other direction.
  const amount = usdt({ tasa: null, recibido: '19000.00', metodo_calculo: 'd' })
  const low = await transferir(amount)
  expect(low.error.detalle).toMatchObject({
    numero: '19000.00',
    desvio: '7.36',
    mercado: '0.004822 a 0.004876',
  })
  // Within the limit, and where the house has no price, no confirmation is needed.
  await dueno("UPDATE ajustes SET valor = '4.14' WHERE clave = 'transferencia_desvio_pct'")
  const inside = await transferir(far)
  expect(inside.status).toBe(409)
  await dueno("UPDATE ajustes SET valor = '4.15' WHERE clave = 'transferencia_desvio_pct'")
  const wide = await transferir(far)
  expect(wide.status).toBe(201)
  await anular(wide.body.id)
  await dueno("UPDATE ajustes SET valor = '2' WHERE clave = 'transferencia_desvio_pct'")
})

test('the market price is crossed through the dollar where no pair has both, and is null where it cannot be', async () => {
  const price = async (de: number, a: number) =>
    (await adm.call(contrato.mercado, { params: { de, a } })).body
  expect(await price(7, 1)).toEqual({ compra: '205.1', venta: '207.4' })
  expect(await price(1, 7)).toEqual({ compra: '0.0048216008', venta: '0.0048756704' })
  // Soles to bolívares: dollars at 3.560, sold at 198.50; and 3.520, 202.00.
  expect(await price(2, 1)).toEqual({ compra: '55.7584269663', venta: '57.3863636364' })
  expect(await price(4, 1)).toEqual({ compra: null, venta: null })
  // Euros have no pair, but a published rate: 400 soles for one are typed again, and seen by somebody else.
  const euros = usdt({ origen_id: cuentas.cajaEur, destino_id: cuentas.cajaPen, tasa: '400' })
  const far = await transferir(euros)
  expect([far.error.codigo, far.error.detalle]).toEqual([
    'DESVIO_TASA',
    expect.objectContaining({ mercado: '4.16 a 4.16' }),
  ])
  expect((await transferir({ ...euros, confirmacion: '400' })).error.codigo).toBe('SOLO_CONFIRME')
})

test('a conversion is checked against every market there is, not only through the dollar', async () => {
  // USDT and dollars have no pair with each other, and both are priced in bolívares.
  const { body } = await adm.call(contrato.mercado, { params: { de: 7, a: 3 } })
  expect([body.compra?.slice(0, 5), body.venta?.slice(0, 5)]).toEqual(['1.015', '1.044'])
  const ten = usdt({ destino_id: cuentas.cajaUsd, monto: '100.00', tasa: '10' })
  expect((await transferir(ten)).error.codigo).toBe('DESVIO_TASA')
  expect((await transferir({ ...ten, confirmacion: '10' })).error.codigo).toBe('SOLO_CONFIRME')
  // What nobody prices is seen by another person.
  await dueno('UPDATE pares_divisas SET estatus = false')
  expect((await transferir({ ...ten, confirmacion: '10' })).error.codigo).toBe('SOLO_CONFIRME')
  await dueno('UPDATE pares_divisas SET estatus = true')
})

test('a bank’s operation number proves one transfer, until it is annulled', async () => {
  const one = await transferir(diez({ referencia: 'AB-1' }))
  const two = await transferir(diez({ referencia: 'ab-1' }))
  expect([two.status, two.error.codigo, two.error.message]).toEqual([
    409,
    'DUPLICADO',
    'Ya existe una transferencia desde esa cuenta con esa referencia.',
  ])
  await anular(one.body.id)
  const again = await transferir(diez({ referencia: 'AB-1' }))
  expect(again.status).toBe(201)
  await anular(again.body.id)
})

test('the same transfer a few minutes later needs one confirmation', async () => {
  const one = await transferir(diez())
  const same = await transferir(diez({ confirmo_duplicado: false }))
  expect([same.status, same.error.codigo]).toEqual([409, 'DOBLE_OPERACION'])
  for (const other of [
    { monto: '11.00' },
    { destino_id: cuentas.bcpPen },
    { origen_id: cuentas.bcpPen },
  ]) {
    const { status, body } = await transferir(diez({ confirmo_duplicado: false, ...other }))
    expect(status).toBe(201)
    await anular(body.id)
  }
  await anular(one.body.id)
  const later = await transferir(diez({ confirmo_duplicado: false }))
  expect(later.status).toBe(201)
  await anular(later.body.id)
})

test('the same key registers one transfer and replays its answer; with another body it is refused', async () => {
  const clave = randomUUID()
  const post = (monto: string) =>
    adm.call(contrato.crear, { clave, body: diez({ monto, confirmo_duplicado: true }) })
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('10.00')))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect((await post('11.00')).error.codigo).toBe('CLAVE_REUTILIZADA')
  expect(await saldos(app)).toMatchObject({ 'cuenta:Caja soles': '49990.00' })
  await anular(answers[0]?.body.id ?? 0)
  expect(await saldos(app)).toEqual(before)
})

test('a transfer whose currency was used meanwhile cannot be annulled', async () => {
  const { body } = await transferir(
    usdt({
      origen_id: cuentas.bcpPen,
      destino_id: cuentas.zelle,
      monto: '352.00',
      tasa: '3.52',
      metodo_calculo: 'd',
    }),
  )
  const otra = await app.signedIn('adm')
  const gone = await conVisto(otra, () =>
    transferir(tercero({ origen_id: cuentas.cajaUsd, monto: '10000.00', concepto: 'prefondeo' })),
  )
  // What another person said yes to is not counted as done alone.
  const rest = await transferir(
    tercero({ origen_id: cuentas.zelle, monto: '50.00', concepto: 'prefondeo', tercero: 'Otra' }),
  )
  expect((await anular(body.id)).error.codigo).toMatch(/DIVISA_YA_VENDIDA|SALDO_INSUFICIENTE/)
  for (const { body: b } of [rest, gone]) expect((await anular(b.id)).status).toBe(200)
  expect((await anular(body.id)).status).toBe(200)
  expect((await anular(body.id)).error.codigo).toBe('YA_ANULADA')
  expect(await saldos(app)).toEqual(before)
})

test('a transfer of another day needs a permission to annul, dated today; a closed day accepts nothing', async () => {
  const mgr = await app.signedIn('mgr')
  for (const permiso of [
    'transferencias:ver',
    'transferencias:crear',
    'transferencias:anular',
    'cuentas:ajenas',
  ]) {
    await dueno("INSERT INTO roles_permisos VALUES ('mgr', $1)", [permiso])
  }
  app.setClock(new Date(Date.now() - 86_400_000).toISOString())
  const { body } = await transferir(diez())
  app.setClock(null)
  expect((await anular(body.id, mgr)).error.codigo).toBe('DIA_ANTERIOR')
  await dueno('INSERT INTO cierres (fecha) VALUES (fecha_negocio(now()))')
  for (const refused of [await anular(body.id), await transferir(diez())]) {
    expect([refused.status, refused.error.codigo]).toEqual([409, 'DIA_CERRADO'])
  }
  await dueno('DELETE FROM cierres')
  expect((await anular(body.id)).status).toBe(200)
  const today = await transferir(diez())
  expect((await anular(today.body.id, mgr)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test.each([
  [
    'a note that does not exist',
    '10.00',
    [{ clase: 'billete', valor: '3', cantidad: 1 }],
    'denominaciones',
  ],
  ['another sum', '10.00', [{ clase: 'billete', valor: '20', cantidad: 1 }], 'denominaciones'],
  ['too many decimals', '10.001', null, 'contado'],
] as const)('a count with %s is refused', async (_, contado, denominaciones, campo) => {
  await dueno("UPDATE monedas SET billetes = '20 10' WHERE id = 2")
  const { body } = await transferir(envio())
  const { error } = await caj.call(contrato.recibir, {
    params: { id: body.id },
    body: { contado, denominaciones, nota: 'Contado dos veces' },
  })
  expect(error.errors?.[0]?.campo).toBe(campo)
  await anular(body.id)
})

test('a count is stored as it was made; a bank has none, and its fee must be less than the amount', async () => {
  const { body } = await transferir(envio())
  const denominaciones = [{ clase: 'billete' as const, valor: '10', cantidad: 1 }]
  const done = await caj.call(contrato.recibir, {
    params: { id: body.id },
    body: { contado: '10.00', denominaciones },
  })
  expect(done.status).toBe(200)
  const { body: t } = await adm.call(contrato.obtener, { params: { id: body.id } })
  expect([t.denominaciones, t.contado]).toEqual([denominaciones, '10.00'])
  await anular(body.id)
  await dueno(`UPDATE cuentas SET responsable_id = ${caj.usuario_id} WHERE id = ${cuentas.bcpPen}`)
  const toBank = await transferir(diez({ destino_id: cuentas.bcpPen, comision_destino: '5.00' }))
  const params = { id: toBank.body.id }
  const counted = await caj.call(contrato.recibir, {
    params,
    body: { contado: '10.00', denominaciones },
  })
  expect(counted.error.errors?.[0]?.campo).toBe('denominaciones')
  const eaten = await caj.call(contrato.recibir, {
    params,
    body: { contado: '5.00', nota: 'Llegó poco' },
  })
  expect(eaten.error.errors?.[0]?.campo).toBe('contado')
  await anular(toBank.body.id)
  await dueno(`UPDATE cuentas SET responsable_id = NULL WHERE id = ${cuentas.bcpPen}`)
})

test('what does not exist is answered as such', async () => {
  const params = { id: 999_999 }
  for (const answer of [
    await adm.call(contrato.obtener, { params }),
    await recibir(params.id, '1'),
    await anular(params.id),
    await adm.call(contrato.imprimir, { params }),
    await adm.call(contrato.bajarComprobante, { params }),
  ]) {
    expect([answer.status, answer.error.codigo]).toEqual([404, 'NO_EXISTE'])
  }
})

import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contrato as transferencias } from '../../transferencias/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp({ max: 12 })
const casa = await montarOrdenes(app)
const { adm, caj, pag, cuentas, pagos, tasas } = casa
const { venta, compra } = mostrador(casa)
let ref = ''
beforeEach(() => {
  ref = casa.referencia()
})

/** An order whose client pays with that reference. */
const ordenar = (referencia = ref) =>
  caj.call(contrato.crear, {
    body: casa.orden({ cobros: [casa.transferencia('500.00', referencia)] }),
  })
/** A client at the counter pays soles with it, for dollars from the till. */
const vender = (referencia = ref) =>
  adm.call(comprasVentas.crear, {
    body: venta('10.00', '0', {
      recibimos: [casa.transferencia('35.60', referencia)],
      confirmo_duplicado: true,
    }),
  })
/** The counter buys dollars and pays soles with it. */
const comprar = (referencia = ref) =>
  adm.call(comprasVentas.crear, {
    body: compra('10.00', '0', {
      entregamos: [casa.transferencia('35.20', referencia)],
      confirmo_duplicado: true,
    }),
  })
const enteros = async () => expect((await verificar(app.db)).diferencia).toBeNull()

test('a reference used by an order is refused at the counter, and the other way round', async () => {
  const { body: orden } = await ordenar()
  const { status, error } = await vender(ref.toLowerCase())
  expect([status, error.codigo, error.detalle]).toEqual([
    409,
    'REFERENCIA_REPETIDA',
    expect.objectContaining({ numero: orden.numero, origen: 'ordenes', origen_id: orden.id }),
  ])
  expect(error.message).toBe(`La referencia ${ref.toLowerCase()} ya se usó en ${orden.numero}.`)
  const other = casa.referencia()
  const { body: operacion } = await vender(other)
  expect((await ordenar(other)).error.detalle).toMatchObject({
    numero: operacion.numero,
    origen: 'compras-ventas',
    origen_id: operacion.id,
  })
  await enteros()
})

test('the same number by another way, in another account or the other way round needs another person’s yes', async () => {
  await ordenar()
  const yapear = () =>
    caj.call(contrato.crear, {
      body: casa.orden({ cobros: [{ ...casa.yape('500.00'), referencia: ref }] }),
    })
  expect((await yapear()).error.message).toMatch(/la referencia OP-.*, que ya está en OR-/)
  expect((await conVisto(adm, yapear)).status).toBe(201)
  // The yes was to this amount and account: it is used up.
  expect((await yapear()).error.codigo).toBe('REFERENCIA_REPETIDA')
  // Incoming and outgoing operations are numbered by different banks.
  const otra = await app.signedIn('adm')
  expect((await conVisto(otra, comprar)).status).toBe(201)
  // With her a new way to pay would take her yes.
  await comoDueno(app.url, 'UPDATE usuarios SET estatus = false WHERE id = $1', [otra.usuario_id])
  // The letters of a bank, signs, case and zeros in front do not make another number.
  ref = 'BCP-778899'
  expect((await ordenar()).status).toBe(201)
  for (const same of ['BCP778899', 'bcp 778 899', 'Bcp/778899'])
    expect((await ordenar(same)).error.codigo).toBe('REFERENCIA_REPETIDA')
  for (const alike of ['778899', '000778899', 'IBK-778899'])
    expect((await ordenar(alike)).error.codigo).toBe('VISTO_FALTA')
  await enteros()
})

test('a transfer to a third party and a payout cannot carry one number of the account', async () => {
  expect((await comprar()).status).toBe(201)
  const tercero = () =>
    adm.call(transferencias.crear, {
      body: {
        ...{ tipo: 'tercero', origen_id: cuentas.bcpPen, monto: '10.00', concepto: 'proveedor' },
        ...{ tercero: 'Servicios SAC', referencia: ref },
      },
    })
  expect((await tercero()).error.codigo).toBe('REFERENCIA_REPETIDA')
  ref = casa.referencia()
  const { body: sent } = await tercero()
  expect((await comprar()).error.detalle).toMatchObject({ origen: 'transferencias' })
  const body = { motivo: 'Se digitó mal' }
  expect((await adm.call(transferencias.anular, { params: { id: sent.id }, body })).status).toBe(
    200,
  )
  expect((await comprar()).status).toBe(201)
  await enteros()
})

test('a reference written on verification is checked too', async () => {
  await vender()
  const { body } = await caj.call(contrato.crear, {
    body: casa.orden({ cobros: [{ ...casa.yape('500.00'), referencia: null }] }),
  })
  const yapeada = casa.referencia()
  const { body: antes } = await caj.call(contrato.crear, {
    body: casa.orden({ cobros: [{ ...casa.yape('500.00'), referencia: yapeada }] }),
  })
  const cobro = async (id: number) =>
    (await adm.call(contrato.obtener, { params: { id } })).body.cobros[0]?.id as number
  const refused = await caj.call(contrato.verificar, {
    params: { id: body.id },
    body: { cobro_id: await cobro(body.id), referencia: yapeada },
  })
  expect(refused.error).toMatchObject({ codigo: 'REFERENCIA_REPETIDA' })
  expect(refused.error.detalle).toMatchObject({ origen_id: antes.id })
  // Repeating its own reference is not a duplicate.
  const own = { cobro_id: await cobro(antes.id), referencia: yapeada }
  expect((await caj.call(contrato.verificar, { params: { id: antes.id }, body: own })).status).toBe(
    200,
  )
  await enteros()
})

test('after annulling, refusing or returning, a number can be used again', async () => {
  const { body: sold } = await vender()
  const motivo = 'Se digitó mal'
  await adm.call(comprasVentas.anular, { params: { id: sold.id }, body: { motivo } })
  const { body: orden, status } = await ordenar()
  expect(status).toBe(201)
  await adm.call(contrato.anular, {
    params: { id: orden.id },
    body: { motivo, cuenta_devolucion_id: cuentas.bcpPen },
  })
  expect((await vender()).status).toBe(201)
  await enteros()
})

test('a payout and a purchase cannot leave one account with the same number; a bounce releases it', async () => {
  const { body: b } = await casa.crear(await casa.tipo_pe())
  const { body: orden } = await caj.call(contrato.crear, {
    body: casa.orden({
      beneficiario_id: b.id,
      historico_id: tasas.compraUsd,
      envia: '10.00',
      cobros: [{ tipo_pago_id: pagos.efectivo, cuenta_id: cuentas.cajaUsd, monto: '10.00' }],
    }),
  })
  const params = { id: orden.id }
  await pag.call(contrato.tomar, { params })
  await comprar()
  const pagar = () =>
    pag.call(contrato.pagar, {
      params,
      body: { cuenta_id: cuentas.bcpPen, monto: '35.20', referencia: ref },
    })
  expect((await pagar()).error).toMatchObject({ codigo: 'REFERENCIA_REPETIDA' })
  ref = casa.referencia()
  const { body: paid } = await pagar()
  expect((await comprar()).error.detalle).toMatchObject({ numero: orden.numero })
  const body = { pago_id: paid.pago_id, motivo: 'Cuenta cerrada' }
  expect((await adm.call(contrato.rebotar, { params, body })).status).toBe(200)
  expect((await comprar()).status).toBe(201)
  await enteros()
})

test('a reference twice in one operation is reported, and nothing is written', async () => {
  const { status, error } = await caj.call(contrato.crear, {
    body: casa.orden({
      cobros: [casa.transferencia('200.00', ref), casa.transferencia('300.00', ref)],
    }),
  })
  expect([status, error.errors?.[0]?.msg]).toEqual([
    400,
    `La referencia ${ref} ya está en otro pago de esta operación.`,
  ])
})

test('of concurrent uses at the counter and in orders one succeeds, and the others are told which', async () => {
  for (let round = 0; round < 6; round++) {
    ref = casa.referencia()
    const all = await Promise.all([vender(), ordenar(), vender(), ordenar()])
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const [one] = all.filter(({ status }) => status === 201)
    for (const { error } of all.filter(({ status }) => status === 409)) {
      expect(error).toMatchObject({ codigo: 'REFERENCIA_REPETIDA' })
      expect(error.detalle).toMatchObject({ numero: one?.body.numero })
    }
  }
  await enteros()
})

test('the verification finds a line without its reference and a reference without its line', async () => {
  await ordenar()
  const { rows } = await sql<{ linea_id: string }>`
    SELECT linea_id FROM referencias_usadas WHERE linea = 'ordenes_cobros' ORDER BY linea_id DESC LIMIT 1`.execute(
    app.db,
  )
  const del = `DELETE FROM referencias_usadas WHERE linea = 'ordenes_cobros' AND linea_id = ${rows[0]?.linea_id}`
  const columns = 'linea, linea_id, origen, origen_id, cuenta_id, sale, tipo_pago_id, referencia'
  const back = `INSERT INTO referencias_usadas (${columns})
    SELECT ${columns} FROM referencias_lineas WHERE linea = 'ordenes_cobros' AND linea_id = ${rows[0]?.linea_id}`
  await comoDueno(app.url, del)
  expect((await verificar(app.db)).diferencia?.regla).toMatch(/referencia en uso/)
  await comoDueno(app.url, back)
  await comoDueno(
    app.url,
    `INSERT INTO referencias_usadas (${columns}) VALUES ('ordenes_pagos', 0, 'ordenes', 0, ${cuentas.bcpPen}, true, NULL, 'x')`,
  )
  expect((await verificar(app.db)).diferencia?.regla).toMatch(/referencia en uso/)
  await comoDueno(app.url, 'DELETE FROM referencias_usadas WHERE linea_id = 0')
  await enteros()
  await expect(comoDueno(app.url, `UPDATE referencias_usadas SET sale = sale`)).rejects.toThrow()
})

import { beforeEach, describe, expect, test } from 'vitest'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { rechazos } from '../../../../../test/support/servidor/rechazos.ts'
import { verificar } from '../../../../main.libros.ts'
import { contrato, type RegistroOrden } from '../../contract.ts'

const AHORA = '2025-11-20T15:00:00Z'
const app = await startTestApp()
app.setClock(AHORA)
const casa = await montarOrdenes(app)
const { adm, caj, cuentas, pagos } = casa

beforeEach(() => app.setClock(AHORA))

const crear = (more: Partial<RegistroOrden> = {}) =>
  caj.call(contrato.crear, { body: casa.orden(more) })
const owner = (text: string) => comoDueno(app.url, text)
const of = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body

const refused = rechazos(app)

describe('a payment of the client is refused', () => {
  const con = (cobros: RegistroOrden['cobros']) =>
    crear({ historico_id: casa.historico, cobros: cobros ?? [] })
  test('above the agreed amount, into another currency, without a reference, by an unsuitable way', async () => {
    await refused(
      () => con([casa.efectivo('500.10')]),
      'VALIDACION',
      /suman S\/ 500.10 y la orden es de S\/ 500.00/,
    )
    await refused(
      () => con([{ ...casa.efectivo('10.00'), cuenta_id: cuentas.cajaUsd }]),
      'VALIDACION',
      /otra moneda/,
    )
    const error = await refused(
      () =>
        con([{ tipo_pago_id: pagos.transferencia, cuenta_id: cuentas.bcpPen, monto: '500.00' }]),
      'VALIDACION',
      /pide una referencia/,
    )
    expect(error.errors?.[0]?.campo).toBe('cobros.0')
    await refused(
      () => con([{ ...casa.efectivo('500.00'), cuenta_id: cuentas.bcpPen }]),
      'VALIDACION',
      /no corresponde/,
    )
    await refused(() => con([casa.efectivo('500.001')]), 'VALIDACION', /decimales/)
  })
  test('with a reference already used in an order or at the counter', async () => {
    expect((await con([casa.transferencia('500.00', 'REF-1')])).status).toBe(201)
    await refused(
      () => con([casa.transferencia('500.00', 'ref-1')]),
      'REFERENCIA_REPETIDA',
      /OR-2025/,
    )
  })
  test('above the daily limit of a way of paying, orders and counter together', async () => {
    await owner(`UPDATE tipos_pagos SET tope_dia = 600 WHERE id = ${pagos.yape}`)
    const first = await con([casa.yape('400.00')])
    expect(first.status).toBe(201)
    await refused(() => con([casa.yape('300.00')]), 'LIMITE_EXCEDIDO', /diario/)
    // A refused payment releases its part of the limit.
    const { cobros } = await of(first.body.id)
    await caj.call(contrato.rechazar, {
      params: { id: first.body.id },
      body: { cobro_id: cobros[0]?.id, motivo: 'No llegó' },
    })
    expect((await con([casa.yape('300.00')])).status).toBe(201)
    await owner(`UPDATE tipos_pagos SET tope_dia = NULL WHERE id = ${pagos.yape}`)
  })
  test('without a voucher where one is required', async () => {
    const made = await con([casa.yape('500.00')])
    await owner(`UPDATE tipos_pagos SET pide_comprobante = true WHERE id = ${pagos.yape}`)
    const cobro_id = (await of(made.body.id)).cobros[0]?.id
    await refused(
      () =>
        caj.call(contrato.verificar, {
          params: { id: made.body.id },
          body: { cobro_id, referencia: null },
        }),
      'VALIDACION',
      /comprobante/,
    )
    await owner(`UPDATE tipos_pagos SET pide_comprobante = false WHERE id = ${pagos.yape}`)
  })
  test('by a user who may not confirm money that needs no verification', async () => {
    await owner("DELETE FROM roles_permisos WHERE rol_slug = 'caj' AND permiso = 'ordenes:cobrar'")
    await refused(() => con([casa.efectivo('500.00')]), 'SIN_PERMISO')
    expect((await con([casa.yape('500.00')])).status).toBe(201)
    await owner("INSERT INTO roles_permisos VALUES ('caj', 'ordenes:cobrar')")
  })
  test('after the quote expired: the message asks to requote, and nothing is lost', async () => {
    const { id } = (await con([casa.yape('500.00')])).body
    const cobro_id = (await of(id)).cobros[0]?.id
    const body = { cobro_id, referencia: null }
    app.setClock('2025-11-20T15:20:00Z')
    await refused(
      () => caj.call(contrato.verificar, { params: { id }, body }),
      'ORDEN_VENCIDA',
      /10:20.*Recotícela/,
    )
    await refused(
      () => caj.call(contrato.registrarCobro, { params: { id }, body: casa.efectivo('1.00') }),
      'VALIDACION',
    )
    const again = await caj.call(contrato.recotizar, {
      params: { id },
      body: { historico_id: casa.historico, envia: '500.00' },
    })
    expect(again.body).toMatchObject({ estado: 'pendiente', envia: '500.00', recibe: '26206.00' })
    expect((await caj.call(contrato.verificar, { params: { id }, body })).body.estado).toBe(
      'pagada',
    )
    await refused(() => caj.call(contrato.verificar, { params: { id }, body }), 'ESTADO', /pagada/)
  })
  test('when it was verified or refused before', async () => {
    const { id } = (await con([casa.yape('100.00'), casa.yape('200.00')])).body
    const [one] = (await of(id)).cobros
    const body = { cobro_id: one?.id, referencia: null }
    await caj.call(contrato.verificar, { params: { id }, body })
    await refused(
      () => caj.call(contrato.verificar, { params: { id }, body }),
      'COBRO_RESUELTO',
      /verificado/,
    )
    await refused(
      () =>
        caj.call(contrato.rechazar, {
          params: { id },
          body: { cobro_id: one?.id, motivo: 'No llegó' },
        }),
      'COBRO_RESUELTO',
    )
    await refused(
      () => caj.call(contrato.verificar, { params: { id }, body: { ...body, cobro_id: 1 } }),
      'NO_EXISTE',
    )
  })
  test('by a new quote below what is paid, or at another corridor’s rate', async () => {
    const { id } = (await con([casa.yape('100.00'), casa.yape('200.00')])).body
    const quote = (body: object) => () => caj.call(contrato.recotizar, { params: { id }, body })
    await refused(
      quote({ historico_id: casa.historico, envia: '299.99' }),
      'VALIDACION',
      /suman S\/ 300.00/,
    )
    await refused(
      quote({ historico_id: casa.tasas.ventaEur, envia: '500.00' }),
      'VALIDACION',
      /otro corredor/,
    )
    expect((await quote({ historico_id: casa.historico, envia: '300.00' })()).status).toBe(200)
  })
})

test('afterwards the books balance', async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

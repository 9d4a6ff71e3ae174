import { expect, test } from 'vitest'
import { cuenta, montarCasa, PEN, saldos, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { contabilizar } from '../../../../test/support/asiento.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, esperaAlguien, retener } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as cuentasContrato } from '../../cuentas/contract.ts'
import { contrato, type Registro } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const { compra, venta } = mostrador(casa)
await comoDueno(app.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")

const anular = (id: number) =>
  adm.call(contrato.anular, { params: { id }, body: { motivo: 'Error de digitación' } })

/** A sale paid by Yape to an account: returns its pending payment and a function that verifies it. */
async function pendiente(monto: string, contravalor: string, cuenta_id: number) {
  const recibimos: Registro['recibimos'] = [
    { tipo_pago_id: pagos.yape, cuenta_id, monto: contravalor },
  ]
  const { body } = await adm.call(contrato.crear, { body: venta(monto, '0', { recibimos }) })
  expect(body.estado).toBe('pendiente')
  const { body: d } = await adm.call(contrato.obtener, { params: { id: body.id } })
  const pago_id = d.pagos.find(({ estado }) => estado === 'por_verificar')?.id ?? 0
  const verify = () => adm.call(contrato.verificar, { params: { id: body.id }, body: { pago_id } })
  return { id: body.id, verify }
}

test('an annulment locks all accounts of all its entries in the common lock order: no deadlock', async () => {
  // The verification's entry is reversed first and touches the bank; the position, an older account, is in the other
  // entry.
  const { id, verify } = await pendiente('20.00', '71.20', cuentas.bcpPen)
  expect((await verify()).status).toBe(200)
  const [posicion] = await comoDueno<{ id: string }>(
    app.url,
    'SELECT posicion_id AS id FROM posiciones WHERE moneda_id = $1',
    [USD],
  )
  const other = await retener(app.url, Number(posicion?.id))
  const pending = anular(id)
  await esperaAlguien(app.url)
  const took = await other.client
    .query('SELECT FROM cuentas_contables WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [cuentas.bcpPen])
    .then(
      () => 'free',
      ({ code }) => code,
    )
  await other.soltar()
  expect([took, (await pending).status]).toEqual(['free', 200])
})

test('a posting locks its accounts in order of id', async () => {
  const [posicion] = await comoDueno<{ id: string }>(
    app.url,
    'SELECT posicion_id AS id FROM posiciones WHERE moneda_id = $1',
    [USD],
  )
  const other = await retener(app.url, Number(posicion?.id))
  const pending = adm.call(contrato.crear, { body: compra('17.00', '59.90') })
  await esperaAlguien(app.url)
  const free = async (id: number) =>
    other.client
      .query('SELECT FROM cuentas_contables WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [id])
      .then(() => true)
  expect([await free(cuentas.cajaUsd), await free(cuentas.cajaPen)]).toEqual([true, true])
  await other.soltar()
  const { status, body } = await pending
  expect([status, (await anular(body.id)).status]).toEqual([201, 200])
})

test('a payment verified on a later day is reversed too, newest entry first', async () => {
  const before = await saldos(app)
  const { id, verify } = await pendiente('21.00', '74.76', cuentas.bcpPen)
  expect((await verify()).status).toBe(200)
  expect((await anular(id)).status).toBe(200)
  expect((await verify()).error.codigo).toBe('ESTADO')
  expect((await anular(id)).error.codigo).toBe('YA_ANULADA')
  expect(await saldos(app)).toEqual(before)
})

test('a sale of the whole position is annulled exactly: quantity and cost go to zero and back', async () => {
  const before = await saldos(app)
  expect(before['posicion:USD']).toBe('-10000.00')
  const body = venta('10000.00', '35600.00')
  const { body: sold, error } = await adm.call(contrato.crear, { body })
  expect(error.codigo).toBeUndefined()
  expect(await saldos(app)).not.toHaveProperty('contravalor:USD')
  // Bought again at another price, and sold: the reversal restores the old cost, not today's.
  const again = await adm.call(contrato.crear, { body: compra('100.00', '352.00') })
  expect((await anular(sold.id)).status).toBe(200)
  expect((await anular(again.body.id)).status).toBe(200)
  expect(await saldos(app)).toEqual(before)
})

test('a purchase is not annulled without its quantity, even if the position has the cost', async () => {
  const fresh = await startTestApp()
  const h = await montarCasa(fresh)
  const m = mostrador(h)
  await comoDueno(fresh.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
  const bought = await h.adm.call(contrato.crear, { body: m.compra('200.00', '704.00') })
  const sold = await h.adm.call(contrato.crear, { body: m.venta('10100.00', '35956.00') })
  expect(sold.status).toBe(201)
  // 100 are left; 50 expensive ones make the cost as high as the purchase's, but not the quantity.
  const [capital] = await comoDueno<{ id: string }>(
    fresh.url,
    "SELECT id FROM cuentas_contables WHERE codigo = 'capital'",
  )
  await contabilizar(fresh.db, {
    origen: 'prueba',
    origen_id: 1,
    glosa: 'Aporte',
    usuario_id: h.adm.usuario_id,
    lineas: [
      { cuenta_id: h.cuentas.cajaUsd, importe: '50.00' },
      { cuenta_id: Number(capital?.id), importe: '-500.00' },
    ],
  })
  const motivo = 'Error de digitación'
  const refused = await h.adm.call(contrato.anular, {
    params: { id: bought.body.id },
    body: { motivo },
  })
  expect(refused.error.codigo).toBe('DIVISA_YA_VENDIDA')
})

test('an account with a pending payment keeps its currency and stays active', async () => {
  const nueva = await cuenta(app, adm, 'Yape nuevo', PEN, '0', undefined, 'banco')
  const { id, verify } = await pendiente('10.00', '35.60', nueva)
  const { body: c } = await adm.call(cuentasContrato.obtener, { params: { id: nueva } })
  const { nombre, tipo, pais, entidad_id, numero, titular, version } = c
  const edited = await adm.call(cuentasContrato.editar, {
    params: { id: nueva },
    body: { nombre, tipo, pais, entidad_id, numero, titular, version, moneda_id: USD },
  })
  expect(edited.error.codigo).toBe('CONGELADO')
  const text = `WITH libro AS (UPDATE cuentas_contables SET moneda_id = ${USD} WHERE id = ${nueva})
                UPDATE cuentas SET moneda_id = ${USD} WHERE id = ${nueva}`
  await expect(comoDueno(app.url, text)).rejects.toThrow(/compras_ventas_pagos/)
  const off = await adm.call(cuentasContrato.estatus, { params: { id: nueva } })
  expect(off.error.codigo).toBe('EN_USO')
  // Even after a concurrent deactivation, a pending payment is not posted to an inactive account.
  await comoDueno(app.url, 'UPDATE cuentas SET estatus = false WHERE id = $1', [nueva])
  expect((await verify()).error).toMatchObject({
    codigo: 'INACTIVO',
    detalle: { que: 'Yape nuevo' },
  })
  await comoDueno(app.url, 'UPDATE cuentas SET estatus = true WHERE id = $1', [nueva])
  expect((await verify()).status).toBe(200)
  expect((await anular(id)).status).toBe(200)
})

test('after all of it the books balance', async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

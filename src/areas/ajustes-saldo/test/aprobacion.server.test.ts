import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { campo, montarAjustes } from '../../../../test/support/areas/ajustes.ts'
import { saldos } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const { casa, mgr, pedir, ver, caja, nextDay, later } = await montarAjustes(app)
const { adm, cuentas } = casa
beforeEach(nextDay)
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('above the limit nothing is posted until another person approves', async () => {
  const before = await caja()
  const { body } = await pedir({ monto: '500.10' })
  expect(body.estado).toBe('pendiente')
  expect(await caja()).toBe(before)
  expect((await ver(body.id)).apuntes).toEqual([])
  const params = { id: body.id }
  expect((await mgr.call(contrato.aprobar, { params })).error.codigo).toBe('SOLICITUD_PROPIA')
  const { status, body: done } = await adm.call(contrato.aprobar, {
    params,
    body: { nota: 'Visto con el arqueo.' },
  })
  expect([status, done.estado]).toEqual([200, 'aplicado'])
  expect(Number(await caja())).toBeCloseTo(Number(before) + 500.1)
  expect(await ver(body.id)).toMatchObject({ estado: 'aplicado', nota: 'Visto con el arqueo.' })
  const again = await adm.call(contrato.aprobar, { params })
  expect(again.error.codigo).toBe('YA_RESUELTO')
})

test('small adjustments of one day add up, concurrent ones too', async () => {
  expect((await pedir({ monto: '300' })).body.estado).toBe('aplicado')
  expect((await pedir({ monto: '200.10' })).body.estado).toBe('pendiente')
  expect((await pedir({ monto: '200' })).body.estado).toBe('aplicado')
  await nextDay()
  const both = await Promise.all([pedir({ monto: '300' }), pedir({ monto: '300' })])
  expect(both.map(({ body }) => body.estado).sort()).toEqual(['aplicado', 'pendiente'])
})

test('a small cost typed for a large amount does not avoid the approval', async () => {
  const aporte = (tasa_costo: string) =>
    pedir({ cuenta_id: cuentas.cajaUsd, motivo: 'aporte', monto: '150', tasa_costo })
  expect((await aporte('0.01')).error.errors?.[0]?.campo).toBe('tasa_costo')
  // At 3.2 they are S/ 480, but worth S/ 528 today.
  expect((await aporte('3.2')).body.estado).toBe('pendiente')
})

test('nobody approves his own request, whatever his rights; he may withdraw it', async () => {
  const { body } = await pedir({ monto: '900' }, adm)
  const params = { id: body.id }
  expect((await adm.call(contrato.aprobar, { params })).error.codigo).toBe('SOLICITUD_PROPIA')
  await expect(
    sql`UPDATE ajustes_saldo SET estado = 'aplicado', resuelto_por = ${adm.usuario_id}, resuelto_en = ahora(),
        asiento_id = (SELECT min(id) FROM asientos) WHERE id = ${body.id}`.execute(app.db),
  ).rejects.toThrow()
  expect((await mgr.call(contrato.retirar, { params })).status).toBe(404)
  expect((await adm.call(contrato.retirar, { params })).body.estado).toBe('rechazado')
  expect((await ver(body.id)).historial.map(({ accion }) => accion)).toEqual([
    'proponer',
    'retirar',
  ])
})

test('a refusal needs a reason and moves nothing', async () => {
  const before = await caja()
  const { body } = await pedir({ monto: '900' })
  const params = { id: body.id }
  const bare = await adm.call(contrato.rechazar, { params, body: { nota: 'no' } })
  expect(campo(bare.error)).toEqual(['nota'])
  const nota = 'No hay sobrante: faltó una venta.'
  expect((await adm.call(contrato.rechazar, { params, body: { nota } })).body.estado).toBe(
    'rechazado',
  )
  expect([await caja(), (await ver(body.id)).nota]).toEqual([before, nota])
  expect((await adm.call(contrato.aprobar, { params })).error.codigo).toBe('YA_RESUELTO')
})

test('of two concurrent answers one takes effect', async () => {
  const other = await app.signedIn('adm')
  const before = Number(await caja())
  const { body } = await pedir({ monto: '700' })
  const params = { id: body.id }
  const twice = await Promise.all([
    adm.call(contrato.aprobar, { params }),
    other.call(contrato.aprobar, { params }),
  ])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(Number(await caja())).toBeCloseTo(before + 700)
  const next = await pedir({ monto: '800' })
  const against = await Promise.all([
    adm.call(contrato.aprobar, { params: { id: next.body.id } }),
    other.call(contrato.rechazar, {
      params: { id: next.body.id },
      body: { nota: 'No corresponde.' },
    }),
  ])
  expect(against.map(({ status }) => status).sort()).toEqual([200, 409])
  const { estado, asiento } = await ver(next.body.id).then((d) => ({
    estado: d.estado,
    asiento: d.apuntes?.length ?? 0,
  }))
  expect(asiento > 0).toBe(estado === 'aplicado')
})

test('a balance that moved since the count is reported before the adjustment is applied', async () => {
  const now = await caja()
  const contado = texto(decimal(now).plus('900'), 2)
  const { body } = await pedir({ contado, saldo_visto: now })
  expect(body.estado).toBe('pendiente')
  later()
  const { compra } = mostrador(casa)
  const bought = await adm.call(compras.crear, { body: compra('10.00', '35.20') })
  expect(bought.error.message).toContain('registrada')
  const params = { id: body.id }
  expect(await ver(body.id)).toMatchObject({ movimientos: 1, saldo_visto: now })
  const blind = await adm.call(contrato.aprobar, { params })
  expect(blind.error.codigo).toBe('SALDO_CAMBIO')
  const seen = await caja()
  const told = await adm.call(contrato.aprobar, { params, body: { saldo: seen } })
  expect(told.body.estado).toBe('aplicado')
  // The difference found is applied, not the absolute count, which is out of date.
  expect(Number(await caja())).toBeCloseTo(Number(seen) + 900)
})

test('a request does not promise more than the account can bear; the minimum is checked when it is applied', async () => {
  const { body } = await pedir({ motivo: 'retiro', monto: '19000', cuenta_id: cuentas.bcpPen })
  const other = await pedir({ motivo: 'retiro', monto: '19000', cuenta_id: cuentas.bcpPen })
  expect((await adm.call(contrato.aprobar, { params: { id: body.id } })).status).toBe(200)
  const second = await adm.call(contrato.aprobar, { params: { id: other.body.id } })
  expect(second.error.codigo).toBe('SALDO_INSUFICIENTE')
  expect((await ver(other.body.id)).estado).toBe('pendiente')
})

test('a reversing adjustment moves exactly the same amounts, at the same cost, once', async () => {
  const before = await saldos(app)
  const { body } = await pedir({
    cuenta_id: cuentas.cajaUsd,
    motivo: 'aporte',
    monto: '100',
    tasa_costo: '3.4',
  })
  const { compra } = mostrador(casa)
  await adm.call(compras.crear, { body: compra('500.00', '1760.00') })
  const args = {
    params: { id: body.id },
    body: { observacion: 'El aporte no llegó a entregarse.' },
  }
  const pending = await mgr.call(contrato.revertir, args)
  expect(pending.body.estado).toBe('pendiente')
  expect((await mgr.call(contrato.revertir, args)).error.codigo).toBe('YA_ANULADA')
  const params = { id: pending.body.id }
  expect((await adm.call(contrato.aprobar, { params })).body.estado).toBe('aplicado')
  const after = await saldos(app)
  expect(Number(after['contravalor:USD'])).toBeCloseTo(Number(before['contravalor:USD']) + 1760)
  expect(after.capital).toBe(before.capital)
  const [original, reverse] = [await ver(body.id), await ver(params.id)]
  expect(original.revertido_por?.numero).toBe(reverse.numero)
  expect(reverse).toMatchObject({ importe: '-100.00', valor: '-340.00', motivo: 'correccion' })
  const twice = await mgr.call(contrato.revertir, { ...args, params })
  expect(twice.error.codigo).toBe('ESTADO')
})

test('a closed day refuses requests and approvals', async () => {
  const { body } = await pedir({ monto: '900' })
  const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(app.db)
  await comoDueno(app.url, 'INSERT INTO cierres (fecha) VALUES ($1)', [rows[0]?.hoy])
  expect((await pedir({ monto: '5' })).error.codigo).toBe('DIA_CERRADO')
  const params = { id: body.id }
  expect((await adm.call(contrato.aprobar, { params })).error.codigo).toBe('DIA_CERRADO')
  expect((await ver(body.id)).estado).toBe('pendiente')
})

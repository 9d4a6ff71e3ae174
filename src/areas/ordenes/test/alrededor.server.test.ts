import { expect, test } from 'vitest'
import { VES } from '../../../../test/support/areas/casa.ts'
import { montarOrdenes, publicarVes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { plantillas } from '../../../main.app.ts'
import { contrato as clientes } from '../../clientes/contract.ts'
import { contrato as cuentasContrato } from '../../cuentas/contract.ts'
import { contrato as campana } from '../../notificaciones/contract.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { redactar } from '../../telegram/envio/redactar.ts'
import { contrato as tipos } from '../../tipos-cambios/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, pag, ves, ana } = casa

test('a client’s figures count what he sent, and not what he never paid', async () => {
  const before = (await adm.call(clientes.obtener, { params: { id: ana } })).body
  expect(before).toMatchObject({ operado_30d: '0.00', ultima_operacion: null })
  await casa.en('pendiente')
  expect((await adm.call(clientes.obtener, { params: { id: ana } })).body.operado_30d).toBe('0.00')
  await casa.en('pagada')
  const after = (await adm.call(clientes.obtener, { params: { id: ana } })).body
  expect(after.operado_30d).toBe('142.05')
  expect(after.ultima_operacion).toBe('2025-11-20T15:00:00Z')
})

test('what paid orders take is committed on the accounts that would pay it', async () => {
  const rows = async () =>
    (await adm.call(cuentasContrato.listar)).body
      .filter(({ moneda_id }) => moneda_id === VES)
      .map((c) => [c.nombre, c.comprometido, c.disponible])
  expect(await rows()).toEqual([
    ['Banesco VES', '26206.00', '1185794.00'],
    ['Mercantil VES', '0.00', '0.00'],
  ])
  await casa.en('pagada', { envia: '30000.00' })
  // More than there is: the shortage is seen.
  expect((await rows())[0]).toEqual(['Banesco VES', '1598566.00', '-386566.00'])
})

test('the bell rings for who can do something about it', async () => {
  const rung = async (who: typeof adm) =>
    Object.fromEntries(
      (await who.call(campana.listar)).body.map(({ clave, cuantos }) => [clave, cuantos]),
    )
  const observed = await casa.en('pagada', { envia: '20.00' })
  await caj.call(contrato.observar, {
    params: { id: observed },
    body: { motivo: 'limite', nota: null },
  })
  await casa.en('pendiente', { envia: '20.00', cobros: [casa.yape('20.00')] })
  expect(await rung(pag)).toMatchObject({ 'ordenes-por-pagar': 2, 'ordenes-observadas': 1 })
  expect(await rung(caj)).toMatchObject({ cobros: 1 })
  expect(await rung(caj)).not.toHaveProperty('ordenes-por-pagar')
  app.setClock('2025-11-20T15:29:00Z')
  expect(await rung(pag)).not.toHaveProperty('ordenes-plazo')
  await comoDueno(app.url, "UPDATE ajustes SET valor = '10' WHERE clave = 'orden_sla_minutos'")
  // What is observed does not age.
  expect(await rung(pag)).toMatchObject({ 'ordenes-plazo': 2 })
  app.setClock('2025-11-20T15:25:00Z')
  await caj.call(contrato.resolver, { params: { id: observed }, body: { nota: null } })
  app.setClock('2025-11-20T15:29:00Z')
  expect(await rung(pag)).toMatchObject({ 'ordenes-plazo': 2 })
  const { plazo_en } = (await pag.call(contrato.obtener, { params: { id: observed } })).body
  expect(plazo_en).toBe('2025-11-20T15:35:00Z')
  app.setClock('2025-11-20T15:00:00Z')
})

test('a review of prices tells which open orders stand on a rate that would move', async () => {
  const [par] = await comoDueno<{ id: number }>(
    app.url,
    `INSERT INTO pares_divisas (pais, base_id, cotizacion_id, compra, venta, precision)
     VALUES ('usd', 3, ${VES}, 198.50, 202.00, 2) RETURNING id`,
  )
  await comoDueno(
    app.url,
    `UPDATE tipos_cambios SET tasa_manual = false, margen = 6, par_destino_id = ${par?.id},
       par_origen_id = (SELECT id FROM pares_divisas WHERE pais = 'pe' AND base_id = 3 AND cotizacion_id = 2)
     WHERE id = ${casa.tipo}`,
  )
  const body = (compra: string) => ({ pares: [{ id: par?.id as number, compra, venta: '202.00' }] })
  const quoted = async (who: typeof adm, compra: string) => {
    const { tipos } = (await who.call(pares.impacto, { body: body(compra) })).body
    return tipos.find(({ id }) => id === casa.tipo)?.cotizadas
  }
  const before = (await quoted(adm, '197.00'))?.cuantas ?? 0
  const made = await caj.call(contrato.crear, { body: casa.orden({ envia: '321.00' }) })
  expect(await quoted(adm, '197.00')).toMatchObject({
    cuantas: before + 1,
    ordenes: expect.arrayContaining([{ id: made.body.id, numero: made.body.numero }]),
  })
  // Paid, it is nobody's quote any more; and a rate that stays as it is touches none.
  await caj.call(contrato.registrarCobro, {
    params: { id: made.body.id },
    body: casa.efectivo('321.00'),
  })
  expect((await quoted(adm, '197.00'))?.cuantas ?? 0).toBe(before)
  expect(await quoted(adm, '198.50')).toBeNull()
  await comoDueno(
    app.url,
    `UPDATE tipos_cambios SET tasa_manual = true, par_destino_id = NULL, par_origen_id = NULL WHERE id = ${casa.tipo}`,
  )
})

test('Telegram hears of five moments of an order, and never of what it earns or where it goes', async () => {
  const id = await casa.en('en_proceso', { envia: '25.00' })
  await pag.call(contrato.observar, {
    params: { id },
    body: { motivo: 'banco_caido', nota: 'Cuenta 01340001600000000101' },
  })
  await pag.call(contrato.resolver, { params: { id }, body: { nota: null } })
  const pago = { cuenta_id: ves.banesco, monto: '1310.30', referencia: casa.referencia() }
  await pag.call(contrato.pagar, { params: { id }, body: pago })
  const other = await casa.en('pendiente', { envia: '26.00' })
  await caj.call(contrato.anular, { params: { id: other }, body: { motivo: 'Se arrepintió' } })
  const rows = await comoDueno<{ evento: string; datos: [{ id: string }] }>(
    app.url,
    `SELECT evento, datos FROM telegram_salida WHERE datos->0->>'id' IN ('${id}', '${other}')
     AND datos->0->>'entidad' = 'ordenes' ORDER BY id`,
  )
  expect(rows.map(({ evento }) => evento)).toEqual([
    'orden_nueva',
    'orden_pagada',
    'orden_observada',
    'orden_completada',
    'orden_nueva',
    'orden_anulada',
  ])
  for (const { evento, datos } of rows) {
    const asked = { noticias: datos, fecha: '2025-11-20T15:00:00Z', gerencia: true, nombre: evento }
    const text = await redactar(plantillas, app.db, evento, asked)
    expect(text).toContain('OR-2025-')
    expect(text).not.toMatch(/García|María|12345678|0134000|1310.30.*gan|[Gg]anancia|[Mm]argen/)
  }
})

test('a rate’s operations and its undoing name the orders made at it', async () => {
  const wrong = await publicarVes(app, casa.tipo, '60.000')
  const made = await caj.call(contrato.crear, { body: casa.orden({ historico_id: wrong }) })
  expect(made.body.recibe).toBe('30000.00')
  const history = (await adm.call(tipos.historico, { params: { id: casa.tipo } })).body.items
  expect(history[0]).toMatchObject({ id: wrong, operaciones: 1 })
  const page = await adm.call(tipos.operaciones, {
    params: { id: casa.historico },
    query: { limite: 2 },
  })
  expect(page.body.items.map(({ tipo, origen }) => [tipo, origen])).toEqual([
    ['orden', 'ordenes'],
    ['orden', 'ordenes'],
  ])
  const next = await adm.call(tipos.operaciones, {
    params: { id: casa.historico },
    query: { limite: 2, cursor: page.body.siguiente as string },
  })
  expect(next.body.items.length).toBeGreaterThan(0)
  const seen = [...page.body.items, ...next.body.items].map(({ numero }) => numero)
  expect(new Set(seen).size).toBe(seen.length)
  const { body, error } = await adm.call(tipos.previaDeshacer, { params: { id: casa.tipo } })
  expect(error?.message).toBeUndefined()
  // 3,794.00 bolívares too much, at what ours cost: 21,500 / 1,212,000.
  expect(body.operaciones).toMatchObject([
    {
      numero: made.body.numero,
      contravalor_debido: '26206.00',
      diferencia: '-67.30',
      accion: 'anular',
    },
  ])
})

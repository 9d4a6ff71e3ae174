import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato } from '../contract.ts'
import { anularVencidas, startVencimiento, vencer } from '../vencimiento.ts'

const AHORA = '2025-11-20T15:00:00Z'
const app = await startTestApp()
app.setClock(AHORA)
const casa = await montarOrdenes(app)
const { adm } = casa
const awake = () =>
  sql`UPDATE sesiones SET usada_en = ahora(), vence_en = ahora() + interval '9 days'`.execute(
    app.db,
  )
const of = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body

/** Moves the clock to this many hours after the quotes ended and runs the job. */
async function horas(n: number): Promise<number> {
  app.setClock(new Date(Date.parse('2025-11-20T15:20:00Z') + n * 3_600_000).toISOString())
  await awake()
  await vencer(app.db)
  return anularVencidas(app.db)
}
beforeEach(async () => {
  await comoDueno(
    app.url,
    "UPDATE ajustes SET valor = '24' WHERE clave = 'orden_anular_vencida_horas'",
  )
  app.setClock(AHORA)
  await awake()
})

test('an unpaid expired order is annulled by the clock, with a step that says so', async () => {
  const id = await casa.en('pendiente')
  const { vence_en } = await of(id)
  expect(vence_en).toBe('2025-11-20T15:20:00Z')
  expect((await of(id)).anula_en).toBeNull()
  expect(await horas(23.9)).toBe(0)
  expect(await of(id)).toMatchObject({ estado: 'vencida', anula_en: '2025-11-21T15:20:00Z' })
  expect(await horas(24)).toBe(1)
  const o = await of(id)
  expect(o).toMatchObject({
    estado: 'anulada',
    anula_en: null,
    anulada_por: null,
    motivo_anulacion: 'Venció sin pago hace más de 24 h.',
  })
  expect(o.pasos.at(-1)).toMatchObject({ accion: 'anular', de: 'vencida', usuario: null })
  const { rows } = await sql<{ accion: string; usuario_id: number | null }>`
    SELECT accion, usuario_id FROM auditoria WHERE entidad = 'ordenes' AND entidad_id = ${String(id)}
    ORDER BY id DESC LIMIT 1`.execute(app.db)
  expect(rows[0]).toEqual({ accion: 'anular-vencida', usuario_id: null })
  const told = await sql`SELECT FROM telegram_salida WHERE evento = 'orden_anulada'`.execute(app.db)
  expect(told.rows).toHaveLength(0)
  expect(await horas(24)).toBe(0)
})

test('an expired order with a payment, verified or to verify, waits for a person', async () => {
  const part = await casa.en('pendiente', { cobros: [casa.efectivo('100.00')] })
  const said = await casa.en('pendiente', { cobros: [casa.yape('500.00')] })
  const { body } = await adm.call(contrato.obtener, { params: { id: said } })
  expect(await horas(48)).toBe(0)
  expect(await of(part)).toMatchObject({ estado: 'vencida', anula_en: null })
  expect(await of(said)).toMatchObject({ estado: 'vencida', anula_en: null })
  // The announced payment did not arrive, so nothing keeps the order any more.
  const cobro_id = body.cobros[0]?.id as number
  await adm.call(contrato.rechazar, {
    params: { id: said },
    body: { cobro_id, motivo: 'No llegó' },
  })
  expect(await anularVencidas(app.db)).toBe(1)
  expect((await of(said)).estado).toBe('anulada')
  expect((await of(part)).estado).toBe('vencida')
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('an order locked by an action is skipped, and none is annulled when the house keeps them', async () => {
  const id = await casa.en('pendiente')
  await horas(1)
  await app.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM ordenes WHERE id = ${id} FOR SHARE`.execute(tx)
    expect(await horas(30)).toBe(0)
  })
  const keep = (n: number) =>
    comoDueno(
      app.url,
      `UPDATE ajustes SET valor = '${n}' WHERE clave = 'orden_anular_vencida_horas'`,
    )
  await keep(0)
  expect(await horas(900)).toBe(0)
  expect((await of(id)).anula_en).toBeNull()
  await keep(24)
  expect(await anularVencidas(app.db)).toBe(1)
})

test('only the clock leaves a step without a user', async () => {
  await expect(
    comoDueno(
      app.url,
      `INSERT INTO ordenes_pasos (orden_id, accion, de, a) SELECT id, 'observar', 'pagada', 'pagada' FROM ordenes LIMIT 1`,
    ),
  ).rejects.toThrow()
})

test('an expired order offers only actions that succeed', async () => {
  const { caj, yape, efectivo } = casa
  const id = await casa.en('pendiente', { cobros: [yape('200.00')] })
  app.setClock('2025-11-20T15:21:00Z')
  await awake()
  const acciones = async () =>
    (await caj.call(contrato.obtener, { params: { id } })).body.acciones.toSorted()
  expect(await acciones()).toEqual(['anular', 'beneficiario', 'cobrar', 'rechazar', 'recotizar'])
  const cobrar = (body: ReturnType<typeof yape>) =>
    caj.call(contrato.registrarCobro, { params: { id }, body })
  expect((await cobrar(efectivo('100.00'))).error.codigo).toBe('ORDEN_VENCIDA')
  expect((await cobrar(yape('100.00'))).status).toBe(201)
  // Without a way of paying with verification, every payment would be refused.
  const waits = (value: boolean) =>
    comoDueno(
      app.url,
      `UPDATE tipos_pagos SET requiere_verificacion = ${value} WHERE codigo = 'YAPE'`,
    )
  await waits(false)
  expect(await acciones()).toEqual(['anular', 'beneficiario', 'rechazar', 'recotizar'])
  await waits(true)
})

test('15: the job runs at the instant when a quote ends, however long its interval', async () => {
  const id = await casa.en('pendiente')
  app.setClock('2025-11-20T15:19:59.900Z')
  const stop = startVencimiento(app.db, (error) => expect.unreachable(String(error)), 3_600_000)
  // The first run found no expired order.
  await sleep(50)
  app.setClock('2025-11-20T15:20:00Z')
  const estado = () =>
    app.db.selectFrom('ordenes').select('estado').where('id', '=', id).executeTakeFirstOrThrow()
  await expect.poll(estado).toEqual({ estado: 'vencida' })
  await stop()
})

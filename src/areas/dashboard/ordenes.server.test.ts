import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cajera } from '../../../test/support/areas/caja.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { verificar } from '../../main.libros.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { contrato as avisos } from '../notificaciones/contract.ts'
import { contrato as ordenes } from '../ordenes/contract.ts'
import { contrato } from './contract.ts'
import { summarize } from './queries.ts'

const app = await startTestApp()
app.setClock('2032-01-15T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, pag, otro, en } = casa
const { venta } = mostrador(casa)
const ver = async (client = adm) => (await client.call(contrato.ver)).body
const aviso = async (clave: string, client = adm) =>
  (await client.call(avisos.listar)).body.find((each) => each.clave === clave)
const despierta = () =>
  sql`UPDATE sesiones SET usada_en = ahora(), vence_en = ahora() + interval '1 day'`.execute(app.db)
const NINGUNA = {
  pendiente: 0,
  vencida: 0,
  pagada: 0,
  en_proceso: 0,
  completada: 0,
  fuera_de_plazo: 0,
}

test('an order’s margin counts when its client has paid, its profit when it is paid out', async () => {
  expect(await ver()).toMatchObject({ ordenes: NINGUNA, margen: { hoy: '0.00' } })
  await en('pendiente')
  expect(await ver()).toMatchObject({
    ordenes: { ...NINGUNA, pendiente: 1 },
    margen: { hoy: '0.00' },
  })
  const id = await en('en_proceso')
  expect(await ver()).toMatchObject({
    ordenes: { ...NINGUNA, pendiente: 1, en_proceso: 1 },
    // 500 less 26,206 / 55.758427.
    margen: { hoy: '30.01' },
    ganancia: { hoy: '0.00' },
    obligacion: '500.00',
  })
  const body = { cuenta_id: casa.ves.banesco, monto: '26206.00', referencia: casa.referencia() }
  expect((await pag.call(ordenes.pagar, { params: { id }, body })).status).toBe(201)
  expect(await ver()).toMatchObject({
    ordenes: { ...NINGUNA, pendiente: 1, completada: 1 },
    margen: { hoy: '30.01' },
    ganancia: { hoy: '35.12' },
    obligacion: '0.00',
  })
})

test('an order counts once, when its client has paid; days and latest operations include both books', async () => {
  const before = await ver()
  const counts = async () => {
    const { operaciones, ultimas = [] } = await ver()
    return { operaciones, ultimas: ultimas.map(({ numero }) => numero) }
  }
  // The order paid out above is one operation; the one that waits for its client is none.
  expect(before.operaciones).toEqual({ hoy: 1, antes: null, mostrador: 0, ordenes: 1 })
  const body = venta('100.00', '356.00', { confirmo_duplicado: true })
  const { body: sold } = await adm.call(compras.crear, { body })
  expect(await counts()).toMatchObject({
    operaciones: { hoy: 2, antes: null, mostrador: 1, ordenes: 1 },
    ultimas: [sold.numero, expect.stringMatching(/^OR-/), expect.stringMatching(/^OR-/)],
  })
  expect((await ver()).ultimas?.[1]).toMatchObject({ origen: 'ordenes', tipo: 'orden' })
  // The figures equal those of the ledger and of the documents of both books.
  const [books] = await comoDueno(
    app.url,
    `SELECT -sum(p.importe)::float8 AS libro,
            (SELECT sum(ganancia)::float8 FROM compras_ventas) + (SELECT sum(ganancia)::float8 FROM ordenes) AS documentos
     FROM asientos a JOIN apuntes p ON p.asiento_id = a.id JOIN cuentas_contables k ON k.id = p.cuenta_id
     WHERE a.fecha_negocio = '2032-01-15' AND k.codigo LIKE 'ganancia:%'`,
  )
  const shown = Number((await ver()).ganancia?.hoy)
  expect(books).toEqual({ libro: shown, documentos: shown })
  await adm.call(compras.anular, { params: { id: sold.id }, body: { motivo: 'Se arrepintió' } })
  expect((await counts()).operaciones).toEqual(before.operaciones)
})

test('an annulment subtracts the margin', async () => {
  const id = await en('pagada')
  expect((await ver()).margen?.hoy).toBe('60.02')
  const body = { motivo: 'El cliente se arrepintió', cuenta_devolucion_id: casa.cuentas.bcpPen }
  expect((await adm.call(ordenes.anular, { params: { id }, body })).error.message).toMatch(
    /anulada/,
  )
  expect((await ver()).margen?.hoy).toBe('30.01')
  // An order paid and annulled on the same day is no operation; the other one still counts.
  expect((await ver()).operaciones).toMatchObject({ ordenes: 1 })
})

test('a past day keeps its orders, and a later annulment does not change it', async () => {
  const id = await en('pagada')
  app.setClock('2032-01-16T15:00:00Z')
  await despierta()
  expect(await summarize(app.db)).toBeGreaterThan(0)
  const dias = async () => (await ver()).dias?.at(-1)
  expect(await dias()).toMatchObject({ fecha: '2032-01-15', operaciones: 2 })
  const body = { motivo: 'El cliente se arrepintió', cuenta_devolucion_id: casa.cuentas.bcpPen }
  await adm.call(ordenes.anular, { params: { id }, body })
  expect(await dias()).toMatchObject({ fecha: '2032-01-15', operaciones: 2 })
  expect(await ver()).toMatchObject({ operaciones: { hoy: 0 }, margen: { hoy: '-30.01' } })
  expect((await verificar(app.db)).diferencia).toBeNull()
  app.setClock('2032-01-15T15:00:00Z')
  await despierta()
})

test('a cashier sees her own orders; a payer sees his and those that nobody took', async () => {
  const taken = await en('en_proceso')
  await en('pagada')
  expect((await ver(caj)).ordenes).toMatchObject({ pendiente: 1, pagada: 1, en_proceso: 1 })
  expect((await ver(pag)).ordenes).toEqual({ ...NINGUNA, pagada: 1, en_proceso: 1, completada: 1 })
  expect((await ver(otro)).ordenes).toEqual({ ...NINGUNA, pagada: 1 })
  expect(Object.keys(await ver(otro))).not.toContain('margen')
  await pag.call(ordenes.soltar, { params: { id: taken }, body: {} })
})

test('waiting orders, those beyond their term and payments to verify, with their amounts', async () => {
  expect(await aviso('ordenes-por-pagar', pag)).toMatchObject({ cuantos: 2, riesgo: '1000.00' })
  expect(await aviso('ordenes-plazo', pag)).toBeUndefined()
  app.setClock('2032-01-15T16:01:00Z')
  await despierta()
  expect(await aviso('ordenes-plazo', pag)).toMatchObject({
    titulo: '2 órdenes fuera de plazo',
    riesgo: '1000.00',
    filtro: { revisar: 'plazo' },
  })
  expect((await ver(pag)).ordenes).toMatchObject({ pagada: 2, fuera_de_plazo: 2 })
  // The quote of the pending order has expired; no job needed to run.
  expect((await ver()).ordenes).toMatchObject({ pendiente: 0, vencida: 1 })
  expect(await aviso('cobros', caj)).toBeUndefined()
  await en('pendiente', { cobros: [casa.yape('500.00')] })
  expect(await aviso('cobros', caj)).toMatchObject({ cuantos: 1, riesgo: '500.00' })
})

test('tills left open since another day, and those that wait for approval', async () => {
  const { abrir } = await cajera(app, casa as never)
  await abrir()
  expect(await aviso('cajas-abiertas')).toBeUndefined()
  app.setClock('2032-01-16T15:00:00Z')
  await despierta()
  expect(await aviso('cajas-abiertas')).toMatchObject({ titulo: '1 caja de otro día sin cerrar' })
  expect(Number((await aviso('cajas-abiertas'))?.riesgo)).toBeGreaterThan(50_000)
  await comoDueno(
    app.url,
    `SET session_replication_role = replica; UPDATE turnos SET estado = 'cerrado', conteo_en = abierto_en, cerrado_en = abierto_en`,
  )
  expect(await aviso('cajas-abiertas')).toBeUndefined()
  expect((await aviso('cajas-por-aprobar'))?.cuantos).toBe(1)
})

test('a payer reads what he pays next: his own first, then what nobody has, none of another payer and none observed', async () => {
  const libre = await en('pagada')
  const suya = await en('en_proceso')
  const observada = await en('pagada')
  await comoDueno(
    app.url,
    `UPDATE ordenes SET observada = 'otro', observada_desde = ahora(), observada_nota = 'x' WHERE id = ${observada}`,
  )
  const { por_pagar = [] } = await ver(pag)
  const [first] = por_pagar
  expect(first).toMatchObject({ id: suya, suya: true, falta: '26206.00' })
  const ids = por_pagar.map(({ id }) => id)
  expect(ids).toContain(libre)
  expect(ids).not.toContain(observada)
  const { por_pagar: ajenas = [] } = await ver(otro)
  expect(ajenas.map(({ id }) => id)).not.toContain(suya)
  // Who pays nothing, and who sees the whole house, has no such queue.
  for (const who of [caj, adm]) expect(await ver(who)).not.toHaveProperty('por_pagar')
})

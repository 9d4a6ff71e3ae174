import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCargo } from '../../../test/support/areas/caja.ts'
import { cuenta, EUR, montarCasa, PEN, USD } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { contabilizar } from '../../../test/support/asiento.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { verificar } from '../../main.libros.ts'
import { contrato as compras, type Registro } from '../compras-ventas/contract.ts'
import { contrato } from './contract.ts'
import { summarize } from './queries.ts'

const app = await startTestApp()
const nuevo = (await (await app.signedIn('adm')).call(contrato.ver)).body
// A Thursday; the house has operated for two weeks.
const JUEVES = '2032-01-15'
const a = (dia: string, hora: string) => app.setClock(`${dia}T${hora}:00Z`)
a('2032-01-01', '14:00')
const casa = await montarCasa(app)
const { cuentas, pagos } = casa
const { compra, venta } = mostrador(casa)
const despierta = () =>
  sql`UPDATE sesiones SET usada_en = ahora(), vence_en = ahora() + interval '1 hour'`.execute(
    app.db,
  )
const adm = casa.adm
const caj = await app.signedIn('caj')
const ver = async (client = adm) => {
  await despierta()
  return (await client.call(contrato.ver)).body
}
async function registrar(body: Registro, client = adm) {
  await despierta()
  const answer = await client.call(compras.crear, { body: { ...body, confirmo_duplicado: true } })
  expect(answer.error.message).toBe(answer.body.message)
  expect(answer.status).toBe(201)
  return answer.body.id
}
const yape = { tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen }

test('a new house has its first steps, and nothing to compare', () => {
  expect(nuevo).toMatchObject({
    propio: false,
    operaciones: { hoy: 0, antes: null },
    ganancia: { hoy: '0.00', antes: null },
    total: { soles: '0.00', divisas: '0.00', sin_precio: [] },
    obligacion: '0.00',
    hechos: ['usuarios'].filter((paso) => nuevo.hechos?.includes(paso as never)),
    ultimas: [],
    dias: [],
  })
  expect(nuevo.hechos).not.toContain('cuentas')
  expect(nuevo.hechos).not.toContain('operacion')
})

test('each step is done when the database shows it', async () => {
  expect((await ver()).hechos).toEqual(['cuentas', 'pagos', 'tasas', 'usuarios'])
  await comoDueno(
    app.url,
    "UPDATE usuarios SET estatus = false WHERE usuario LIKE 'caj%' OR usuario = 'adm1'",
  )
  expect((await ver()).hechos).not.toContain('usuarios')
  await comoDueno(app.url, 'UPDATE usuarios SET estatus = true')
  await comoDueno(app.url, 'UPDATE tipos_pagos SET estatus = false')
  expect((await ver()).hechos).not.toContain('pagos')
  await comoDueno(app.url, 'UPDATE tipos_pagos SET estatus = true')
})

test('a house of remittances alone needs no till of another currency', async () => {
  const negocio = (hace: string) =>
    comoDueno(app.url, "UPDATE ajustes SET valor = to_jsonb($1::text) WHERE clave = 'negocio'", [
      hace,
    ])
  const divisas = (estatus: boolean) =>
    comoDueno(
      app.url,
      `SET session_replication_role = replica;
       UPDATE cuentas SET estatus = ${estatus} WHERE moneda_id <> (SELECT id FROM monedas WHERE funcional);
       SET session_replication_role = origin; UPDATE cuentas SET version = version WHERE false`,
    )
  await divisas(false)
  await negocio('mostrador')
  expect((await ver()).hechos).not.toContain('cuentas')
  await negocio('envios')
  expect((await ver()).hechos).toContain('cuentas')
  await divisas(true)
  await negocio('ambos')
})

test('today compared with the same weekday a week ago until the same time', async () => {
  a('2032-01-08', '15:00')
  await registrar(venta('100.00', '356.00'))
  a('2032-01-08', '20:00')
  await registrar(venta('1000.00', '3560.00'))
  a(JUEVES, '14:00')
  // By two the house had not operated a week ago: there is nothing to compare with.
  expect(await ver()).toMatchObject({
    fecha: JUEVES,
    operaciones: { hoy: 0, antes: null },
    ganancia: { hoy: '0.00', antes: null },
    margen: { hoy: '0.00', antes: null },
    hechos: null,
  })
  a(JUEVES, '15:30')
  const anulable = await registrar(venta('200.00', '712.00'))
  await registrar(compra('10.00', '35.20'))
  expect(await ver()).toMatchObject({
    operaciones: { hoy: 2, antes: 1 },
    // 3.560 less the cost of 3.51.
    ganancia: { hoy: '10.00', antes: '5.00' },
    margen: { hoy: '0.00', antes: '0.00' },
  })
  await adm.call(compras.anular, { params: { id: anulable }, body: { motivo: 'Se arrepintió' } })
  expect(await ver()).toMatchObject({ operaciones: { hoy: 1 }, ganancia: { hoy: '0.00' } })
  a(JUEVES, '21:00')
  expect(await ver()).toMatchObject({ operaciones: { antes: 2 }, ganancia: { antes: '55.00' } })
})

test('a later annulment counts on its own day, in margin and profit', async () => {
  // From here on a dollar costs 3.500: a sale at 3.560 earns six cents each.
  const publicar = async (tasa: string) => {
    const p = { tasa, tasa_costo: '3.500', precision: 3, metodo_calculo: 'd', origen: 'manual' }
    const { rows } = await sql<{ id: number }>`
      SELECT tipos_cambios_publicar(tipo_cambio_id, ${JSON.stringify(p)}::jsonb, NULL) AS id
      FROM tipos_cambios_historico WHERE id = ${casa.tasas.ventaUsd}`.execute(app.db)
    casa.tasas.ventaUsd = rows[0]?.id as number
  }
  a('2032-01-16', '13:00')
  await publicar('3.570')
  a('2032-01-16', '14:00')
  await publicar('3.560')
  a('2032-01-16', '15:00')
  const id = await registrar(venta('100.00', '356.00'))
  const before = await ver()
  expect(before.margen?.hoy).toBe('6.00')
  a('2032-01-17', '15:00')
  await despierta()
  const done = await adm.call(compras.anular, {
    params: { id },
    body: { motivo: 'Billetes falsos' },
  })
  expect(done.status).toBe(200)
  const after = await ver()
  expect(after.operaciones?.hoy).toBe(0)
  expect(after.ganancia?.hoy).toBe(`-${before.ganancia?.hoy}`)
  expect(after.margen?.hoy).toBe('-6.00')
  const [day] = await comoDueno(
    app.url,
    "SELECT operaciones, ganancia::float8 FROM dia_resultado('2032-01-16')",
  )
  expect(day).toEqual({ operaciones: 1, ganancia: Number(before.ganancia?.hoy) })
})

test('past days are summed up once, equal to the books', async () => {
  a('2032-01-18', '05:10')
  await despierta()
  // Ten minutes after midnight, a transaction of yesterday may still be uncommitted.
  expect(await summarize(app.db)).toBe(16)
  a('2032-01-18', '05:20')
  expect(await summarize(app.db)).toBe(1)
  expect(await summarize(app.db)).toBe(0)
  const { dias, posiciones } = await ver()
  expect(dias?.length).toBe(17)
  expect(dias?.at(-1)).toMatchObject({ fecha: '2032-01-17', operaciones: 0 })
  expect(dias?.find(({ fecha }) => fecha === '2032-01-08')).toEqual({
    fecha: '2032-01-08',
    operaciones: 2,
    ganancia: '55.00',
    margen: '0.00',
  })
  // 1,100 left on the 8th; the sales of the 15th and 16th were annulled. 8,910 last 17 days at 64.7 per day.
  const usd = posiciones?.find(({ moneda }) => moneda.id === USD)
  expect(usd).toMatchObject({ cantidad: '8910.00', dias_stock: 137.7 })
  expect(posiciones?.find(({ moneda }) => moneda.id === EUR)?.dias_stock).toBeNull()
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('the stored sums of a day do not change, and the verification compares them with the books', async () => {
  const write = (text: string) => comoDueno(app.url, text)
  await expect(write('UPDATE dias_resumen SET ganancia = 0')).rejects.toThrow()
  await expect(write('DELETE FROM dias_salidas')).rejects.toThrow()
  await expect(
    sql`INSERT INTO dias_resumen VALUES ('2031-01-01', 1, 1, 1)`.execute(app.db),
  ).rejects.toThrow('permission')
  await write(
    "SET session_replication_role = replica; UPDATE dias_resumen SET ganancia = 54 WHERE fecha = '2032-01-08'",
  )
  expect((await verificar(app.db)).diferencia).toEqual({
    regla: 'Cada día resumido es el de los libros',
    detalle: '2032-01-08: 54.00000000 y los libros dicen 55.00000000',
  })
  await write(
    "SET session_replication_role = replica; UPDATE dias_resumen SET ganancia = 55 WHERE fecha = '2032-01-08'",
  )
})

test('everything held, and what is owed to clients, in soles', async () => {
  const before = await ver()
  // Dollars at 3.520; the euro has no price.
  expect(before.total).toEqual({ soles: '73880.80', divisas: '31363.20', sin_precio: ['EUR'] })
  expect(before.obligacion).toBe('0.00')
  const { rows } = await sql<{ id: number }>`
    SELECT libro_cuenta('transito:PEN', 'Fondos en tránsito PEN', 'activo', ${PEN}, 0) AS id`.execute(
    app.db,
  )
  const lineas = [
    { cuenta_id: cuentas.cajaPen, importe: '-100.00' },
    { cuenta_id: rows[0]?.id as number, importe: '100.00' },
  ]
  const doc = { origen: 'transferencias', origen_id: 1, glosa: 'Envío', usuario_id: adm.usuario_id }
  await app.db.transaction().execute((tx) => contabilizar(tx, { ...doc, lineas }))
  expect((await ver()).total).toEqual(before.total)
  const entregamos = [{ ...yape, monto: '352.00' }]
  await registrar({ ...compra('100.00', '352.00'), entregamos })
  expect((await ver()).obligacion).toBe('352.00')
})

test('the public rates with their age', async () => {
  const { tasas } = await ver()
  expect(tasas.map(({ titulo, tasas }) => [titulo, tasas])).toEqual([
    ['USD', ['3.520', '3.560']],
    ['PEN → EUR', ['4.160']],
  ])
  expect(tasas.every(({ vencida }) => vencida)).toBe(true)
})

test('a user who may not see the whole house gets only his own operations, tills and queue', async () => {
  a('2032-01-19', '15:00')
  await comoDueno(app.url, "UPDATE tipos_cambios SET actualizado_en = '2032-01-19T15:00:00Z'")
  const suya = await cuenta(app, { usuario_id: caj.usuario_id }, 'Caja de la cajera', PEN, '100.00')
  await registrar({ ...venta('10.00', '35.60'), recibimos: [{ ...yape, monto: '35.60' }] })
  await aCargo(app, caj, cuentas.cajaUsd)
  await registrar({ ...venta('20.00', '71.20'), recibimos: [{ ...yape, monto: '71.20' }] }, caj)
  await aCargo(app, adm, cuentas.cajaUsd)
  await registrar(compra('5.00', '17.60'))
  const own = await ver(caj)
  expect(Object.keys(own).toSorted()).toEqual([
    'cajas',
    'espera',
    'fecha',
    'mi_caja',
    'operaciones',
    'ordenes',
    'propio',
    'tasas',
    'ultimas',
  ])
  expect(own.propio).toBe(true)
  expect(own.operaciones).toEqual({ hoy: 1, antes: null, mostrador: 1, ordenes: 0 })
  expect(own.cajas?.map(({ id, saldo }) => [id, saldo])).toEqual([[suya, '100.00']])
  expect(own.espera?.map(({ monto }) => monto)).toEqual(['71.20'])
  expect(own.ultimas?.map(({ monto }) => monto)).toEqual(['20.00'])
  expect(JSON.stringify(own)).not.toMatch(/ganancia|margen|costo/)
  const all = await ver()
  expect(all.operaciones?.hoy).toBe(3)
  expect(all.ultimas).toHaveLength(9)
})

test('a payment that waits in a user’s till is in his queue, whoever registered it', async () => {
  await comoDueno(
    app.url,
    `UPDATE cuentas SET responsable_id = ${caj.usuario_id} WHERE id = ${cuentas.bcpPen}`,
  )
  expect((await ver(caj)).espera?.map(({ monto }) => monto)).toEqual(['352.00', '35.60', '71.20'])
  await comoDueno(app.url, `UPDATE cuentas SET responsable_id = NULL WHERE id = ${cuentas.bcpPen}`)
})

test('what another person has to confirm is not in the queue of who registered it', async () => {
  const limite = (usd: string) =>
    comoDueno(
      app.url,
      `UPDATE ajustes SET valor = '${usd}' WHERE clave = 'orden_doble_control_usd'`,
    )
  const { rows } = await sql<{ usd: string }>`
    SELECT valor::text AS usd FROM ajustes WHERE clave = 'orden_doble_control_usd'`.execute(app.db)
  const montos = async () => (await ver(caj)).espera?.map(({ monto }) => monto)
  await limite('15')
  expect(await montos()).toEqual([])
  await limite(rows[0]?.usd ?? '')
  expect(await montos()).toEqual(['71.20'])
})

test('a user who sees the house but not its profit receives no profit', async () => {
  const mgr = await app.signedIn('mgr')
  await sql`DELETE FROM roles_permisos WHERE rol_slug = 'mgr'`.execute(app.db)
  await sql`INSERT INTO roles_permisos SELECT 'mgr', permiso || ':ver' FROM unnest(ARRAY['dashboard',
    'compras-ventas', 'cuentas', 'posiciones']) permiso UNION SELECT 'mgr', 'dashboard:casa'`.execute(
    app.db,
  )
  const { body } = await mgr.call(contrato.ver)
  expect(body.propio).toBe(false)
  expect(body.posiciones?.length).toBeGreaterThan(0)
  expect(body.dias?.[0]).toEqual({ fecha: '2032-01-01', operaciones: 0 })
  expect(JSON.stringify(body)).not.toMatch(/ganancia|margen|costo|promedio|realizada/)
})

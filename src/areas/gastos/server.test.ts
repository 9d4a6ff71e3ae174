import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { campo } from '../../../test/support/areas/ajustes.ts'
import { montarCasa, saldos } from '../../../test/support/areas/casa.ts'
import { foto } from '../../../test/support/foto.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { PLANTILLAS } from '../../core/permisos.ts'
import { verificar } from '../../main.libros.ts'
import { contrato as aprobaciones } from '../aprobaciones/contract.ts'
import { contrato as categorias } from '../gastos-categorias/contract.ts'
import { contrato, type Nuevo } from './contract.ts'

const app = await startTestApp()
const { adm, cuentas } = await montarCasa(app)
const mgr = await app.signedIn('mgr')
await app.db
  .insertInto('roles_permisos')
  .values(PLANTILLAS.mgr.permisos.map((permiso) => ({ rol_slug: 'mgr', permiso })))
  .execute()
const RUC = '20131312955'
// From next month's first day at ten in Lima on: no test meets the end of a month, nor of a day.
let day = new Date(new Date().setUTCHours(15, 0)).setUTCMonth(new Date().getUTCMonth() + 1, 1)
let hoy = ''
async function nextDay(days = 1) {
  day += days * 86_400_000
  app.setClock(new Date(day).toISOString())
  await sql`UPDATE sesiones SET usada_en = ahora(), vence_en = ahora() + interval '1 day'`.execute(
    app.db,
  )
  const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(app.db)
  hoy = rows[0]?.hoy ?? ''
}
beforeEach(() => nextDay())
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const registrar = (more: Partial<Nuevo> = {}, quien = mgr) =>
  quien.call(contrato.crear, {
    body: {
      fecha: hoy,
      categoria_id: 1,
      descripcion: 'Alquiler del local',
      cuenta_id: cuentas.bcpPen,
      monto: '180.00',
      comprobante: 'sin',
      ...more,
    },
  })
const ver = async (id: number, quien = adm) =>
  (await quien.call(contrato.obtener, { params: { id } })).body

test('an expense moves money from its account to its category', async () => {
  const { body, status } = await registrar()
  expect([status, body.estado]).toEqual([201, 'pagado'])
  expect(body.numero).toMatch(/^GA-\d{4}-\d{6}$/)
  const after = await saldos(app)
  expect([after['gasto:alquiler'], after['cuenta:BCP Soles']]).toEqual(['180.00', '19820.00'])
  const { apuntes, valor, historial } = await ver(body.id)
  expect(apuntes?.map((a) => [a.cuenta, a.debe, a.haber])).toEqual([
    ['BCP Soles', null, '180.00'],
    ['Gasto: Alquiler', '180.00', null],
  ])
  expect([valor, historial.map(({ accion }) => accion)]).toEqual(['180.00', ['pagar']])
  const bank = await registrar({ categoria_id: 4, monto: '3.50' })
  expect(bank.status).toBe(201)
  expect((await saldos(app))['gastos-bancarios']).toBe('3.50')
})

test('a foreign currency leaves at average cost; the day’s price is shown, not posted', async () => {
  const { body } = await registrar({ cuenta_id: cuentas.cajaUsd, monto: '20.00', categoria_id: 5 })
  const after = await saldos(app)
  expect([after['gasto:servicios'], after['contravalor:USD']]).toEqual(['70.20', '35029.80'])
  expect(await ver(body.id)).toMatchObject({ valor: '70.20', valor_dia: '70.40' })
  expect(after['ganancia:USD']).toBeUndefined()
})

test('the request is validated before anything is posted', async () => {
  const before = await saldos(app)
  for (const [more, names] of [
    [{ fecha: '2099-01-01' }, ['fecha']],
    [{ fecha: 'ayer' }, ['fecha']],
    [{ monto: '0' }, ['monto']],
    [{ monto: '1.005' }, ['monto']],
    [{ descripcion: 'x' }, ['descripcion']],
    [{ ruc: '20131312954' }, ['ruc']],
    [{ serie_numero: 'una factura' }, ['serie_numero']],
    [{ categoria_id: 99 }, ['categoria_id']],
    [{ recurrente_dia: 32 }, ['recurrente_dia']],
  ] as const) {
    const { status, error } = await registrar(more as Partial<Nuevo>)
    expect([status, campo(error)], JSON.stringify(more)).toEqual([400, names])
  }
  expect((await registrar({ cuenta_id: 999999 })).status).toBe(404)
  expect((await registrar({ monto: '99999999' })).error.codigo).toBe('SALDO_INSUFICIENTE')
  expect(await saldos(app)).toEqual(before)
})

test('the database checks the RUC’s check digit too', async () => {
  const { rows } =
    await sql`SELECT ruc_valido(${RUC}) AS si, ruc_valido('20131312954') AS no`.execute(app.db)
  expect(rows[0]).toEqual({ si: true, no: false })
})

test('one voucher of a provider is paid once, however it is typed; after an annulment, again', async () => {
  const factura = { ruc: RUC, comprobante: 'factura', serie_numero: 'f001-000123' } as const
  const first = await registrar(factura)
  expect((await ver(first.body.id)).serie_numero).toBe('F001-123')
  const twice = await registrar({ ...factura, serie_numero: 'F001-123' })
  expect([twice.error.codigo, campo(twice.error)]).toEqual(['DUPLICADO', ['serie_numero']])
  expect((await registrar({ ...factura, ruc: '20999000011' })).status).toBe(201)
  const both = await Promise.all(
    [1, 2].map(() => registrar({ ...factura, serie_numero: 'F001-77' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const params = { id: first.body.id }
  await mgr.call(contrato.anular, { params, body: { motivo: 'Factura mal emitida.' } })
  expect((await registrar(factura)).status).toBe(201)
})

test('above the limit an approval is needed; nobody approves his own', async () => {
  const before = await saldos(app)
  const { body } = await registrar({ monto: '1000.01' })
  expect(body.estado).toBe('pendiente')
  expect(await saldos(app)).toEqual(before)
  const params = { id: body.id }
  expect((await mgr.call(contrato.aprobar, { params })).error.codigo).toBe('SOLICITUD_PROPIA')
  const [row] = (await adm.call(aprobaciones.listar)).body
  expect(row).toMatchObject({ tipo: 'gasto', importe: 'S/ 1,000.01', solicitante: 'Ana Quispe' })
  expect((await adm.call(contrato.aprobar, { params })).body.estado).toBe('pagado')
  expect(Number((await saldos(app))['cuenta:BCP Soles'])).toBeCloseTo(
    Number(before['cuenta:BCP Soles']) - 1000.01,
  )
  const own = await registrar({ monto: '1500' }, adm)
  const mine = { params: { id: own.body.id } }
  expect((await adm.call(contrato.aprobar, mine)).error.codigo).toBe('SOLICITUD_PROPIA')
  expect((await adm.call(aprobaciones.listar)).body).toEqual([])
  expect((await mgr.call(contrato.retirar, mine)).status).toBe(404)
  expect((await adm.call(contrato.retirar, mine)).body.estado).toBe('rechazado')
  await expect(
    comoDueno(app.url, `UPDATE gastos SET resuelto_por = solicitado_por WHERE id = ${own.body.id}`),
  ).rejects.toThrow(/not rewritten/)
})

test('of two concurrent answers one takes effect; a refusal has its reason', async () => {
  const other = await app.signedIn('adm')
  const before = Number((await saldos(app))['cuenta:BCP Soles'])
  const { body } = await registrar({ monto: '1200' })
  const params = { id: body.id }
  const twice = await Promise.all([adm, other].map((q) => q.call(contrato.aprobar, { params })))
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(Number((await saldos(app))['cuenta:BCP Soles'])).toBeCloseTo(before - 1200)
  const next = { params: { id: (await registrar({ monto: '1200' })).body.id } }
  const no = { ...next, body: { nota: 'No corresponde al local.' } }
  expect((await adm.call(contrato.rechazar, { ...next, body: { nota: '' } })).status).toBe(400)
  const against = await Promise.all([
    adm.call(contrato.aprobar, next),
    other.call(contrato.rechazar, no),
  ])
  expect(against.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an annulment returns exactly what left, at its cost, once', async () => {
  const before = await saldos(app)
  const { body } = await registrar({ cuenta_id: cuentas.cajaUsd, monto: '30.00' })
  const params = { id: body.id }
  const short = await mgr.call(contrato.anular, { params, body: { motivo: 'no' } })
  expect(short.status).toBe(400)
  const motivo = 'Se pagó dos veces.'
  expect((await mgr.call(contrato.anular, { params, body: { motivo } })).body.estado).toBe(
    'anulado',
  )
  expect(await saldos(app)).toEqual(before)
  const again = await mgr.call(contrato.anular, { params, body: { motivo } })
  expect(again.error.codigo).toBe('YA_ANULADA')
  const old = await registrar()
  await nextDay()
  const yesterday = { params: { id: old.body.id }, body: { motivo } }
  expect((await mgr.call(contrato.anular, yesterday)).error.codigo).toBe('DIA_ANTERIOR')
  expect((await adm.call(contrato.anular, yesterday)).body.estado).toBe('anulado')
  const waits = await registrar({ monto: '1300' })
  const none = await adm.call(contrato.anular, {
    params: { id: waits.body.id },
    body: { motivo },
  })
  expect(none.error.codigo).toBe('ESTADO')
})

test('a closed day refuses expenses dated or paid on it', async () => {
  const waits = await registrar({ monto: '1100' })
  await comoDueno(app.url, 'INSERT INTO cierres (fecha) VALUES ($1)', [hoy])
  expect((await registrar()).error.codigo).toBe('DIA_CERRADO')
  const params = { id: waits.body.id }
  expect((await adm.call(contrato.aprobar, { params })).error.codigo).toBe('DIA_CERRADO')
  const closed = hoy
  await nextDay()
  expect((await registrar({ fecha: closed })).error.codigo).toBe('DIA_CERRADO')
  expect((await adm.call(contrato.aprobar, { params })).status).toBe(200)
})

test('monthly expenses are proposed on their day, once, and paid by a person', async () => {
  const propose = async () =>
    (await sql<{ n: number }>`SELECT gastos_proponer() AS n`.execute(app.db)).rows[0]?.n
  await registrar({ recurrente_dia: 31, categoria_id: 5, descripcion: 'Internet' })
  expect(await propose()).toBe(0)
  const first = new Date(`${hoy.slice(0, 7)}-15T15:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + 2, 0)
  await nextDay(Math.round((first.getTime() - day) / 86_400_000))
  const before = await saldos(app)
  const runs = await Promise.all([propose(), propose(), propose()])
  expect(runs.reduce((sum: number, n) => sum + (n ?? 0), 0)).toBe(1)
  expect(await propose()).toBe(0)
  expect(await saldos(app)).toEqual(before)
  const { items } = (await mgr.call(contrato.listar, { query: { estado: 'pendiente' } })).body
  const due = items.find(({ confirmado }) => !confirmado)
  expect(due).toMatchObject({ descripcion: 'Internet', fecha: hoy, monto: '180.00' })
  const id = due?.id ?? 0
  expect((await adm.call(contrato.aprobar, { params: { id } })).error.codigo).toBe('ESTADO')
  expect((await adm.call(aprobaciones.listar)).body.some((e) => e.id === id)).toBe(false)
  const bill = { propuesta_id: id, categoria_id: 5, descripcion: 'Internet', monto: '199.90' }
  const both = await Promise.all([registrar(bill), registrar(bill)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await ver(id)).toMatchObject({ estado: 'pagado', monto: '199.90', confirmado: true })
  const [row] = (await mgr.call(contrato.recurrentes)).body
  expect(row).toMatchObject({ descripcion: 'Internet', dia: 31, activo: true })
  const params = { id: row?.id ?? 0 }
  expect((await mgr.call(contrato.recurrenteEstatus, { params })).body.activo).toBe(false)
  await nextDay(40)
  expect(await propose()).toBe(0)
})

test('the month’s total of each category is shown next to its budget', async () => {
  const { id, version } = (await adm.call(categorias.obtener, { params: { id: 7 } })).body
  const body = { nombre: 'Movilidad', codigo: 'movilidad', presupuesto: '100.00', version }
  expect((await mgr.call(categorias.editar, { params: { id }, body })).status).toBe(200)
  await registrar({ categoria_id: 7, monto: '60', descripcion: 'Taxi al banco' })
  const query = { desde: hoy, hasta: hoy, categoria_id: 7 }
  const totals = (await adm.call(contrato.totales, { query })).body
  expect(totals.mes).toBe(hoy.slice(0, 7))
  expect(totals.categorias?.find((c) => c.categoria_id === 7)).toMatchObject({
    filtrado: '60.00',
    mes: '60.00',
    presupuesto: '100.00',
  })
  expect(totals.monedas).toMatchObject([{ total: '60.00', gastos: 1 }])
  const moved = await adm.call(categorias.editar, {
    params: { id },
    body: { ...body, codigo: 'taxis', version: version + 1 },
  })
  expect(moved.error.codigo).toBe('CONGELADO')
})

test('permissions, cost for users who may see it, pages and files', async () => {
  const caj = await app.signedIn('caj')
  expect((await caj.call(contrato.listar)).status).toBe(403)
  const con = await app.signedIn('con')
  expect((await registrar({}, con)).status).toBe(403)
  await comoDueno(
    app.url,
    `DELETE FROM roles_permisos WHERE rol_slug = 'con' AND permiso = 'ganancia:ver'`,
  )
  const { items } = (await con.call(contrato.listar)).body
  expect(items.length).toBeGreaterThan(3)
  expect(items.every((row) => !('valor' in row))).toBe(true)
  const one = await ver(items[0]?.id ?? 0, con)
  expect(['valor', 'valor_dia', 'apuntes'].filter((name) => name in one)).toEqual([])
  expect('categorias' in (await con.call(contrato.totales)).body).toBe(false)
  const first = (await adm.call(contrato.listar, { query: { limite: '2' } })).body
  const query = { limite: '2', cursor: first.siguiente ?? '' }
  const second = (await adm.call(contrato.listar, { query })).body
  const ids = [...first.items, ...second.items].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  const up = await mgr.raw('POST', '/api/gastos/adjuntos?nombre=boleta.png', foto(), {
    'content-type': 'image/png',
  })
  expect(up.status).toBe(201)
  const adjunto_id = (up.body as { id: number }).id
  const made = await registrar({ adjunto_id })
  expect((await ver(made.body.id)).adjuntos).toMatchObject([
    { id: adjunto_id, nombre: 'boleta.png' },
  ])
  const get = await con.raw('GET', `/api/gastos/adjuntos/${adjunto_id}`)
  expect(get.status).toBe(200)
  const twice = await registrar({ adjunto_id })
  expect(campo(twice.error)).toEqual(['adjunto_id'])
})

test('nobody changes a stored expense', async () => {
  const { body } = await registrar()
  const words = /not rewritten|not allowed|permission denied/
  const where = `WHERE id = ${body.id}`
  await expect(comoDueno(app.url, `UPDATE gastos SET monto = 1 ${where}`)).rejects.toThrow(words)
  await expect(comoDueno(app.url, `DELETE FROM gastos ${where}`)).rejects.toThrow(words)
  await expect(comoDueno(app.url, 'TRUNCATE gastos')).rejects.toThrow(words)
  await expect(sql`UPDATE gastos SET nota = 'x'`.execute(app.db)).rejects.toThrow(words)
  const anular = sql`SELECT operacion_hacer('gastos_anular', '{}', ${body.id}, '{}')`
  await expect(anular.execute(app.db)).rejects.toThrow(words)
})

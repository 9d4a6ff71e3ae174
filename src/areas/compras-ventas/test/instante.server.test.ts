import { beforeEach, expect, test } from 'vitest'
import { montarCasa, publicar } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { cotizado } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import {
  comoDueno,
  conectarDueno,
  esperaAlguien,
  retener,
} from '../../../../test/support/servidor/dueno.ts'
import { relojDeMaquina } from '../../../../test/support/servidor/reloj.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { cuentas, tasas } = casa
const { compra, venta } = mostrador(casa)

// A running clock that can be set to any hour: midnight really passes while a test runs.
const setRunning = await relojDeMaquina(app.url)
await comoDueno(app.url, `UPDATE ajustes SET valor = '8760' WHERE clave = 'tasa_rancia_horas'`)

/** 00:00 in Lima on a day shortly after the test's rates. */
const MIDNIGHT = Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000 + 5 * 3_600_000

beforeEach(() => setRunning(Date.now()))

test('a kept rate whose validity ends during a lock wait is still kept: one instant decides', async () => {
  const [vieja] = await comoDueno<{ id: string }>(
    app.url,
    `INSERT INTO tipos_cambios_historico (tipo_cambio_id, tasa, precision, metodo_calculo, origen, vigencia)
     SELECT tipo_cambio_id, 3.55, 3, 'd', 'manual', tstzrange(now() - interval '1 hour', now() - interval '10 minutes')
     FROM tipos_cambios_historico WHERE id = $1 RETURNING id`,
    [tasas.ventaUsd],
  )
  const more = { historico_id: Number(vieja?.id), tasa: '3.550', mantener_tasa: true }
  for (const _ of [1, 2])
    await cotizado(app.url, casa.adm.usuario_id, {
      historico_id: Number(vieja?.id),
      tipo: 'venta',
      tasa: '3.550',
    })
  const busy = await retener(app.url, cuentas.cajaPen)
  const pending = casa.adm.call(contrato.crear, { body: venta('10.00', '35.50', more) })
  await esperaAlguien(app.url)
  // The validity of twenty minutes ends while the till is still locked.
  await setRunning(Date.now() + 10 * 60_000 + 1_000)
  await busy.soltar()
  const { status, error } = await pending
  expect([status, error.codigo]).toEqual([201, undefined])
  const late = await casa.adm.call(contrato.crear, {
    body: venta('11.00', '39.00', { ...more, recibimos: venta('1', '39.00').recibimos }),
  })
  expect(late.error.codigo).toBe('COTIZACION_FALTA')
})

test('an operation and a change of its rate are serialized', async () => {
  const [row] = await comoDueno<{ id: number }>(
    app.url,
    'SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = $1',
    [tasas.compraUsd],
  )
  const tipo = row?.id as number
  /** The answer of `work` after it has waited for a lock on the rate. */
  const behind = async <T>(lock: string, work: () => Promise<T>): Promise<T> => {
    const client = await conectarDueno(app.url)
    await client.query('BEGIN')
    await client.query(`SELECT ${lock}(1, $1)`, [tipo])
    const pending = work()
    await esperaAlguien(app.url)
    await client.query('ROLLBACK')
    await client.end()
    return pending
  }
  const made = await behind('pg_advisory_xact_lock', () =>
    casa.adm.call(contrato.crear, { body: compra('18.00', '63.40') }),
  )
  expect(made.status).toBe(201)
  const historico = await behind('pg_advisory_xact_lock_shared', () =>
    publicar(app, tipo, 'm', '3.521', 3),
  )
  expect(historico).toBeGreaterThan(tasas.compraUsd)
  await publicar(app, tipo, 'm', '3.520', 3)
  const [back] = await comoDueno<{ id: string }>(
    app.url,
    'SELECT max(id) AS id FROM tipos_cambios_historico WHERE tipo_cambio_id = $1',
    [tipo],
  )
  tasas.compraUsd = Number(back?.id)
})

test('a rate stored by a clock that was ahead is still in force: its operations are accepted', async () => {
  const [ahead] = await comoDueno<{ id: string }>(
    app.url,
    `WITH t AS (INSERT INTO tipos_cambios (pais, base_id, cotizacion_id, metodo_calculo, precision, tasa_manual, segmento, monto_min)
                VALUES ('pe', 3, 2, 'm', 3, true, 'mayorista', 90) RETURNING id)
     INSERT INTO tipos_cambios_historico (tipo_cambio_id, tasa, precision, metodo_calculo, origen, vigencia)
     SELECT id, 3.52, 3, 'm', 'manual', tstzrange(now() + interval '2 seconds', NULL) FROM t RETURNING id`,
  )
  const body = compra('90.00', '316.80', { historico_id: Number(ahead?.id) })
  expect((await casa.adm.call(contrato.crear, { body })).status).toBe(201)
})

test('number, document and entry have the same day, although midnight passes during a lock wait', async () => {
  await setRunning(MIDNIGHT - 600_000)
  const adm = await app.signedIn('adm')
  await setRunning(MIDNIGHT - 600_000)
  const busy = await retener(app.url, cuentas.cajaPen)
  const pending = adm.call(contrato.crear, { body: compra('15.00', '52.80') })
  await esperaAlguien(app.url)
  await setRunning(MIDNIGHT + 1_000)
  await busy.soltar()
  const { status, body } = await pending
  expect(status).toBe(201)
  const [row] = await comoDueno<{ documento: Date; asiento: string; numero: string }>(
    app.url,
    `SELECT o.numero, o.fecha_negocio::text AS documento, a.fecha_negocio::text AS asiento
     FROM compras_ventas o JOIN asientos a ON a.id = o.asiento_id WHERE o.id = $1`,
    [body.id],
  )
  const day = new Date(MIDNIGHT - 86_400_000).toISOString().slice(0, 10)
  expect([row?.documento, row?.asiento]).toEqual([day, day])
})

test('an annulment that started before midnight keeps its day', async () => {
  await setRunning(MIDNIGHT + 86_400_000 - 600_000)
  const adm = await app.signedIn('adm')
  const made = await adm.call(contrato.crear, { body: compra('16.00', '56.40') })
  await setRunning(MIDNIGHT + 86_400_000 - 600_000)
  const busy = await retener(app.url, cuentas.cajaPen)
  const motivo = 'Error de digitación'
  const pending = adm.call(contrato.anular, { params: { id: made.body.id }, body: { motivo } })
  await esperaAlguien(app.url)
  await setRunning(MIDNIGHT + 86_400_000 + 1_000)
  await busy.soltar()
  expect((await pending).status).toBe(200)
  const rows = await comoDueno<{ dia: string }>(
    app.url,
    `SELECT DISTINCT fecha_negocio::text AS dia FROM asientos WHERE origen = 'compras-ventas' AND origen_id = $1`,
    [made.body.id],
  )
  expect(rows).toHaveLength(1)
})

test('a payment confirmed across midnight has the day of the request', async () => {
  await setRunning(MIDNIGHT + 2 * 86_400_000 - 600_000)
  const adm = await app.signedIn('adm')
  const yape = { tipo_pago_id: casa.pagos.yape, cuenta_id: cuentas.bcpPen, monto: '59.84' }
  const entregamos = [{ ...yape, referencia: '770099' }]
  const made = await adm.call(contrato.crear, { body: compra('17.00', '59.84', { entregamos }) })
  const { id } = made.body
  const { body } = await adm.call(contrato.obtener, { params: { id } })
  const pago_id = body.pagos.find(({ estado }) => estado === 'por_verificar')?.id
  await setRunning(MIDNIGHT + 2 * 86_400_000 - 600_000)
  const busy = await retener(app.url, cuentas.bcpPen)
  const pending = adm.call(contrato.verificar, { params: { id }, body: { pago_id } })
  await esperaAlguien(app.url)
  await setRunning(MIDNIGHT + 2 * 86_400_000 + 1_000)
  await busy.soltar()
  expect((await pending).status).toBe(200)
  const rows = await comoDueno<{ dia: string }>(
    app.url,
    `SELECT DISTINCT fecha_negocio::text AS dia FROM asientos WHERE origen = 'compras-ventas' AND origen_id = $1`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('a duplicate a few minutes ago is detected across midnight', async () => {
  await setRunning(MIDNIGHT + 3 * 86_400_000 - 60_000)
  const adm = await app.signedIn('adm')
  expect((await adm.call(contrato.crear, { body: compra('44.00', '154.90') })).status).toBe(201)
  await setRunning(MIDNIGHT + 3 * 86_400_000 + 60_000)
  const again = await adm.call(contrato.crear, { body: compra('44.00', '154.90') })
  expect(again.error.codigo).toBe('DOBLE_OPERACION')
})

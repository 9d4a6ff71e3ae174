import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { montarCasa, USD } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { relojDeMaquina } from '../../../test/support/servidor/reloj.ts'
import { contrato as ajustes } from '../../areas/ajustes/contract.ts'
import { contrato as comprasVentas } from '../../areas/compras-ventas/contract.ts'
import { contrato as notificaciones } from '../../areas/notificaciones/contract.ts'
import { anularVencidas, vencer } from '../../areas/ordenes/vencimiento.ts'
import { contrato as pares } from '../../areas/pares-divisas/contract.ts'
import { takeDue } from '../../areas/pares-divisas/fuentes/queries.ts'
import { contrato as tipos } from '../../areas/tipos-cambios/contract.ts'
import { alDia, dudaDelReloj } from './reloj.ts'

/* The machine's clock compared with the last instants written (ADR 0041). */

const DAY = 86_400_000

async function casaNueva() {
  const app = await startTestApp()
  const casa = await montarCasa(app)
  const set = await relojDeMaquina(app.url)
  /** Sets the machine's clock; sessions stay open. */
  const marcar = async (instant: number) => {
    await set(instant)
    const horas = "reloj() + interval '1 hour'"
    await comoDueno(
      app.url,
      `UPDATE sesiones SET creada_en = reloj(), usada_en = reloj(), vence_en = ${horas}`,
    )
  }
  await comoDueno(app.url, `UPDATE ajustes SET valor = '8760' WHERE clave = 'tasa_rancia_horas'`)
  const [tipo] = await comoDueno<{ id: number }>(
    app.url,
    'SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = $1',
    [casa.tasas.compraUsd],
  )
  const [par] = await comoDueno<{ id: number }>(
    app.url,
    'SELECT id FROM pares_divisas WHERE base_id = $1',
    [USD],
  )
  let monto = 10
  /** One more purchase, with an amount not used before. */
  const comprar = async () => {
    monto += 1
    const [rate] = await comoDueno<{ id: string; tasa: string }>(
      app.url,
      `SELECT id, round(tasa, 3) AS tasa FROM tipos_cambios_historico WHERE tipo_cambio_id = $1 AND upper_inf(vigencia)`,
      [tipo?.id],
    )
    // The total is cut to céntimos, then rounded up to the smallest coin (ten céntimos) in favour of the client.
    const centimos = Math.floor((monto * Number(rate?.tasa.replace('.', ''))) / 10)
    const contravalor = `${Math.ceil(centimos / 10) / 10}0`
    const { compra } = mostrador(casa)
    const more = { historico_id: Number(rate?.id), tasa: rate?.tasa }
    return casa.adm.call(comprasVentas.crear, { body: compra(`${monto}.00`, contravalor, more) })
  }
  const fijar = (tasa: string) =>
    casa.adm.call(tipos.tasa, {
      params: { id: tipo?.id ?? 0 },
      body: { tasa, motivo: 'Mercado' },
    })
  const publicar = (compra: string) =>
    casa.adm.call(pares.precio, {
      params: { id: par?.id ?? 0 },
      body: { compra, venta: '3.560', motivo: 'Mercado' },
    })
  const confirmar = (instant: number) =>
    casa.adm.call(ajustes.confirmarReloj, {
      body: { fecha: new Date(instant - 5 * 3_600_000).toISOString().slice(0, 10) },
    })
  return { app, casa, marcar, comprar, fijar, publicar, confirmar }
}

const h = await casaNueva()
beforeEach(() => h.marcar(Date.now()))

test('an operation at a rate that begins ahead of the clock is refused with a reason', async () => {
  // A later rate follows, because the newest row alone would already show that the clock is behind.
  const [ahead] = await comoDueno<{ id: string }>(
    h.app.url,
    `WITH t AS (INSERT INTO tipos_cambios (pais, base_id, cotizacion_id, metodo_calculo, precision, tasa_manual)
                VALUES ('us', 3, 2, 'm', 3, true), ('us', 6, 2, 'm', 3, true) RETURNING id, base_id)
     INSERT INTO tipos_cambios_historico (tipo_cambio_id, tasa, precision, metodo_calculo, origen, vigencia)
     SELECT id, 3.52, 3, 'm', 'manual', tstzrange(now() + CASE base_id WHEN 3 THEN interval '1 minute' ELSE '0' END, NULL)
     FROM t ORDER BY base_id RETURNING id`,
  )
  const { compra } = mostrador(h.casa)
  const body = compra('19.00', '66.90', { historico_id: Number(ahead?.id) })
  const { status, error } = await h.casa.adm.call(comprasVentas.crear, { body })
  expect([status, error.codigo]).toEqual([409, 'RELOJ_ATRASADO'])
  expect(error.message).toMatch(/Corrija la hora del equipo/)
})

test('with the clock far before the last entry nothing is posted or published', async () => {
  expect((await h.comprar()).status).toBe(201)
  await h.marcar(Date.now() - 60_000)
  const answers = await Promise.all([h.comprar(), h.fijar('3.515'), h.publicar('3.515')])
  expect(answers.map(({ error }) => error.codigo)).toEqual(Array(3).fill('RELOJ_ATRASADO'))
  await h.marcar(Date.now() - 5_000)
  expect((await h.comprar()).status).toBe(201)
})

test('after the clock jumps ahead nothing is dated until an administrator types the date', async () => {
  const late = Date.now() + 60 * DAY
  await h.marcar(late)
  const answers = await Promise.all([h.comprar(), h.fijar('3.516'), h.publicar('3.516')])
  expect(answers.map(({ error }) => error.codigo)).toEqual(Array(3).fill('RELOJ_ADELANTADO'))
  expect((await dudaDelReloj(h.app.db)).duda).toMatch(/Si la fecha es correcta/)
  const bell = (await h.casa.adm.call(notificaciones.listar)).body.find(
    ({ clave }) => clave === 'reloj',
  )
  expect(bell?.pantalla).toBe('ajustes')
  // The date must be the one that a person knows, not the machine's, which is in doubt.
  const wrong = await h.confirmar(Date.now())
  expect([wrong.status, wrong.error.errors?.[0]?.campo]).toEqual([400, 'fecha'])
  expect((await h.comprar()).error.codigo).toBe('RELOJ_ADELANTADO')
})

test('after a month of holidays the date is confirmed once, and the house works', async () => {
  const { marcar, comprar, confirmar, fijar, casa } = await casaNueva()
  const back = Date.now() + 31 * DAY
  await marcar(back)
  expect((await casa.adm.call(ajustes.reloj)).body.duda).not.toBeNull()
  expect((await confirmar(back)).status).toBe(200)
  expect((await comprar()).status).toBe(201)
  expect((await fijar('3.517')).status).toBe(200)
  expect((await casa.adm.call(ajustes.reloj)).body.duda).toBeNull()
  // A long weekend requires no confirmation.
  await marcar(back + 5 * DAY)
  expect((await comprar()).status).toBe(201)
})

test('prices published while the clock was 60 days ahead are moved back to now once it is confirmed', async () => {
  const { app, marcar, comprar, confirmar, fijar, publicar } = await casaNueva()
  const ahead = Date.now() + 60 * DAY
  await marcar(ahead)
  await confirmar(ahead)
  expect((await fijar('3.518')).status).toBe(200)
  expect((await publicar('3.518')).status).toBe(200)
  expect((await fijar('3.519')).status).toBe(200)
  await marcar(Date.now())
  expect((await comprar()).error.codigo).toBe('RELOJ_ATRASADO')
  expect((await fijar('3.521')).error.codigo).toBe('RELOJ_ATRASADO')
  const { status, body } = await confirmar(Date.now())
  expect(status).toBe(200)
  expect(body.vigencias_corregidas).toBeGreaterThan(3)
  expect((await comprar()).status).toBe(201)
  expect((await fijar('3.521')).status).toBe(200)
  const [row] = await comoDueno<{ adelantadas: number; huecos: number; fecha: Date }>(
    app.url,
    `SELECT (SELECT count(*)::int FROM tipos_cambios_historico WHERE lower(vigencia) > clock_timestamp() OR upper(vigencia) > clock_timestamp())
          + (SELECT count(*)::int FROM pares_divisas_historico WHERE lower(vigencia) > clock_timestamp() OR upper(vigencia) > clock_timestamp()) AS adelantadas,
       (SELECT count(*)::int FROM (SELECT upper(vigencia) AS u, lead(lower(vigencia)) OVER (PARTITION BY tipo_cambio_id ORDER BY id) AS l
          FROM tipos_cambios_historico) x WHERE u IS DISTINCT FROM l) AS huecos,
       (SELECT fecha FROM compras_ventas ORDER BY id DESC LIMIT 1) AS fecha`,
  )
  expect([row?.adelantadas, row?.huecos]).toEqual([0, 0])
  expect(Math.abs(Number(row?.fecha) - Date.now())).toBeLessThan(60_000)
})

test('only a confirmation moves a history back', async () => {
  await expect(
    comoDueno(
      h.app.url,
      `UPDATE tipos_cambios_historico SET vigencia = tstzrange(lower(vigencia) - interval '1 hour', NULL)
       WHERE id = (SELECT max(id) FROM tipos_cambios_historico)`,
    ),
  ).rejects.toThrow(/history is not rewritten/)
})

test('jobs write nothing while the clock is in doubt, and all of them resume once it is confirmed', async () => {
  const app = await startTestApp()
  const { adm, cuentas, en } = await montarOrdenes(app)
  await en('pendiente')
  const expired = await en('pendiente')
  await comoDueno(app.url, 'SELECT ordenes_vencer_una($1)', [expired])
  await comoDueno(
    app.url,
    `INSERT INTO gastos_recurrentes (categoria_id, descripcion, cuenta_id, monto, comprobante, dia, desde, creado_por, creado_en)
     VALUES (1, 'Alquiler', $1, 180, 'sin', 1, date_trunc('month', fecha_negocio(now())), $2, now())`,
    [cuentas.bcpPen, adm.usuario_id],
  )
  const [par] = await comoDueno<{ par_id: number }>(
    app.url,
    `INSERT INTO pares_fuentes (par_id, nombre, url, ruta_compra, ruta_venta, minutos, salto_pct, modo)
     SELECT min(id), 'Mercado', 'http://127.0.0.1/tasas', 'compra', 'venta', 5, 1, 'propone' FROM pares_divisas RETURNING par_id`,
  )
  const jobs = async () => ({
    vencidas: await vencer(app.db),
    anuladas: await anularVencidas(app.db),
    gastos: (await sql<{ n: number }>`SELECT gastos_proponer() AS n`.execute(app.db)).rows[0]?.n,
    fuente: (await takeDue(app.db))?.par_id ?? null,
  })
  const late = Date.now() + 60 * DAY
  await (await relojDeMaquina(app.url))(late)
  expect(await jobs()).toEqual({ vencidas: 0, anuladas: 0, gastos: 0, fuente: null })
  await comoDueno(
    app.url,
    `SELECT reloj_confirmar(jsonb_build_object('usuario_id', $1::int), fecha_negocio(reloj()), NULL)`,
    [adm.usuario_id],
  )
  const done = await jobs()
  expect(done).toMatchObject({ vencidas: 1, anuladas: 2, fuente: par?.par_id })
  expect(done.gastos).toBeGreaterThan(1)
})

test('what a process knows of its house is read in turn, and again after a reading that failed', async () => {
  const readings: PromiseWithResolvers<void>[] = []
  const told: unknown[] = []
  const tomar = () => {
    const one = Promise.withResolvers<void>()
    readings.push(one)
    return one.promise
  }
  const casa = alDia(tomar, (error) => told.push(error), 0)
  const first = casa.leer()
  await expect.poll(() => readings.length).toBe(1)
  const later = [casa.leer(), casa.leer()]
  expect(readings.length).toBe(1)
  readings[0]?.resolve()
  await first
  await expect.poll(() => readings.length).toBe(2)
  readings[1]?.reject('cut')
  await Promise.all(later)
  expect(told).toEqual(['cut'])
  await expect.poll(() => readings.length).toBe(3)
  readings[2]?.resolve()
  await casa.cerrar()
  await casa.leer()
  expect(readings.length).toBe(3)
})

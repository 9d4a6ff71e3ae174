import type pg from 'pg'
import { expect, test } from 'vitest'
import { montarCasa, PEN, USD } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { createDatabase } from '../../../test/support/servidor/database.ts'
import {
  comoDueno,
  conectarDueno,
  enTurno,
  esperaAlguien,
} from '../../../test/support/servidor/dueno.ts'
import { contrato } from '../../areas/compras-ventas/contract.ts'

/* Locks that serialise two operations of one kind, and rules of functions that no screen reaches by itself. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, clientes } = casa
const { compra } = mostrador(casa)
const owner = <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  comoDueno<T>(app.url, text, values)
const quien = JSON.stringify({ usuario_id: adm.usuario_id })

test('operations of one client count each other: the second waits for the first', async () => {
  const exigir = `SELECT clientes_admitir(${clientes.ana}, 1, current_date)`
  expect(await enTurno(app.url, exigir, () => owner(exigir))).toHaveLength(1)
})

test('removing an overdraft waits for a concurrent payment from the account', async () => {
  await owner('SELECT cuentas_sobregirar($1, 100)', [cuentas.zelle])
  const leave = `UPDATE cuentas_contables SET saldo = -50 WHERE id = ${cuentas.zelle}`
  const back = await enTurno(app.url, leave, () =>
    owner('SELECT cuentas_sobregirar($1, 20)', [cuentas.zelle]),
  )
  expect(String(back)).toContain('SOBREGIRO_EN_USO')
  await owner('UPDATE cuentas_contables SET saldo = 0 WHERE id = $1', [cuentas.zelle])
})

test('an annulled operation may be repeated without a confirmation of duplicates', async () => {
  const body = compra('10.00', '35.20', { cliente_id: null })
  const { id } = (await adm.call(contrato.crear, { body })).body
  expect((await adm.call(contrato.crear, { body })).error.codigo).toBe('DOBLE_OPERACION')
  const why = { params: { id }, body: { motivo: 'Error de digitación' } }
  expect((await adm.call(contrato.anular, why)).status).toBe(200)
  // An annulled operation cannot change, except for its count of prints.
  for (const change of ["motivo_anulacion = 'Otro'", "estado = 'completada'", 'version = 9'])
    await expect(owner(`UPDATE compras_ventas SET ${change} WHERE id = $1`, [id])).rejects.toThrow(
      /not rewritten/,
    )
  await owner('UPDATE compras_ventas SET impresiones_declaracion = 1 WHERE id = $1', [id])
  expect((await adm.call(contrato.crear, { body })).status).toBe(201)
})

test('adding a voucher waits for a concurrent change of its operation', async () => {
  const { id } = (await adm.call(contrato.crear, { body: compra('15.00', '52.80') })).body
  const [line] = await owner<{ id: string }>(
    'SELECT min(id) AS id FROM compras_ventas_pagos WHERE compra_venta_id = $1',
    [id],
  )
  const rows = await enTurno(
    app.url,
    `SELECT FROM compras_ventas WHERE id = ${id} FOR NO KEY UPDATE`,
    () =>
      owner("SELECT compras_ventas_adjuntar($1, $2, $3, 'image/jpeg', 'x', '\\xffd8ff')", [
        quien,
        id,
        line?.id,
      ]),
  )
  expect(rows).toHaveLength(1)
})

test('a pending proposal keeps the price that its source gave', async () => {
  const [row] = await owner<{ id: string }>(
    `INSERT INTO pares_propuestas (par_id, fuente, compra, venta, salto)
     SELECT id, 'x', 1, 2, false FROM pares_divisas LIMIT 1 RETURNING id`,
  )
  for (const change of ['compra = 1.5', "fuente = 'y'", 'salto = true'])
    await expect(
      owner(`UPDATE pares_propuestas SET ${change} WHERE id = $1`, [row?.id]),
    ).rejects.toThrow(/not rewritten/)
})

test('an inactive rate applies to no amount', async () => {
  await owner(
    `INSERT INTO tipos_cambios (pais, base_id, cotizacion_id, metodo_calculo, precision, tasa_manual, segmento, monto_min, estatus)
     VALUES ('pe', ${USD}, ${PEN}, 'm', 3, true, 'mayorista', 500, false)`,
  )
  const [row] = await owner<{ segmento: string }>(
    `SELECT segmento FROM tipos_cambios WHERE id = tipos_cambios_del_monto('pe', ${USD}, ${PEN}, 900)`,
  )
  expect(row?.segmento).toBe('publico')
})

test('an inactive chat receives nothing', async () => {
  await owner('UPDATE telegram SET activo = true')
  await owner("INSERT INTO telegram_chats (nombre, chat_id, estatus) VALUES ('Ex', '77', false)")
  await owner(
    `INSERT INTO telegram_destinos SELECT 'operacion_anulada', false, id, false FROM telegram_chats WHERE nombre = 'Ex'`,
  )
  await owner("SELECT telegram_anotar('operacion_anulada', 'prueba-1', '{}')")
  expect(
    await owner("SELECT estado, chat_id FROM telegram_salida WHERE clave = 'prueba-1'"),
  ).toEqual([{ estado: 'omitido', chat_id: null }])
})

test('sealers run one at a time, and the second continues where the first ended', async () => {
  const base = await createDatabase()
  const first = await conectarDueno(base.url)
  try {
    const row = `SELECT auditar('{}', 'probar', 'prueba', NULL, NULL, NULL)`
    await comoDueno(base.url, `${row}; ${row}`)
    await first.query('BEGIN')
    await first.query('SELECT auditoria_sellar(1)')
    const second = comoDueno(base.url, 'SELECT auditoria_sellar()')
    await esperaAlguien(base.url)
    const { rows } = await first.query(
      `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`,
    )
    expect(rows).toEqual([{ n: 1 }])
    await first.query('COMMIT')
    await second
    const [chain] = await comoDueno<{ n: number; last: number }>(
      base.url,
      'SELECT count(*)::int AS n, max(pos)::int AS last FROM auditoria_cadena',
    )
    // Two rows, and one for each sealer's batch of the rows with which the house was born.
    expect(chain).toEqual({ n: 4, last: 4 })
  } finally {
    await first.end()
    await base.drop()
  }
})

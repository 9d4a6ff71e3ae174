import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/support/servidor/database.ts'
import { restaurarLanzamiento } from '../../../test/support/servidor/lanzamiento.ts'
import { migrate } from './migrate.ts'
import { livingSql, numberedSql } from './migrate-files.ts'

/* A server of the version before goes on selling while the one after it brings the database to its own schema. */

const base = await createEmptyDatabase()
afterAll(() => base.drop())

/** A purchase of the house, to be made again: who, when, and what he sent. */
interface Venta {
  usuario_id: number
  fecha: string
  cuerpo: Record<string, unknown>
}

async function ultimaCompra(client: pg.Client): Promise<Venta> {
  const { rows } = await client.query<Venta>(`
    SELECT o.usuario_id, (SELECT max(fecha) + interval '1 second' FROM asientos)::text AS fecha, jsonb_build_object(
      'tipo', o.tipo, 'cliente_id', o.cliente_id, 'divisa_id', o.divisa_id, 'monto', '10.00', 'tasa', h.tasa::text,
      'historico_id', h.id, 'confirmo_duplicado', true, 'motivo', 'Prueba de actualización',
      'recibimos', jsonb_build_array(jsonb_build_object('tipo_pago_id', e.tipo_pago_id, 'cuenta_id', e.cuenta_id,
        'monto', '10.00')),
      'entregamos', jsonb_build_array(jsonb_build_object('tipo_pago_id', s.tipo_pago_id, 'cuenta_id', s.cuenta_id,
        'monto', convertir(10, h.tasa, h.metodo_calculo, 1, 'arriba')::text))) AS cuerpo
    FROM compras_ventas o
    JOIN tipos_cambios_historico h ON h.id = o.historico_id AND upper_inf(h.vigencia)
    JOIN compras_ventas_pagos e ON e.compra_venta_id = o.id AND e.lado = 'recibimos'
    JOIN compras_ventas_pagos s ON s.compra_venta_id = o.id AND s.lado = 'entregamos'
    JOIN cuentas ce ON ce.id = e.cuenta_id AND ce.tipo = 'caja'
    JOIN cuentas cs ON cs.id = s.cuenta_id AND cs.tipo = 'caja'
    WHERE o.tipo = 'compra' AND o.estado = 'completada' ORDER BY o.id DESC LIMIT 1`)
  const found = rows[0]
  if (!found) throw new Error('the house of the release has no purchase in cash at a rate in force')
  return found
}

async function vender(client: pg.Client, venta: Venta): Promise<void> {
  const quien = {
    usuario_id: venta.usuario_id,
    desvio_pct: '100',
    vencida: true,
    ganancia: true,
    ajenas: true,
  }
  const values = [quien, randomUUID(), Buffer.from('prueba'), venta.cuerpo]
  for (;;) {
    try {
      await client.query('SELECT compras_ventas_registrar($1, $2, $3, $4)', values)
      return
    } catch (error) {
      // The server, too, does again what lost a deadlock.
      if ((error as { code?: string }).code !== '40P01') throw error
    }
  }
}

test('a process of 0.1.0 sells all the while, and every sale is in the books', async () => {
  await restaurarLanzamiento(base.url, '0.1.0')
  const client = new pg.Client({ connectionString: base.url })
  await client.connect()
  try {
    const venta = await ultimaCompra(client)
    await client.query(`SELECT set_config('cambista.ahora', $1, false)`, [venta.fecha])
    await client.query("UPDATE ajustes SET valor = 'false' WHERE clave = 'exigir_turno'")
    // However many sales fit into an upgrade, none of them asks for more papers than the first.
    await client.query("UPDATE ajustes SET valor = '1000000000' WHERE clave LIKE 'umbral%'")
    const count = async () =>
      Number((await client.query('SELECT count(*) AS n FROM compras_ventas')).rows[0].n)
    const before = await count()
    let made = 0
    let done = false
    const upgrade = async () => {
      await migrate(base.url)
      // And again, as often as a release changes what lives.
      for (const n of [1, 2, 3]) {
        const living = { ...livingSql(), huella: String(n) }
        await migrate(base.url, { numbered: numberedSql(), living })
      }
    }
    const sell = async () => {
      while (!done) {
        await vender(client, venta)
        made += 1
      }
    }
    const upgraded = upgrade().finally(() => {
      done = true
    })
    await Promise.all([upgraded, sell()])
    await vender(client, venta)
    expect(made).toBeGreaterThan(0)
    expect(await count()).toBe(before + made + 1)
  } finally {
    await client.end()
  }
})

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../test/support/servidor/database.ts'
import { comoDueno, comoSuperusuario } from '../../../test/support/servidor/dueno.ts'
import { restaurarLanzamiento } from '../../../test/support/servidor/lanzamiento.ts'
import { migrate } from './migrate.ts'
import { livingSql, numberedSql } from './migrate-files.ts'

/* What an upgrade leaves as it was: a server of the version before keeps selling, and its house has what it had. */

const base = await createEmptyDatabase()
afterAll(() => base.drop())

/** A recorded purchase to replay: the user, the instant and the body. */
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
      // The server, too, retries after a deadlock.
      if ((error as { code?: string }).code !== '40P01') throw error
    }
  }
}

test('a process of 0.1.0 keeps selling during the migration, and every sale is in the books', async () => {
  await restaurarLanzamiento(base.url, '0.1.0')
  const client = new pg.Client({ connectionString: base.url })
  await client.connect()
  try {
    const venta = await ultimaCompra(client)
    await client.query(`SELECT set_config('cambista.ahora', $1, false)`, [venta.fecha])
    await client.query("UPDATE ajustes SET valor = 'false' WHERE clave = 'exigir_turno'")
    // High thresholds, so that no number of sales during an upgrade requires further documents of the client.
    await client.query("UPDATE ajustes SET valor = '1000000000' WHERE clave LIKE 'umbral%'")
    const count = async () =>
      Number((await client.query('SELECT count(*) AS n FROM compras_ventas')).rows[0].n)
    const before = await count()
    let made = 0
    let done = false
    const upgrade = async () => {
      await migrate(base.url)
      // Repeated, because every release may change the living files.
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

/** Writes `rows` into a house as it was before the migration `numero`, and brings it to this version. */
async function conFilasDeAntes(numero: number, rows: string): Promise<TestDatabase> {
  const house = await createEmptyDatabase()
  const { before } = livingSql()
  await migrate(house.url, {
    numbered: numberedSql().filter((each) => each.numero < numero),
    living: { huella: 'before', before, files: before, retired: [] },
  })
  await comoSuperusuario(house.url, `SET session_replication_role = replica; ${rows}`)
  await migrate(house.url)
  return house
}

test('what a house had set under the names of soles it has under those of the currency of the books (0085)', async () => {
  const house = await conFilasDeAntes(
    85,
    `UPDATE ajustes SET valor = '777' WHERE clave ~ '_pen$';
     UPDATE ajustes SET valor = '["gasto_aprobacion_pen", "turno_nota_pen", "sin_cliente_dia_usd"]'
       WHERE clave = 'limites_por_revisar';
     INSERT INTO sucursales (nombre, gasto_aprobacion_pen, gasto_sin_papel_pen, ajuste_aprobacion_pen, turno_nota_pen)
       VALUES ('Lima', 1, 2, 3, 4);
     INSERT INTO vistas (usuario_id, lista, nombre, filtros, columnas)
       VALUES (1, 'ordenes', 'Suya', '{}', '{"orden": ["numero", "pen", "valor_pen", "penalidad"]}')`,
  )
  const read = (text: string) => comoDueno(house.url, text)
  const left = ['ajustes.clave', 'ajustes_reglas.clave', 'controles.columna'].map((each) => {
    const [table, column] = each.split('.')
    return `SELECT ${column} FROM ${table} WHERE ${column} ~ '_pen$'`
  })
  expect(await read(left.join(' UNION ALL '))).toEqual([])
  const set = await read("SELECT clave FROM ajustes WHERE valor = '777' ORDER BY clave")
  expect(set.map(({ clave }) => clave)).toEqual(
    [
      ...['ajuste_aprobacion', 'aprobacion_dia', 'aprobacion_limite', 'cargo_exceso'],
      ...['gasto_aprobacion', 'gasto_sin_papel_categoria', 'gasto_sin_papel', 'interna_dia'],
      'turno_nota',
    ]
      .map((name) => `${name}_funcional`)
      .toSorted(),
  )
  expect(await read("SELECT valor FROM ajustes WHERE clave = 'limites_por_revisar'")).toEqual([
    { valor: ['gasto_aprobacion_funcional', 'turno_nota_funcional', 'sin_cliente_dia_usd'] },
  ])
  expect(
    await read(
      `SELECT gasto_aprobacion_funcional::int AS a, gasto_sin_papel_funcional::int AS b,
         ajuste_aprobacion_funcional::int AS c, turno_nota_funcional::int AS d FROM sucursales WHERE nombre = 'Lima'`,
    ),
  ).toEqual([{ a: 1, b: 2, c: 3, d: 4 }])
  expect(await read('SELECT columnas FROM vistas')).toEqual([
    { columnas: { orden: ['numero', 'valor', 'valor', 'penalidad'] } },
  ])
  await house.drop()
})

test('a requote of before says what its order was by its note, and no other step does (0095)', async () => {
  const notes = [
    ['recotizar', 'S/ 600.00 → Bs 31,447.20, antes S/ 1,500.00 → Bs 78,618.00'],
    ['recotizar', 'COP 1 → US$ 0.01, antes COP 3,000,000 → US$ 712.5'],
    ['recotizar', 'S/ 10.00 → Bs 520.00'],
    ['recotizar', 'S/ 10.00 → Bs 520.00, antes S/ 0.00 → Bs 0.00'],
    ['recotizar', 'antes de lo de ayer'],
    ['cobrar', 'Efectivo, antes S/ 1,500.00 → Bs 78,618.00'],
  ]
  const rows = notes.map(([accion, nota]) => `(1, '${accion}', 'pendiente', 1, '${nota}')`)
  const house = await conFilasDeAntes(
    95,
    `INSERT INTO ordenes_pasos (orden_id, accion, a, usuario_id, nota) VALUES ${rows.join(', ')}`,
  )
  const said = await comoDueno<{ envia: string | null; recibe: string | null }>(
    house.url,
    `SELECT trim_scale(antes_envia)::text AS envia, trim_scale(antes_recibe)::text AS recibe FROM ordenes_pasos ORDER BY id`,
  )
  expect(said.map(({ envia, recibe }) => [envia, recibe])).toEqual([
    ['1500', '78618'],
    ['3000000', '712.5'],
    ...Array.from({ length: 4 }, () => [null, null]),
  ])
  await house.drop()
})

import { createHash } from 'node:crypto'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, USD } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno, unaConexion } from '../../../test/support/servidor/dueno.ts'
import { connect } from '../../server/db/db.ts'
import type { DB } from '../../server/db/schema.ts'
import { escribirFilas, leerFilas } from '../../server/http/respuesta/escrita.ts'
import { contrato } from './contract.ts'
import { list } from './queries.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const first = await adm.call(contrato.crear, { body: mostrador(casa).compra('10.00', '35.20') })

await comoDueno(
  app.url,
  `INSERT INTO clientes (id, tipo_persona, tipo_doc, num_doc, nombres, apellidos, celular)
   SELECT 1000 + n, 'natural', 'DNI', lpad(n::text, 8, '0'), md5(n::text), md5((n + 1)::text), '+519'
   FROM generate_series(0, 4999) n`,
)
/** Who lists: of a house with one branch. */
const QUIEN = {
  usuario_id: adm.usuario_id,
  permisos: ['ganancia:ver' as const],
  sucursal_id: null,
  sucursales: [],
}

/** Copies of one operation, three a day, without entries, as the volume for lists. */
await comoDueno(
  app.url,
  `WITH quiet AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', false))
   INSERT INTO compras_ventas (numero, clave, fecha, tipo, cliente_id, divisa_id, monto, contramoneda_id, contravalor,
     historico_id, tasa, precision, metodo_calculo, servicio, redondeo, ganancia, asiento_id, usuario_id, estado,
     anulada_en, motivo_anulacion)
   SELECT 'CV-2000-' || lpad(i::text, 6, '0'), gen_random_uuid(), o.fecha - (40000 - i) * interval '8 hours',
     CASE WHEN i % 4000 = 7 THEN 'canje' ELSE 'compra' END, CASE WHEN i % 500 = 3 THEN o.cliente_id ELSE 1000 + i % 5000 END,
     CASE WHEN i % 4000 = 9 THEN 8 ELSE o.divisa_id END, o.monto, o.contramoneda_id, o.contravalor, o.historico_id, o.tasa,
     o.precision, o.metodo_calculo, 0, 0, 0, 1000000 + i, o.usuario_id,
     CASE WHEN i % 4000 = 11 THEN 'anulada' WHEN i % 4000 = 13 THEN 'pendiente' ELSE 'completada' END,
     CASE WHEN i % 4000 = 11 THEN o.fecha END, CASE WHEN i % 4000 = 11 THEN 'prueba' END
   FROM generate_series(1, 40000) i, compras_ventas o, quiet WHERE o.id = $1`,
  [first.body.id],
)
await comoDueno(app.url, "INSERT INTO series VALUES ('CV', 2000, 40000)")
await comoDueno(app.url, 'VACUUM ANALYZE compras_ventas, clientes, series')

const pool = unaConexion(app.url)
const asked: CompiledQuery[] = []
const db = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => {
    asked.push(query)
  },
})

/** How many rows of the large table the query read, with a generic plan. */
async function looked(): Promise<number> {
  const { sql, parameters } = asked.at(-1) as CompiledQuery
  const client = await pool.connect()
  try {
    await client.query('SET enable_seqscan = off')
    await client.query('SET plan_cache_mode = force_generic_plan')
    const { rows } = await client.query({
      name: `plan${asked.length}`,
      text: `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      values: [...parameters],
    })
    return rowsOf(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    client.release()
  }
}

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

function rowsOf(plan: Plan): number {
  const own =
    plan['Relation Name'] === 'compras_ventas'
      ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
      : 0
  return own + (plan.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0)
}

type Consulta = Parameters<typeof list>[1]

test.each<[string, Consulta, number]>([
  ['no filter', {}, 51],
  ['annulled ones', { estado: 'anulada' }, 10],
  ['pending ones', { estado: 'pendiente' }, 10],
  ['swaps', { tipo: 'canje' }, 10],
  ['a rare currency', { divisa_id: 8 }, 10],
  ['a currency without any', { divisa_id: 11 }, 0],
  ['the common currency', { divisa_id: USD }, 51],
  ['a client', { cliente_id: casa.clientes.ana }, 51],
  ['a client without any', { cliente_id: casa.clientes.bloqueado }, 0],
  ['a cashier', { usuario_id: adm.usuario_id }, 51],
  ['a cashier without any', { usuario_id: 999 }, 0],
  ['a day long ago', { desde: '1995-05-05', hasta: '1995-05-05' }, 3],
  ['a number', { buscar: '2000-123' }, 1],
  ['a number of any year', { buscar: '39999' }, 1],
  ['a client’s name', { buscar: 'garcía' }, 51],
  ['a name that nobody has', { buscar: 'zzzzzz' }, 0],
  // The first name of one client is the surname of another; each has eight operations.
  ['a name that few have', { buscar: createHash('md5').update('7').digest('hex') }, 16],
  ['a text that matches all clients', { buscar: '+519' }, 51],
  ['the largest first', { orden: '-monto' }, 51],
  ['the smallest of the other amount first', { orden: 'contravalor' }, 51],
  ['what earned most', { orden: '-ganancia' }, 51],
  ['the number', { orden: 'numero' }, 51],
])('a page by %s reads its own rows, not the whole table', async (_, consulta, found) => {
  const rows = await listar(db, consulta, 50, null, QUIEN)
  expect(rows).toHaveLength(found)
  expect(await looked()).toBeLessThan(400)
})

const listar = async (...given: Parameters<typeof list>) =>
  leerFilas(given[0], (await list(...given)).filas)

test.each(['abc', '+519', '2000-39999'])(
  'the pages of %s contain each row once, in order',
  async (buscar) => {
    const whole = (await listar(db, { buscar }, 300, null, QUIEN)).map(({ id }) => id).slice(0, 300)
    const walked: number[] = []
    while (walked.length < whole.length) {
      const page = await listar(
        db,
        { buscar },
        49,
        walked.length ? [Number(walked.at(-1))] : null,
        QUIEN,
      )
      walked.push(...page.slice(0, 49).map(({ id }) => id))
    }
    expect(walked.slice(0, 300)).toEqual(whole)
    expect(new Set(whole).size).toBe(whole.length)
  },
)

test('the last pages cost as much as the first', async () => {
  const [key] = (await comoDueno<{ id: string }>(
    app.url,
    "SELECT id FROM compras_ventas WHERE numero = 'CV-2000-000100'",
  )) as [{ id: string }]
  const rows = await listar(db, {}, 50, [Number(key.id)], QUIEN)
  expect(rows[0]?.numero).toBe('CV-2000-000099')
  expect(await looked()).toBeLessThan(400)
  const oldest = await listar(db, { orden: 'fecha' }, 50, [Number(key.id)], QUIEN)
  expect(oldest[0]?.numero).toBe('CV-2000-000101')
  // All amounts are alike, so they stand in the order of their ids.
  for (const orden of ['-monto', 'contravalor', '-ganancia', 'numero'] as const) {
    const next = await listar(db, { orden }, 50, [Number(key.id)], QUIEN)
    const step = orden.startsWith('-') ? '000099' : '000101'
    expect([orden, next[0]?.numero]).toEqual([orden, `CV-2000-${step}`])
    expect(await looked()).toBeLessThan(400)
  }
  await db.destroy()
})

test('unfiltered pages use a generic plan after a few runs', async () => {
  const own = connect({ url: app.url, max: 1 })
  const page = async (key: [number] | null) => {
    const { filas } = await list(own, {}, 50, key, QUIEN)
    await escribirFilas(own, { filas, limite: 50, claves: ['id'] })
  }
  for (let n = 0; n < 12; n += 1) {
    await page(null)
    await page([20_000])
  }
  const { rows } = await sql<{ custom_plans: number; generic_plans: number }>`
    SELECT custom_plans::int, generic_plans::int FROM pg_prepared_statements
    WHERE statement LIKE '%select "o"%' AND statement NOT LIKE '%pg_prepared%' ORDER BY custom_plans`.execute(
    own,
  )
  await own.destroy()
  // PostgreSQL makes five custom plans before a generic one.
  expect(rows).toEqual([
    { custom_plans: 5, generic_plans: 7 },
    { custom_plans: 5, generic_plans: 7 },
  ])
})

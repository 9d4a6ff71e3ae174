import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { afterAll } from 'vitest'
import { loadDemo } from '../../../../scripts/demo/load.ts'
import { createFilledDatabase } from '../../../../test/support/servidor/database.ts'
import { comoDueno, unaConexion } from '../../../../test/support/servidor/dueno.ts'
import type { DB } from '../../db/schema.ts'

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** A house of one day whose tables can be made long, and what its queries read; for one test file. */
export async function casaLarga(filas: number) {
  const database = await createFilledDatabase('demo_1', (url) =>
    loadDemo(url, { ahora: '2025-11-20T20:00:00.000Z', dias: 1 }),
  )
  const { url } = database
  const pool = unaConexion(url)
  const asked: CompiledQuery[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      asked.push(query)
    },
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  /** Copies one row of a table until it has `filas` more: what must be unique is, by an expression of `i`. */
  async function llenar(tabla: string, distinto: Record<string, string>): Promise<void> {
    const columns = await comoDueno<{ name: string }>(
      url,
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '${tabla}'
       AND is_generated = 'NEVER' AND is_identity = 'NO' ORDER BY ordinal_position`,
    )
    const names = columns.map(({ name }) => name)
    await comoDueno(
      url,
      `WITH quiet AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', false))
       INSERT INTO ${tabla} (${names.join(', ')})
       SELECT ${names.map((name) => distinto[name] ?? `o.${name}`).join(', ')}
       FROM generate_series(1, ${filas}) i, (SELECT * FROM ${tabla} ORDER BY id LIMIT 1) o, quiet ORDER BY i`,
    )
    await comoDueno(url, `VACUUM ANALYZE ${tabla}`)
  }

  /** How many rows of the table the last query read. */
  async function leidas(tabla: string): Promise<number> {
    const { sql, parameters } = asked.at(-1) as CompiledQuery
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...parameters])
    const count = (one: Plan): number =>
      (one['Relation Name'] === tabla
        ? (one['Actual Rows'] + (one['Rows Removed by Filter'] ?? 0)) * one['Actual Loops']
        : 0) + (one.Plans ?? []).reduce((sum, each) => sum + count(each), 0)
    return count(rows[0]['QUERY PLAN'][0].Plan)
  }

  return { url, db, llenar, leidas }
}

import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { prepareRoles, SUPERUSER } from '../../../src/server/embedded/roles.ts'
import { comoRol } from './url.ts'

/** A house as a release left it: the SQL that created it, in order, and every row of every table. */
interface Lanzamiento {
  version: string
  sql: string[]
  /** Every value as text, so that it is restored to the last digit. */
  tables: Record<string, { columns: string[]; types: string[]; rows: string }>
  sequences: { n: string; v: string }[]
}

/** The versions whose houses are stored (`npm run release` adds one), oldest first. */
export const lanzamientos = () =>
  readdirSync('test/lanzamientos')
    .map((name) => name.replace('.json.gz', ''))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/**
 * Fills an empty database with the demo house of a release (`test/lanzamientos/<version>.json.gz`). Triggers and
 * foreign keys are off meanwhile, so that the rows are exactly those that the release wrote. All belongs to the
 * superuser, as in those releases, until the start of the cluster gives it to the owner.
 */
export async function restaurarLanzamiento(url: string, version: string): Promise<void> {
  const text = gunzipSync(readFileSync(`test/lanzamientos/${version}.json.gz`)).toString('utf8')
  const { sql, tables, sequences } = JSON.parse(text) as Lanzamiento
  const client = new pg.Client({ connectionString: comoRol(url, SUPERUSER) })
  await client.connect()
  try {
    await client.query(`CREATE TABLE migraciones (numero integer PRIMARY KEY, nombre text NOT NULL,
      huella text NOT NULL, aplicada_en timestamptz NOT NULL DEFAULT clock_timestamp())`)
    for (const statements of sql) await client.query(statements)
    await client.query('BEGIN')
    await client.query('SET LOCAL session_replication_role = replica')
    const all = await client.query<{
      lista: string
    }>(`SELECT string_agg(oid::regclass::text, ', ') AS lista
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`)
    await client.query(`TRUNCATE ${all.rows[0]?.lista}`)
    for (const [table, { columns, types, rows }] of Object.entries(tables)) {
      const names = columns.map((name) => `"${name}"`).join(', ')
      await client.query(
        `INSERT INTO "${table}" (${names}) OVERRIDING SYSTEM VALUE
         SELECT ${types.map((type, i) => `(r->>${i})::${type}`).join(', ')} FROM jsonb_array_elements($1) r`,
        [rows],
      )
    }
    for (const { n, v } of sequences) await client.query('SELECT setval($1, $2)', [n, v])
    await client.query('COMMIT')
    await prepareRoles(client)
  } finally {
    await client.end()
  }
}

import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { createDatabase } from './database.ts'
import { conectarDueno } from './dueno.ts'

export type Row = Readonly<Record<string, string>>

/** By type, the SQL value of a column that has no default and that the case does not set. */
const FILLER: Row = {
  text: "'aaaaa'",
  integer: '999',
  bigint: '999',
  numeric: '1',
  boolean: 'false',
  bytea: "sha256('x')",
  jsonb: "'{}'",
  date: 'current_date',
  uuid: 'gen_random_uuid()',
  'timestamp with time zone': 'now()',
}

/**
 * A database in which rows are inserted with foreign keys and triggers off, so that only a constraint of the table can
 * refuse them. `right` = the values that make a row of a table valid; `alone` = tables that start with their only row.
 */
export async function restricciones(
  right: Readonly<Record<string, Row>>,
  alone: readonly string[] = [],
) {
  const database = await createDatabase()
  let owner: pg.Client
  beforeAll(async () => {
    owner = await conectarDueno(database.url)
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
  })

  async function insert(tabla: string, change: Row, veces = 1): Promise<void> {
    const { rows } = await owner.query<{ nombre: string; tipo: string }>(
      `SELECT column_name AS nombre, data_type AS tipo FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL
         AND is_identity = 'NO' AND is_generated = 'NEVER'`,
      [tabla],
    )
    const fillers = Object.fromEntries(
      rows.map(({ nombre, tipo }) => [nombre, FILLER[tipo] ?? "'aaaaa'"]),
    )
    const row: Row = { ...fillers, ...right[tabla], ...change }
    await owner.query('BEGIN')
    try {
      await owner.query('SET LOCAL session_replication_role = replica')
      if (alone.includes(tabla)) await owner.query(`DELETE FROM ${tabla}`)
      for (let n = 0; n < veces; n += 1)
        await owner.query(
          `INSERT INTO ${tabla} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).join(', ')})`,
        )
    } finally {
      await owner.query('ROLLBACK')
    }
  }

  /** The constraint that refused the rows (or the error's message); `taken` if they were accepted. */
  const probar = (tabla: string, change: Row, veces = 1): Promise<string> =>
    insert(tabla, change, veces).then(
      () => 'taken',
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    )

  /** The names of the CHECK constraints of these tables. */
  async function reglas(tablas: readonly string[]): Promise<string[]> {
    const { rows } = await owner.query<{ nombre: string }>(
      `SELECT conname AS nombre FROM pg_constraint WHERE contype = 'c' AND conrelid::regclass::text = ANY ($1)`,
      [tablas],
    )
    return rows.map(({ nombre }) => nombre)
  }

  return { probar, reglas }
}

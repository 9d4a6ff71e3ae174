import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url))
const LOCK = 727_001

interface Migration {
  numero: number
  nombre: string
  text: string
  huella: string
}

function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(`${FOLDER}${name}`, 'utf8')
      const huella = createHash('sha256').update(text).digest('hex')
      return { numero: Number(name.slice(0, 4)), nombre: name, text, huella }
    })
}

/**
 * Brings the database to the schema of this program: every numbered file that is not there yet, each in
 * its own transaction, then the views and the rights of the app's role. Several processes may call it at once.
 * @throws Error in Spanish when the database is newer than the program, or a landed file was changed.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'cambista-migrate' })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(`CREATE TABLE IF NOT EXISTS migraciones (
      numero integer PRIMARY KEY, nombre text NOT NULL, huella text NOT NULL,
      aplicada_en timestamptz NOT NULL DEFAULT clock_timestamp())`)
    const { rows } = await client.query<{ numero: number; huella: string }>(
      'SELECT numero, huella FROM migraciones ORDER BY numero',
    )
    const migrations = readMigrations()
    checkHistory(rows, migrations)
    for (const migration of migrations.slice(rows.length)) await apply(client, migration)
    if (rows.length < migrations.length) await rewrite(client)
  } finally {
    await client.end()
  }
}

function checkHistory(applied: { numero: number; huella: string }[], known: Migration[]): void {
  if (applied.length > known.length) {
    throw new Error('La base de datos es de una versión más nueva que este programa: actualícelo.')
  }
  applied.forEach(({ huella }, i) => {
    if (known[i]?.huella !== huella) {
      throw new Error(`La migración ${known[i]?.nombre} cambió después de aplicarse.`)
    }
  })
}

async function apply(
  client: pg.Client,
  { numero, nombre, text, huella }: Migration,
): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(text)
    await client.query('INSERT INTO migraciones (numero, nombre, huella) VALUES ($1, $2, $3)', [
      numero,
      nombre,
      huella,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`${nombre}: ${(error as Error).message}`, { cause: error })
  }
}

/** The views that grow with the areas, then the rights of the server's role: rewritten after every change of the schema. */
async function rewrite(client: pg.Client): Promise<void> {
  for (const file of ['views.sql', 'privileges.sql']) {
    await client.query(readFileSync(`${FOLDER}${file}`, 'utf8'))
  }
}

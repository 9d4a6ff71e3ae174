import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { soltarDueno } from './dueno.ts'
import { comoRol, inDatabase } from './url.ts'

/** Runs one statement in a connection of its own, outside a transaction, as CREATE DATABASE requires. */
async function execute(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

export interface TestDatabase {
  url: string
  name: string
  /** Ends its connections and drops it. */
  drop(): Promise<void>
}

/**
 * A migrated, empty database of its own, cloned from the template in some tens of milliseconds.
 * Workers take turns, because PostgreSQL refuses to clone while another session uses the template.
 */
export async function createDatabase(): Promise<TestDatabase> {
  return create(async (client, name) => {
    await client.query("SELECT pg_advisory_lock(hashtext('plantilla'))")
    await client.query(`CREATE DATABASE ${name} TEMPLATE plantilla STRATEGY file_copy`)
  })
}

/**
 * A filled database of its own: the first call with `name` in this run fills a template, every call clones it.
 * `fill` gets the template's connection string and must close its connections.
 */
export async function createFilledDatabase(
  name: string,
  fill: (url: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const template = `plantilla_${name}`
  return create(async (client, made) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [template])
    const there = await client.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (there.rowCount === 0) {
      const draft = await createDatabase()
      await fill(draft.url)
      await client.query(`ALTER DATABASE ${draft.name} RENAME TO ${template}`)
    }
    await client.query(`CREATE DATABASE ${made} TEMPLATE ${template} STRATEGY file_copy`)
  })
}

/** An empty database without migrations, for tests that create or upgrade one. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return create((client, name) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`))
}

async function create(
  make: (client: pg.Client, name: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `prueba_${randomBytes(6).toString('hex')}`
  await execute(server, (client) => make(client, name))
  return {
    url: inDatabase(server, name),
    name,
    // Only a superuser may end an autovacuum worker, and one may be at work in any database.
    drop: async () => {
      await soltarDueno(inDatabase(server, name))
      await execute(comoRol(server, 'cambista'), (client) =>
        client.query(`DROP DATABASE ${name} WITH (FORCE)`),
      )
    },
  }
}

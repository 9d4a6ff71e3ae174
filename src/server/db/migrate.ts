import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type LivingSql, livingSql, type NumberedSql, numberedSql } from './migrate-files.ts'
import { conectado } from './servidores/cliente.ts'

/** Advisory lock of whoever changes the schema or the roles. */
export const MIGRATION_LOCK = 727_001
/** Numbers under which the digests of the living and of the retired files are stored. */
const LIVING = 0
const RETIRED = -1
/** SHA-256 over the numbers and digests of the 43 migrations of 0.1.0, whose result the first two numbered files are. */
const RELEASE_0_1_0 = '1643cacf43861e7c0d4097ddf36a21dc144507e03227ef5c6c24dd4e005551de'
/** Deadlock or lock timeout: a server of the previous version is serving meanwhile. */
const BUSY = new Set(['40P01', '55P03'])
const TRIES = 10
/** The program's own transactions end sooner; one of another program may stay open for ever. */
const WAIT_MS = 60_000

interface Applied {
  numero: number
  huella: string
}

/**
 * Brings the database to the schema of this program. First it runs each numbered file (tables and data) that has not
 * been run, once and in order, each in its own transaction. Then, if the digest of the living files (functions,
 * triggers, views and rights) differs from the stored one, it applies all of them and stores the digest in one
 * transaction. Last it drops retired functions, once no session can still call them; when that takes longer than `waitMs`
 * milliseconds, the next start drops them. A database that was restored to a server without its roles gets them again.
 * After an error or a kill the next start continues. Several processes may call it at once.
 * @throws Error in Spanish when the database is newer than the program, or of no release.
 */
export async function migrate(
  url: string,
  files: { numbered: NumberedSql[]; living: LivingSql } = {
    numbered: numberedSql(),
    living: livingSql(),
  },
  waitMs = WAIT_MS,
): Promise<void> {
  const client = await conectado({ connectionString: url, application_name: 'cambista-migrate' })
  try {
    await tomarTurno(client)
    await client.query('SET check_function_bodies = off')
    await client.query(`CREATE TABLE IF NOT EXISTS migraciones (
      numero integer PRIMARY KEY, nombre text NOT NULL, huella text NOT NULL,
      aplicada_en timestamptz NOT NULL DEFAULT clock_timestamp())`)
    const rows = await readApplied(client, files.numbered)
    const applied = rows.filter(({ numero }) => numero > LIVING)
    checkHistory(applied, files.numbered)
    const { huella } = files.living
    const current = (row: number) => rows.find(({ numero }) => numero === row)?.huella === huella
    const missing = files.numbered.slice(applied.length)
    if (!current(LIVING) || missing.length > 0 || (await sinDerechos(client))) {
      await inTransaction(client, () => runAll(client, files.living.before))
      for (const migration of missing) await applyNumbered(client, migration)
      await applyLiving(client, files.living)
    }
    if (!current(RETIRED)) await applyRetired(client, files.living, waitMs)
  } finally {
    await client.end()
  }
}

/**
 * Waits until no other process migrates, and keeps others from it while this connection lasts. It asks again and again: a statement that waits for the lock is a transaction
 * that began before, and whoever holds the lock waits for those (`applyRetired`).
 */
export async function tomarTurno(client: pg.Client): Promise<void> {
  const ask = 'SELECT pg_try_advisory_lock($1) AS mio'
  while (!(await client.query<{ mio: boolean }>(ask, [MIGRATION_LOCK])).rows[0]?.mio)
    await sleep(50)
}

/** Whether the roles that serve, or their rights, are not there: the database came from another server. */
async function sinDerechos(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ hay: boolean | null }>(
    `SELECT bool_and(has_table_privilege(r.oid, 'migraciones', 'SELECT')) AND count(*) = 2 AS hay
     FROM pg_roles r WHERE rolname IN ('cambista_app', 'cambista_sucursal')`,
  )
  return rows[0]?.hay !== true
}

async function readApplied(client: pg.Client, numbered: NumberedSql[]): Promise<Applied[]> {
  const read = async () => {
    const text = 'SELECT numero, huella FROM migraciones ORDER BY numero'
    return (await client.query<Applied>(text)).rows
  }
  const rows = await read()
  const history = rows.map(({ numero, huella }) => `${numero} ${huella}`).join('\n')
  if (createHash('sha256').update(history).digest('hex') !== RELEASE_0_1_0) return rows
  await inTransaction(client, async () => {
    await client.query('DELETE FROM migraciones')
    for (const migration of numbered.slice(0, 2)) await record(client, migration)
  })
  return read()
}

function checkHistory(applied: Applied[], known: NumberedSql[]): void {
  const fault = applied.findIndex(({ huella }, i) => known[i] && known[i].huella !== huella)
  if (fault >= 0) {
    throw new Error(
      `La base de datos no es de ninguna versión publicada (difiere en ${known[fault]?.nombre}): ` +
        'ábrala con el programa que la creó, o empiece en otra carpeta con CAMBISTA_DATOS.',
    )
  }
  if (applied.length > known.length) {
    throw new Error('La base de datos es de una versión más nueva que este programa: actualícelo.')
  }
}

async function record(
  client: pg.Client,
  { numero, nombre, huella }: Omit<NumberedSql, 'files'>,
): Promise<void> {
  await client.query(
    `INSERT INTO migraciones (numero, nombre, huella) VALUES ($1, $2, $3)
     ON CONFLICT (numero) DO UPDATE SET nombre = $2, huella = $3, aplicada_en = clock_timestamp()`,
    [numero, nombre, huella],
  )
}

async function applyNumbered(client: pg.Client, migration: NumberedSql): Promise<void> {
  await again(client, async () => {
    await runAll(client, migration.files)
    await record(client, migration)
  })
}

async function applyLiving(client: pg.Client, living: LivingSql): Promise<void> {
  await again(client, async () => {
    await client.query("SET LOCAL lock_timeout = '2s'")
    await runAll(client, living.files)
    await record(client, { numero: LIVING, nombre: 'sql', huella: living.huella })
  })
}

/**
 * A step of the migration: another process may be writing the tables that it changes, and a deadlock with one of its
 * transactions does the whole step again.
 */
async function again(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let n = 1; ; n += 1) {
    try {
      return await inTransaction(client, work)
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      if (n === TRIES || !BUSY.has(code ?? '')) throw error
    }
  }
}

/**
 * Drops functions that nothing calls any more. A transaction that began before the living files were applied may still
 * call them, so it waits for those first. After `waitMs` milliseconds it leaves all as it is: unused functions do no
 * harm, and without its row the next start tries again.
 */
async function applyRetired(
  client: pg.Client,
  { retired, huella }: LivingSql,
  waitMs: number,
): Promise<void> {
  if (retired.length > 0) {
    const { rows } = await client.query<{ ahora: string }>(
      'SELECT clock_timestamp()::text AS ahora',
    )
    const older = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < $1 LIMIT 1`
    const end = performance.now() + waitMs
    while ((await client.query(older, [rows[0]?.ahora])).rowCount !== 0) {
      if (performance.now() >= end) return
      await sleep(50)
    }
  }
  await inTransaction(client, async () => {
    await runAll(client, retired)
    await record(client, { numero: RETIRED, nombre: 'retirado', huella })
  })
}

async function runAll(client: pg.Client, files: NumberedSql['files']): Promise<void> {
  for (const { name, text } of files) {
    try {
      await client.query(text)
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
    }
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    // A lost connection has rolled back by itself; the original error is the one to report.
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

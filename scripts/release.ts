// `npm run release` records the version of package.json: the digests of its numbered SQL files, and its demo house,
// which every later version upgrades in a test. Run it once, when all tests pass, and commit what it wrote; run again, it
// makes the package of the version (`npm run paquete`) into `paquetes`. What a version was is kept once.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { migrate } from '../src/server/db/migrate.ts'
import { livingSql, numberedSql } from '../src/server/db/migrate-files.ts'
import { startPostgres } from '../src/server/embedded/embedded.ts'
import { loadDemo } from './demo/load.ts'
import { empaquetar, sinConfirmar } from './despliegue/empaquetar.ts'

const AHORA = '2026-03-12T20:00:00.000Z'
const DIAS = 12

interface Columna {
  tabla: string
  columnas: string[]
  tipos: string[]
}

/** Every table with its columns, without the generated ones. */
const TABLAS = `
  SELECT c.relname AS tabla, array_agg(a.attname::text ORDER BY a.attnum) AS columnas,
         array_agg(format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum) AS tipos
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY c.relname ORDER BY c.relname`

const SECUENCIAS = `
  SELECT c.relname AS n, coalesce(pg_sequence_last_value(c.oid), 1)::text AS v FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S' ORDER BY c.relname`

/** The rows of a table as lists of texts, so that they are restored to the last digit. */
async function filas(client: pg.Client, { tabla, columnas }: Columna): Promise<string> {
  const texts = columnas.map((name) => `"${name}"::text`).join(', ')
  const { rows } = await client.query<{ r: string | null }>(
    `SELECT jsonb_agg(jsonb_build_array(${texts}))::text AS r FROM "${tabla}"`,
  )
  return rows[0]?.r ?? '[]'
}

async function casa(url: string, version: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { before, files } = livingSql()
    const numbered = numberedSql().flatMap((one) => one.files)
    const sql = [...before, ...numbered, ...files].map(({ text }) => text)
    const tables: Record<string, { columns: string[]; types: string[]; rows: string }> = {}
    for (const one of (await client.query<Columna>(TABLAS)).rows) {
      const rows = await filas(client, one)
      tables[one.tabla] = { columns: one.columnas, types: one.tipos, rows }
    }
    const sequences = (await client.query(SECUENCIAS)).rows
    return JSON.stringify({
      version,
      sql: ['SET check_function_bodies = off', ...sql],
      tables,
      sequences,
    })
  } finally {
    await client.end()
  }
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const file = `test/lanzamientos/${version}.json.gz`
const digests = `${JSON.stringify(
  Object.fromEntries(numberedSql().map(({ nombre, huella }) => [nombre, huella])),
  null,
  2,
)}\n`

/**
 * Whether the version was recorded.
 * @throws Error in Spanish where it was recorded with other SQL: houses have that one.
 */
function recorded(): boolean {
  if (!existsSync(file)) return false
  if (readFileSync('db/publicadas.json', 'utf8').trim() === digests.trim()) return true
  throw new Error(
    `La versión ${version} ya se guardó con otro SQL: cambie «version» en package.json. Si nunca salió de aquí, borre ${file} y repita la orden.`,
  )
}

async function record(): Promise<void> {
  const carpeta = mkdtempSync(join(tmpdir(), 'cambista-release-'))
  const postgres = await startPostgres({ carpeta, durable: false })
  try {
    await migrate(postgres.url)
    await loadDemo(postgres.url, { ahora: AHORA, dias: DIAS })
    writeFileSync(file, gzipSync(await casa(postgres.url, version), { level: 9 }))
    writeFileSync('db/publicadas.json', digests)
  } finally {
    await postgres.stop()
    rmSync(carpeta, { recursive: true, force: true })
  }
  process.stdout.write(
    `${file} y db/publicadas.json: versión ${version}. Confírmelos en git y ejecute de nuevo «npm run release»: hará el paquete.\n`,
  )
}

async function pack(): Promise<void> {
  // A package is of a commit: whoever has the commit makes the same bytes.
  if (sinConfirmar() !== '') throw new Error('Confirme antes en git lo que cambió.')
  await empaquetar('paquetes')
}

try {
  await (recorded() ? pack() : record())
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

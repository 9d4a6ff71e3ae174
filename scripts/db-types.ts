// `npm run db:types` migrates an empty database and writes from it the TypeScript types and docs/modelo.md.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../src/server/db/migrate.ts'
import { startPostgres } from '../src/server/embedded/embedded.ts'
import { listasDe } from './lib/listas.ts'
import { MODEL, withModel } from './lib/modelo.ts'

const SCHEMA = 'src/server/db/schema.ts'
const TYPES = {
  numeric: 'string',
  int8: 'number',
  timestamptz: 'string',
  date: 'string',
  tstzrange: 'string',
}

const carpeta = mkdtempSync(join(tmpdir(), 'cambista-types-'))
const postgres = await startPostgres({ carpeta, durable: false })
try {
  await migrate(postgres.url)
  const flags = ['--dialect', 'postgres', '--url', postgres.url, '--out-file', SCHEMA]
  const mapping = ['--type-mapping', JSON.stringify(TYPES)]
  const result = spawnSync('kysely-codegen', [...flags, ...mapping], { stdio: 'inherit' })
  if (result.status !== 0) throw new Error('kysely-codegen failed')
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const listas = await listasDe(client)
  writeFileSync(MODEL, await withModel(readFileSync(MODEL, 'utf8'), client))
  await client.end()
  for (const { archivo, texto } of listas) writeFileSync(archivo, texto)
  const written = [SCHEMA, MODEL, ...listas.map(({ archivo }) => archivo)]
  spawnSync('biome', ['check', '--write', ...written], { stdio: 'inherit' })
} finally {
  await postgres.stop()
  rmSync(carpeta, { recursive: true, force: true })
}

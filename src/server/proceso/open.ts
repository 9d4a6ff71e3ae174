import { startPostgres } from '../embedded/embedded.ts'
import { findPlace, OWNER } from '../embedded/folder.ts'
import { isPostgresOf, readPostmasterFile } from '../embedded/process.ts'
import { urlOf } from '../embedded/server.ts'
import type { Config } from './config.ts'

/**
 * The house's database for a command beside the server: `DATABASE_URL`, the PostgreSQL that a running server
 * started on the data folder, or one started for as long as the command takes. `close` ends only what it started.
 * @throws EmbeddedError as startPostgres.
 */
export async function openDatabase({
  databaseUrl,
  datos,
}: Pick<Config, 'databaseUrl' | 'datos'>): Promise<{ url: string; close(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} }
  const place = findPlace(datos)
  const file = readPostmasterFile(place.data)
  if (file && isPostgresOf(file.pid, place.data)) {
    return { url: urlOf(place, OWNER), close: async () => {} }
  }
  const postgres = await startPostgres({ carpeta: datos })
  return { url: postgres.url, close: () => postgres.stop() }
}

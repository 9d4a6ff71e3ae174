import { esperarUnMinuto } from '../db/entrada/lista.ts'
import { startPostgres } from '../embedded/embedded.ts'
import { findPlace } from '../embedded/folder.ts'
import { isPostgresOf, readPostmasterFile } from '../embedded/process.ts'
import { prepareHouse, urlsOf } from '../embedded/server.ts'
import type { Config } from './config.ts'

/**
 * Opens the house's database for a command, as its owner: `DATABASE_URL`, which is waited for as long as a minute, the
 * PostgreSQL that a running server started on the data folder, or one started for the duration of the command. `close`
 * stops only what this started.
 * @throws EmbeddedError as startPostgres; Error in Spanish as `esperarUnMinuto`.
 */
export async function openDatabase({
  databaseUrl,
  datos,
}: Pick<Config, 'databaseUrl' | 'datos'>): Promise<{ url: string; close(): Promise<void> }> {
  if (databaseUrl) {
    await esperarUnMinuto(databaseUrl, (texto) => process.stderr.write(`${texto}\n`))
    return { url: databaseUrl, close: async () => {} }
  }
  const place = findPlace(datos)
  const file = readPostmasterFile(place.data)
  if (file && isPostgresOf(file.pid, place.data)) {
    // A server of an earlier release, running meanwhile, has not made the roles yet.
    await prepareHouse(place)
    return { url: urlsOf(place).url, close: async () => {} }
  }
  const postgres = await startPostgres({ carpeta: datos })
  return { url: postgres.url, close: () => postgres.stop() }
}

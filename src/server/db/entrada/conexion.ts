import pg from 'pg'
import { connectionOptions } from '../db.ts'

/**
 * Runs `work` on a connection of its own, which is closed afterwards: what the program does once, at its start. With
 * `ajustes` the connection has the settings of the server's own, and these besides.
 */
export async function unaConexion<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  ajustes?: Record<string, string>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cambista-inicio',
    connectionTimeoutMillis: 10_000,
    ...(ajustes && { options: connectionOptions(ajustes) }),
  })
  // When the connection is lost its query fails; the event needs no handling of its own.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

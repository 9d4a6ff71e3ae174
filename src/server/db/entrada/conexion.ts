import type pg from 'pg'
import { ajustar } from '../db.ts'
import { conectado } from '../servidores/cliente.ts'

/**
 * Runs `work` on a connection of its own, which is closed afterwards: what the program does once, at its start. With
 * `ajustes` the connection has the settings of the server's own, and these besides.
 */
export async function unaConexion<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  ajustes?: Record<string, string>,
): Promise<T> {
  const client = await conectado({
    connectionString: url,
    application_name: 'cambista-inicio',
    connectionTimeoutMillis: 10_000,
  })
  try {
    if (ajustes) await client.query(ajustar(ajustes))
    return await work(client)
  } finally {
    await client.end()
  }
}

import type pg from 'pg'
import { drop } from '../../proceso/breaker.ts'
import { clienteDe } from './cliente.ts'

const PROBE_MS = 1_500

/** Probes PostgreSQL on its own connection. An error is an answer too, unless the server is starting or stopping. */
export async function probe(url: string): Promise<boolean> {
  const client = clienteDe({
    connectionString: url,
    application_name: 'cambista-pulso',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch (error) {
    const { code = '', severity } = error as Partial<pg.DatabaseError>
    return severity !== undefined && !code.startsWith('57')
  } finally {
    drop(client)
  }
}

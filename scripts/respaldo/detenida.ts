import { setTimeout as sleep } from 'node:timers/promises'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { esperarBase } from '../../src/server/db/entrada/lista.ts'

const CADA_MS = 1_000
/** How long a connection of a program that ended may still be there. */
const SESIONES_MS = 10_000
/** How long PostgreSQL may take until it has replayed its log. */
const VUELTA_MS = 3_600_000

/** Asks the database something again and again until it says yes; answers whether it did in time. */
async function hasta(url: string, sql: string, ms: number): Promise<boolean> {
  const end = performance.now() + ms
  for (;;) {
    const yes = await unaConexion(url, async (client) => {
      const { rows } = await client.query<{ si: boolean }>(sql)
      return rows[0]?.si === true
    })
    if (yes) return true
    if (performance.now() > end) return false
    await sleep(CADA_MS)
  }
}

/** @throws Error in Spanish while a program, of this machine or of another one, is connected to the house. */
export async function exigirDetenida(url: string, como: string): Promise<void> {
  const nobody = `SELECT count(*) = 0 AS si FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'cambista%' AND pid <> pg_backend_pid()`
  if (await hasta(url, nobody, SESIONES_MS)) return
  throw new Error(`Todavía hay un Cambista conectado a esa base de datos: deténgalo ${como}.`)
}

/**
 * Waits until a PostgreSQL that was brought back answers and has replayed its log, which takes nobody meanwhile; where it
 * has not within an hour, says so and ends the process. `dice` receives sentences for the console.
 */
export async function esperarVuelta(url: string, dice: (texto: string) => void): Promise<void> {
  const tarde = setTimeout(() => {
    process.stderr.write('La base de datos no volvió en una hora.\n')
    process.exit(1)
  }, VUELTA_MS)
  await esperarBase(url, dice)
  await hasta(url, 'SELECT NOT pg_is_in_recovery() AS si', VUELTA_MS)
  clearTimeout(tarde)
}

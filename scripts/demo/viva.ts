import type pg from 'pg'
import { APP_ROLE } from '../../src/server/db/db.ts'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { type DemoOptions, loadDemo } from './load.ts'

const MINUTE = 60_000
/** How often the running program looks whether its demo grew old. */
const CADA = 10 * MINUTE
/** Nobody used a session for this long: nobody works in the demo. */
const REPOSO = '20 minutes'
/** The demo’s last posting is this old. */
const VIEJA = '1 hour'

/**
 * Continues a demo whose last posting is an hour old, or of another day, unless somebody works in it: two clocks in one
 * house would refuse each other. Returns whether it did.
 */
export async function revivir(url: string, options: DemoOptions = {}): Promise<boolean> {
  const now = options.ahora ?? new Date().toISOString()
  const look = async (client: pg.Client) => {
    const { rows } = await client.query<{ toca: boolean }>(
      `SELECT (SELECT max(fecha) FROM asientos) < $1::timestamptz - $2::interval
          AND NOT EXISTS (SELECT FROM sesiones WHERE terminada_en IS NULL AND usada_en > $1::timestamptz - $3::interval) AS toca`,
      [now, VIEJA, REPOSO],
    )
    return rows[0]?.toca === true
  }
  // The role that signs in to serve has no right but to become the one that works.
  if (!(await unaConexion(url, look, { role: APP_ROLE }))) return false
  return loadDemo(url, { ...options, atendiendo: true })
}

/**
 * Keeps the demo of a running program alive: whoever comes back after a night finds a day in progress. Returns a
 * function that stops it after finishing what is in progress.
 */
export function mantenerViva(
  url: string,
  options: DemoOptions,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => revivir(url, options)).catch(onError)
  }, CADA)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { MIGRATION_LOCK } from '../../src/server/db/migrate.ts'

/** Tries, a tenth of a second apart, for the connections of a program that has just ended to go. */
const INTENTOS = 50

/** Whether somebody else is connected, and stays. */
async function usada(client: pg.Client): Promise<boolean> {
  for (let left = INTENTOS; left > 0; left--) {
    // What a transaction has seen of other sessions it would see again.
    await client.query('SELECT pg_stat_clear_snapshot()')
    const others = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND backend_type = 'client backend' LIMIT 1`,
    )
    if (!others.rowCount) return false
    await sleep(100)
  }
  return true
}

/**
 * Empties a database that holds the demo: its mark, which the loading writes before the first user and no house ever
 * has, is looked for and everything dropped in one transaction. `quitar` takes away what the demo keeps outside
 * of it, told the mark of its key: before the transaction ends, since a demo that is gone cannot be left again.
 * @throws Error in Spanish when there is no mark, or when a program is connected.
 */
export async function vaciarDemo(
  url: string,
  quitar: (huella: string | null) => void = () => {},
): Promise<void> {
  await unaConexion(url, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const there = await client.query<{ hay: boolean }>(
      "SELECT to_regclass('public.ajustes') IS NOT NULL AS hay",
    )
    const marks = there.rows[0]?.hay
      ? await client.query<{ huella: string | null }>(
          `SELECT (SELECT valor #>> '{}' FROM public.ajustes WHERE clave = 'clave_huella') AS huella
           FROM public.ajustes WHERE clave = 'demo'`,
        )
      : null
    if (!marks?.rowCount) {
      throw new Error(
        'Esta base de datos no contiene el negocio de demostración: no se toca. ' +
          'Indique la suya con CAMBISTA_DATOS o DATABASE_URL.',
      )
    }
    if (await usada(client)) {
      throw new Error(
        'El programa usa esta demostración: deténgalo con Ctrl-C y vuelva a ejecutar el comando.',
      )
    }
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    quitar(marks.rows[0]?.huella ?? null)
    await client.query('COMMIT')
  })
}

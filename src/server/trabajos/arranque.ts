import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** How the clocks stood when they were last believed, in seconds. */
export interface Conocido {
  /** The database's clock, ahead of the time since the machine was started. */
  diferencia: number
  /** The machine's own, ahead of the same. */
  propia: number
  /** The last confirmation of the clock, by its number; 0 before the first. */
  confirmadas: number
  /** Seconds since the start of the machine at which a change was first seen that nobody answered; null: none waits. */
  salto: number | null
}

/** From here on what is believed has changed: slower corrections are not written down. */
const CAMBIA_S = 60

/**
 * What this run of the machine is called, which a start of the program does not change and one of the machine does; null
 * where the system does not say it (it is Linux that does), or where the time since the start is not that of the run: a
 * container may have one of its own under the name of its host.
 */
export function arranqueDelEquipo(): string | null {
  if (uptime() < Number(process.hrtime.bigint() / 1_000_000_000n) - 1) return null
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() || null
  } catch {
    return null
  }
}

/** What a program believed of the clocks in this run of the machine; null: none did. */
export async function leerConocido(db: Db, arranque: string | null): Promise<Conocido | null> {
  if (arranque === null) return null
  const found = await db
    .selectFrom('reloj_arranques')
    .select(['diferencia', 'propia', 'confirmacion', 'salto'])
    .where('arranque', '=', arranque)
    .executeTakeFirst()
  if (!found) return null
  const { diferencia, propia, confirmacion, salto } = found
  return {
    diferencia: Number(diferencia),
    propia: Number(propia),
    confirmadas: Number(confirmacion),
    salto: salto === null ? null : Number(salto),
  }
}

/** Whether what is believed now is another than what was written down. */
export function esOtro(now: Conocido, kept: Conocido | null): boolean {
  return (
    kept === null ||
    now.confirmadas !== kept.confirmadas ||
    now.salto !== kept.salto ||
    Math.abs(now.diferencia - kept.diferencia) > CAMBIA_S ||
    Math.abs(now.propia - kept.propia) > CAMBIA_S
  )
}

/** Writes it down, and forgets runs that nobody has been in for two months. */
export async function guardarConocido(db: Db, arranque: string, now: Conocido): Promise<void> {
  await sql`SELECT reloj_conocer(${arranque}, ${now.diferencia}::numeric, ${now.propia}::numeric,
    ${now.confirmadas}::bigint, ${now.salto}::numeric)`.execute(db)
}

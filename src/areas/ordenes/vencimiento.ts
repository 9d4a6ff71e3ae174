import { sql } from 'kysely'
import type { Db } from '../../server/db/db.ts'
import { repeat, type Watch } from '../../server/proceso/jobs.ts'

const EVERY_MS = 15_000

/**
 * Marks orders whose quote has ended as expired; answers how many. Readers and actions treat them as expired before.
 */
export async function vencer(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT ordenes_vencer() AS n`.execute(db)
  return rows[0]?.n ?? 0
}

/** Annuls orders that expired unpaid longer ago than the house keeps them; answers how many. */
export async function anularVencidas(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT ordenes_anular_vencidas() AS n`.execute(db)
  return rows[0]?.n ?? 0
}

/** Milliseconds until the next quote ends; Infinity when none is open. */
async function proximo(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT ceil(extract(epoch FROM min(vence_en) - ahora()) * 1000)::float AS ms FROM ordenes
    WHERE estado = 'pendiente' AND vence_en > ahora()`.execute(db)
  return rows[0]?.ms ?? Number.POSITIVE_INFINITY
}

/**
 * Runs both jobs every `ms`, and also at each instant when a quote ends, so that open pages learn of it at once.
 * Answers a function that stops them.
 */
export function startVencimiento(db: Db, watch: Watch, ms = EVERY_MS): () => Promise<void> {
  let due = ms
  let asked = 0
  async function tick() {
    asked = performance.now()
    // Read before expiring: a quote that ends meanwhile is expired in this run, or at the instant just read.
    due = await proximo(db)
    await vencer(db)
    await anularVencidas(db)
  }
  return repeat(ms, tick, watch, () => due - (performance.now() - asked))
}

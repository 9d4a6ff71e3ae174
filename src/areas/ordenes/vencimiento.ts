import { sql } from 'kysely'
import type { Db } from '../../server/db/db.ts'
import { repeat } from '../../server/proceso/jobs.ts'

const EVERY_MS = 15_000

/** Lets orders expire whose quote ended; answers how many. What reads and acts on them knows it before. */
export async function vencer(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT ordenes_vencer() AS n`.execute(db)
  return rows[0]?.n ?? 0
}

/** Annuls those that expired unpaid so long ago that the house keeps them no longer; answers how many. */
export async function anularVencidas(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT ordenes_anular_vencidas() AS n`.execute(db)
  return rows[0]?.n ?? 0
}

/** In how many milliseconds the next quote ends; for ever when none is open. */
async function proximo(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT ceil(extract(epoch FROM min(vence_en) - ahora()) * 1000)::float AS ms FROM ordenes
    WHERE estado = 'pendiente' AND vence_en > ahora()`.execute(db)
  return rows[0]?.ms ?? Number.POSITIVE_INFINITY
}

/**
 * Does both whenever a quote ends and every `ms` besides, so that open pages hear of it at that instant. Answers how to
 * stop.
 */
export function startVencimiento(
  db: Db,
  onError: (error: unknown) => void,
  ms = EVERY_MS,
): () => Promise<void> {
  let due = ms
  let asked = 0
  async function tick() {
    asked = performance.now()
    // Before anything expires: a quote that ends meanwhile is found now, or at the instant that was read.
    due = await proximo(db)
    await vencer(db)
    await anularVencidas(db)
  }
  return repeat(ms, tick, onError, () => due - (performance.now() - asked))
}

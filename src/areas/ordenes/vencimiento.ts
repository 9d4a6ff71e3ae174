import { sql } from 'kysely'
import type { Db } from '../../server/db.ts'
import { repeat } from '../../server/jobs.ts'

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

/** Does both all the time, so that lists elsewhere hear of it. Answers how to stop. */
export function startVencimiento(db: Db, onError: (error: unknown) => void): () => Promise<void> {
  async function tick() {
    await vencer(db)
    await anularVencidas(db)
  }
  return repeat(EVERY_MS, tick, onError)
}

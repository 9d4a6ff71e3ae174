import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Entorno } from '../aportes.ts'
import { readConfig } from '../proceso/config.ts'
import { repeat, type Watch } from '../proceso/jobs.ts'

const EVERY_MS = 300_000

/** Bytes of a disk: what the program may still write, and all of it. */
export interface Disco {
  libre: number
  total: number
}

/** The disk on which this folder lies. */
export async function discoDe(folder: string): Promise<Disco> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { libre: bavail * bsize, total: blocks * bsize }
}

/**
 * Notes what is left on the disk of the data; of a PostgreSQL of the house's own only how large the database is,
 * since its disk is on another server. Answers a function that stops it.
 */
export function startDisco(
  { db, afuera, env }: Pick<Entorno, 'db' | 'afuera' | 'env'>,
  watch: Watch,
  leer: (folder: string) => Promise<Disco> = discoDe,
): () => Promise<void> {
  const { datos } = readConfig(env)
  const turn = async () => {
    const seen = afuera.respaldo && !afuera.respaldo.ajeno ? await leer(datos) : null
    const { libre = null, total = null } = seen ?? {}
    await sql`SELECT disco_anotar(${libre}::bigint, ${total}::bigint)`.execute(db)
  }
  return repeat(EVERY_MS, turn, watch)
}

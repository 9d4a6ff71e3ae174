import { sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'

/**
 * One sentence for the start where the database has standbys and an acknowledged operation may be lost with its server
 * all the same, or nobody can see whether it may; null where there is nothing to tell.
 */
export async function avisoDeReplicas(db: Db): Promise<string | null> {
  const { rows } = await sql<{ falla: string | null }>`SELECT replica_falla() AS falla`.execute(db)
  const falla = rows[0]?.falla
  return falla ? `Aviso: réplica de la base: ${falla}.` : null
}

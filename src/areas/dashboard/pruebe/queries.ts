import { sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'
import { AGENTES_DEMO } from '../../../server/proceso/demo.ts'

/**
 * What this person did in the demo, as the audit tells it: entity and action, and with the id of what it was done to.
 * The script that makes the demo's days signs in as the same people; its sessions say so. Null in a house.
 */
export async function tried(db: Db, usuario_id: number): Promise<string[] | null> {
  const { rows } = await sql<{ guia: boolean; hechos: string[] }>`
    SELECT ajuste('demo_guia') IS NOT NULL AS guia, ARRAY(
      SELECT DISTINCT x.acto FROM auditoria a JOIN sesiones s ON s.id = a.sesion_id
        CROSS JOIN LATERAL unnest(ARRAY[concat_ws('.', a.entidad, a.accion),
                                        concat_ws('.', a.entidad, a.accion, a.entidad_id)]) x (acto)
      WHERE ajuste('demo_guia') IS NOT NULL AND a.usuario_id = ${usuario_id}
        AND coalesce(s.agente, '') <> ALL (${AGENTES_DEMO}::text[])) AS hechos`.execute(db)
  const [row] = rows
  return row?.guia ? row.hechos : null
}

import { sql } from 'kysely'
import type { AnswerOf } from '../../../core/contract.ts'
import { auditOf } from '../../../server/acceso/sesion.ts'
import { area } from '../../../server/area.ts'
import { contratoRestauracion } from '../contract/restauracion.ts'

/** What is to be reviewed after a restore, and that it was. */
export const servidorRestauracion = area(contratoRestauracion, {
  obtener: async ({ db }) => {
    const { rows } = await sql<AnswerOf<typeof contratoRestauracion.obtener>>`
      SELECT restauracion_pendiente() AS pendiente`.execute(db)
    return { pendiente: rows[0]?.pendiente ?? null }
  },
  revisar: async ({ db, quien, params: { id } }) => {
    await sql`SELECT restauracion_revisar(${auditOf(quien)}::jsonb, ${id})`.execute(db)
    return {
      id,
      message:
        'Revisado. Las claves de API valen de nuevo, y salen los avisos de webhooks y Telegram.',
    }
  },
})

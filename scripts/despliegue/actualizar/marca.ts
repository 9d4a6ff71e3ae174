import { z } from 'zod'
import { unaConexion } from '../../../src/server/db/entrada/conexion.ts'
import { numberedSql } from '../../../src/server/db/migrate-files.ts'

/** The mark of a house of whichever version: the last row of its audit that somebody caused, since whatever people do leaves one. */
export const marcaDe = (url: string): Promise<string> =>
  unaConexion(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT coalesce(max(id), 0)::text AS id FROM auditoria WHERE usuario_id IS NOT NULL',
    )
    return rows[0]?.id ?? ''
  })

/**
 * What one can know of the data of a house: its mark, and whether a later version has upgraded it (`posterior`), so that
 * this one does not open it any more; or that a restore was cut short in it, which is no house yet (`a medias`).
 */
export const estado = z.union([
  z.literal('a medias'),
  z.strictObject({ marca: z.string().regex(/^\d+$/), posterior: z.boolean() }),
])
export type Estado = z.infer<typeof estado>

/** The state of a house in a database that this version, or a later one, has served. Nothing in it is changed. */
export const estadoDe = (url: string): Promise<Estado> =>
  unaConexion(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM migraciones WHERE numero > 0',
    )
    const posterior = (rows[0]?.n ?? 0) > numberedSql().length
    return { marca: await marcaDe(url), posterior }
  })

import { unaConexion } from '../../../src/server/db/entrada/conexion.ts'

/** The mark of a house of whichever version: the last row of its audit that somebody caused, since whatever people do leaves one. */
export const marcaDe = (url: string): Promise<string> =>
  unaConexion(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT coalesce(max(id), 0)::text AS id FROM auditoria WHERE usuario_id IS NOT NULL',
    )
    return rows[0]?.id ?? ''
  })

import { sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'
import type { Diferencia } from '../../../server/verificar/verificar.ts'
import { archivoDeAnclas, leerLineas, revisarAnclas } from './anclas.ts'

/**
 * Holds the chain in the database against every head that this data folder has published: a tail that is gone and
 * a chain that was made anew show only here.
 */
export async function anclasContra(
  db: Db,
  datos: string,
): Promise<{ revisadas: number; diferencia: Diferencia | null }> {
  const { anclas, fallas } = revisarAnclas(leerLineas(archivoDeAnclas(datos)))
  const regla = 'La cadena de la auditoría es la que se publicó fuera de la base de datos'
  const mala = fallas[0]
  if (mala) return { revisadas: anclas.length, diferencia: { regla, detalle: mala } }
  const dichas = JSON.stringify(anclas.map(({ pos, hash, fecha }) => ({ pos, hash, fecha })))
  const { rows } = await sql<{ detalle: string }>`
    SELECT format('la cabeza publicada el %s (fila %s) %s', x.fecha, x.pos,
                  CASE WHEN c.pos IS NULL THEN 'ya no existe' ELSE 'es otra' END) AS detalle
    FROM jsonb_to_recordset(${dichas}::jsonb) AS x(pos bigint, hash text, fecha text)
    LEFT JOIN auditoria_cadena c ON c.pos = x.pos
    WHERE encode(c.hash, 'hex') IS DISTINCT FROM x.hash ORDER BY x.pos LIMIT 1`.execute(db)
  const detalle = rows[0]?.detalle
  return { revisadas: anclas.length, diferencia: detalle ? { regla, detalle } : null }
}

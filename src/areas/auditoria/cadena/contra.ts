import { sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'
import type { Diferencia } from '../../../server/verificar/verificar.ts'
import { archivoDeAnclas, leerLineas, revisarAnclas } from './anclas.ts'

/** How many of these published lines, from the first one, are of rows that the chain in the database has. */
export async function cabezasConocidas(db: Db, lineas: string[]): Promise<number> {
  const { anclas, fallas } = revisarAnclas(lineas)
  const good = fallas.length === 0 ? anclas : []
  const said = JSON.stringify(good.map(({ pos, hash }, i) => ({ i, pos, hash })))
  const { rows } = await sql<{ n: number }>`
    SELECT coalesce(min(x.i), ${good.length}::int) AS n
    FROM jsonb_to_recordset(${said}::jsonb) AS x(i int, pos bigint, hash text)
    LEFT JOIN auditoria_cadena c ON c.pos = x.pos
    WHERE encode(c.hash, 'hex') IS DISTINCT FROM x.hash`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Compares the chain in the database with every anchor that this data folder published. Only this check finds a cut
 * tail or a chain that was rebuilt.
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

/** How many published heads were put aside when the house went back to an instant, by what its audit says. */
export interface DeAntes {
  /** ISO instant. */
  hasta: string
  cabezas: number
}

/** The heads of a life before each restore, which the chain of the books as they came back does not have. */
export async function cabezasDeAntes(db: Db): Promise<DeAntes[]> {
  // A restore that was cut short, or told by several machines, names a head more than once.
  const { rows } = await sql<DeAntes>`
    SELECT a.despues ->> 'hasta' AS hasta, count(DISTINCT c.linea)::int AS cabezas
    FROM auditoria a CROSS JOIN LATERAL jsonb_array_elements_text(a.despues -> 'cabezas_apartadas') AS c(linea)
    WHERE a.accion = 'restaurar' AND a.entidad = 'respaldo' GROUP BY 1 ORDER BY 1`.execute(db)
  return rows
}

import { sql } from 'kysely'
import { auditOf, type Quien } from './acceso/sesion.ts'
import type { Db } from './db/db.ts'
import type { Bajado } from './http/archivos.ts'

/** What a file is taken for: its bytes decide, in the database. */
export interface Subida {
  tipo: string
  nombre: string
  contenido: Uint8Array
}

/** A stored file, without its bytes. */
export interface Guardada {
  id: number
  tipo: string
  nombre: string
  tamano: number
  sha256: string
}

/**
 * Stores a file until something uses it; the same bytes from the same person are the same file.
 * @throws DomainError ARCHIVO_DISTINTO, ARCHIVO_GRANDE
 */
export async function guardarAdjunto(db: Db, quien: Quien, s: Subida): Promise<Guardada> {
  const { rows } = await sql<Guardada>`
    SELECT id, tipo, nombre, tamano, encode(sha256, 'hex') AS sha256
    FROM adjuntos_guardar(${auditOf(quien)}::jsonb, ${s.tipo}, ${s.nombre}, ${s.contenido})`.execute(
    db,
  )
  return rows[0] as Guardada
}

/** A file that a document of `origen` uses; null when none does: what was only handed in is nobody's to read. */
export async function leerAdjunto(db: Db, origen: string, id: number): Promise<Bajado | null> {
  const row = await db
    .selectFrom('adjuntos as a')
    .innerJoin('adjuntos_usos as u', 'u.adjunto_id', 'a.id')
    .select(['a.tipo', 'a.nombre', 'a.contenido'])
    .where('a.id', '=', id)
    .where('u.origen', '=', origen)
    .executeTakeFirst()
  return row ?? null
}

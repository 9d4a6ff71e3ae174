import { sql } from 'kysely'
import { DomainError } from '../core/errors.ts'
import { auditOf, type Quien } from './acceso/sesion.ts'
import { ImagenRota, leerImagen } from './adjunto/imagen.ts'
import { reparoPdf } from './adjunto/pdf.ts'
import type { Db } from './db/db.ts'
import type { Bajado } from './http/archivos.ts'

/** A file that was sent. `tipo` is only claimed; the database decides it from the bytes. */
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

/** A side and an area of a picture, in pixels, that whoever looks at it can decode: a phone's largest photo. */
const LADO = 16_000
const AREA = 64_000_000

/**
 * The bytes that are kept: a picture without its metadata, a PDF as it is.
 * @throws DomainError when it is no file of its type, a picture is too large to be opened, or a PDF does something
 */
export function revisado({ tipo, contenido }: Subida): Uint8Array {
  if (tipo === 'application/pdf') {
    const wrong = reparoPdf(contenido)
    if (wrong) throw new DomainError(wrong === 'activo' ? 'PDF_ACTIVO' : 'PDF_CERRADO')
    return contenido
  }
  try {
    const { ancho, alto, limpia } = leerImagen(tipo, contenido)
    if (ancho > LADO || alto > LADO || ancho * alto > AREA) {
      throw new DomainError('IMAGEN_ENORME', { ancho, alto, lado: LADO })
    }
    return limpia
  } catch (error) {
    throw error instanceof ImagenRota ? new DomainError('ARCHIVO_DISTINTO') : error
  }
}

/**
 * Stores a file until a document uses it. Deduplicates: the same bytes from the same person are one file. Its name is
 * cleaned, and ends as its content is.
 * @throws DomainError ARCHIVO_DISTINTO, ARCHIVO_GRANDE, IMAGEN_ENORME, PDF_ACTIVO, PDF_CERRADO
 */
export async function guardarAdjunto(db: Db, quien: Quien, s: Subida): Promise<Guardada> {
  const { rows } = await sql<Guardada>`
    SELECT id, tipo, nombre, tamano, encode(sha256, 'hex') AS sha256
    FROM adjuntos_guardar(${auditOf(quien)}::jsonb, ${s.tipo}, ${s.nombre}, ${revisado(s)})`.execute(
    db,
  )
  return rows[0] as Guardada
}

/** A file that a document of `origen` uses; null when none does, because an unused file may not be read by anybody. */
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

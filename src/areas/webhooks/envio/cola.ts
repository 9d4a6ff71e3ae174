import { sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'
import type { Noticia } from '../../../server/noticia.ts'
import type { Evento } from '../rules/eventos.ts'

/* What is sent next. A receiver that is away may have tens of thousands of rows waiting: what is read stays the same. */

/** Receivers that are on at once; each has at most one delivery on its way, so none waits for another. */
export const MAX_ACTIVOS = 20

/** A delivery that this process has taken. */
export interface Fila {
  id: number
  webhook_id: number
  url: string
  secreto_cifrado: Buffer
  anterior_cifrado: Buffer | null
  mensaje: string
  evento: Evento
  datos: Noticia[]
  cuerpo: string | null
  creado_en: string
  intentos: number
  /** When it was taken, by the program's clock. */
  ahora: string
}

/** Receivers that are on, have something due and nothing on its way. */
export async function conAlgo(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM webhooks WHERE activo AND webhooks_siguiente(id) IS NOT NULL
    ORDER BY id LIMIT ${MAX_ACTIVOS}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Takes the next due row of a receiver that has none on its way. Of two processes that take the same row the second
 * waits, and then finds its lease.
 */
export async function tomar(db: Db, webhook_id: number): Promise<Fila | undefined> {
  const { rows } = await sql<Fila>`
    WITH s AS (UPDATE webhooks_salida SET intentos = intentos + 1, tomado_hasta = webhooks_plazo()
      WHERE id = (SELECT webhooks_siguiente(${webhook_id}::int)) AND estado = 'pendiente'
        AND NOT coalesce(tomado_hasta BETWEEN ahora() AND webhooks_plazo(), false)
      RETURNING *)
    SELECT s.id, s.webhook_id, w.url, w.secreto_cifrado,
      CASE WHEN w.anterior_hasta > ahora() THEN w.anterior_cifrado END AS anterior_cifrado,
      s.mensaje, n.evento, n.datos, s.cuerpo, n.creado_en, s.intentos, ahora() AS ahora
    FROM s JOIN webhooks w ON w.id = s.webhook_id JOIN noticias n ON n.id = s.noticia_id`.execute(
    db,
  )
  return rows[0]
}

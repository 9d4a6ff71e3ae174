import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'
import type { Noticia } from '../../../server/noticia.ts'
import type { Evento } from '../rules/eventos.ts'

/* What is sent next. A receiver that is away may have tens of thousands of rows waiting: what is read stays the same. */

/** Receivers that are on at once; each has at most one delivery on its way, so none waits for another. */
export const MAX_ACTIVOS = 20
/** Longer than a delivery can take: a row whose process died is taken again after this. */
const LEASE_SECONDS = 60
/** The longest wait, with its spread. A row due even later was scheduled before the clock went back. */
const MAX_ESPERA_SECONDS = 104_000

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

/** Until when a lease may last: one beyond it was given before the clock went back. */
const LEASE = sql`ahora() + make_interval(secs => ${LEASE_SECONDS})`
/** That a process is sending something to this receiver. */
const ocupado = (webhook: RawBuilder<unknown>) => sql`EXISTS (SELECT FROM webhooks_salida q
  WHERE q.webhook_id = ${webhook} AND q.estado = 'pendiente' AND q.tomado_hasta BETWEEN ahora() AND ${LEASE})`

const DEBIDA = sql`p.proximo_en <= ahora()`
const DE_OTRA_HORA = sql`p.proximo_en > ahora() + make_interval(secs => ${MAX_ESPERA_SECONDS})`
/**
 * Rows of a receiver that wait, within one range of instants, the longest due first: each range is read from its
 * beginning, however many rows wait for later.
 */
const esperan = (webhook: RawBuilder<unknown>, when: RawBuilder<unknown>) => sql`
  SELECT p.id FROM webhooks_salida p WHERE p.webhook_id = ${webhook} AND p.estado = 'pendiente' AND ${when}
    AND NOT coalesce(p.tomado_hasta BETWEEN ahora() AND ${LEASE}, false)
  ORDER BY p.proximo_en, p.id LIMIT 1`

/** Receivers that are on, have something due and nothing on its way. */
export async function conAlgo(db: Db): Promise<number[]> {
  const id = sql`w.id`
  const { rows } = await sql<{ id: number }>`
    SELECT w.id FROM webhooks w WHERE w.activo AND NOT ${ocupado(id)}
      AND coalesce((${esperan(id, DEBIDA)}), (${esperan(id, DE_OTRA_HORA)})) IS NOT NULL
    ORDER BY w.id LIMIT ${MAX_ACTIVOS}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Takes the next due row of a receiver that has none on its way; other processes pass it over until the lease ends. The
 * row's own lease is asked for besides: of it alone PostgreSQL looks again when another process took the row a moment
 * ago.
 */
export async function tomar(db: Db, webhook_id: number): Promise<Fila | undefined> {
  const id = sql`${webhook_id}::int`
  const { rows } = await sql<Fila>`
    UPDATE webhooks_salida s SET intentos = s.intentos + 1, tomado_hasta = ${LEASE}
    FROM webhooks w, noticias n
    WHERE w.id = s.webhook_id AND w.activo AND n.id = s.noticia_id AND s.id = CASE WHEN NOT ${ocupado(id)}
      THEN coalesce((${esperan(id, DEBIDA)} FOR UPDATE SKIP LOCKED),
        (${esperan(id, DE_OTRA_HORA)} FOR UPDATE SKIP LOCKED)) END
    RETURNING s.id, s.webhook_id, w.url, w.secreto_cifrado,
      CASE WHEN w.anterior_hasta > ahora() THEN w.anterior_cifrado END AS anterior_cifrado,
      s.mensaje, n.evento, n.datos, s.cuerpo, n.creado_en, s.intentos, ahora() AS ahora`.execute(db)
  return rows[0]
}

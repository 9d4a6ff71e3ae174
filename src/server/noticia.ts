import { sql } from 'kysely'
import type { Db } from './db/db.ts'

/** One message of the outbox, as `auditar` or a job wrote it. */
export interface Noticia {
  entidad?: string
  id?: string | number | null
  usuario_id?: number | null
  numero?: string | null
  despues?: Record<string, unknown> | null
  [otro: string]: unknown
}

export interface Pedido {
  noticias: readonly Noticia[]
  /** ISO instant of the event. */
  fecha: string
  /** The chat belongs to the management; only such chats receive profit and cost. */
  gerencia: boolean
  nombre: string
}

export type Plantilla = (db: Db, pedido: Pedido) => Promise<string[]>

/** A document number of the house (`CV-2026-000123`, `CV-AQP-2026-000123`), or seven or more digits with separators (an id or account). */
const NUMEROS = /\b[A-Z][A-Z0-9]{0,3}-(?:[A-Z]{2,5}-)?\d{4}-\d{6}(?!\d)|\d(?:[ .\-/]?\d){6,}/g

export function escapar(texto: string): string {
  return texto.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Text that a user typed (a name, a reason), escaped, with long numbers masked to their last four digits. */
export function libre(texto: string): string {
  const corto = [...texto.replaceAll(/\s+/g, ' ').trim()].slice(0, 120).join('')
  return escapar(corto.replaceAll(NUMEROS, enmascarar))
}

const enmascarar = (n: string) =>
  /^[A-Z]/.test(n) ? n : `••••${n.replaceAll(/\D/g, '').slice(-4)}`

/** The program's own text in bold; not for text that a user typed. */
export const negrita = (texto: string) => `<b>${escapar(texto)}</b>`

export async function one<T>(db: Db, consulta: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await consulta.execute(db)).rows[0]
}

/** SQL for the short name of the user who did it. */
export const autor = (id: unknown) => sql<string | null>`
  (SELECT usuarios_corto(u) FROM usuarios u WHERE u.id = ${id ?? null}::int)`

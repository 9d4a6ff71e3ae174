import { sql } from 'kysely'
import type { Db } from './db/db.ts'

/** One piece of news of the outbox, as `auditar` or a job wrote it. */
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
  /** ISO instant of the cause. */
  fecha: string
  /** The chat belongs to the management: the only kind that is told of profit and cost. */
  gerencia: boolean
  nombre: string
}

export type Plantilla = (db: Db, pedido: Pedido) => Promise<string[]>

/** A number of ours, `CV-2026-000123`; or a document, an account, a phone: seven digits or more, whatever stands between. */
const NUMEROS = /\b[A-Z]{2}-\d{4}-\d{6}(?!\d)|\d(?:[ .\-/]?\d){6,}/g

export function escapar(texto: string): string {
  return texto.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** What a person typed (a name, a reason): long numbers keep their last four digits, marks are text. */
export function libre(texto: string): string {
  const corto = [...texto.replaceAll(/\s+/g, ' ').trim()].slice(0, 120).join('')
  return escapar(corto.replaceAll(NUMEROS, enmascarar))
}

const enmascarar = (n: string) =>
  /^[A-Z]/.test(n) ? n : `••••${n.replaceAll(/\D/g, '').slice(-4)}`

/** Text of ours, in bold. */
export const negrita = (texto: string) => `<b>${escapar(texto)}</b>`

export async function one<T>(db: Db, consulta: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await consulta.execute(db)).rows[0]
}

/** Who did it, by his short name; SQL. */
export const autor = (id: unknown) => sql<string | null>`
  (SELECT usuarios_corto(u) FROM usuarios u WHERE u.id = ${id ?? null}::int)`

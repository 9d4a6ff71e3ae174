import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '../../../core/contract.ts'
import type { Db } from '../../db/db.ts'

/** An answer that PostgreSQL wrote as JSON: it is sent as it is. */
export class Escrita {
  readonly texto: string
  constructor(texto: string) {
    this.texto = texto
  }

  /** The same object with one field more; it has one at least. */
  con(campo: string, valor: number): Escrita {
    return new Escrita(`{"${campo}":${valor},${this.texto.slice(1)}`)
  }
}

/** A query whose rows are the items of a page, in their order. */
export type Filas<T> = Expression<T> | RawBuilder<T>

/** The same, and where not all rows have the same keys, how row `x` is written. */
export interface Lectura<T> {
  filas: Filas<T>
  fila?: RawBuilder<string>
}

/** Row `x` without a key that is null: a quote within a text is escaped, so that no text is taken for the key. */
export const sinClave = (clave: string, cuando: RawBuilder<unknown>): RawBuilder<string> =>
  sql`CASE WHEN ${cuando} THEN replace(row_to_json(x)::text, ${`,"${clave}":null`}, '') ELSE row_to_json(x)::text END`

/** The rows themselves, for what the server makes of them. */
export async function leerFilas<T>(db: Db, filas: Filas<T>): Promise<T[]> {
  return (await sql<T>`SELECT * FROM (${filas}) x`.execute(db)).rows
}

interface Pedido<T> extends Lectura<T> {
  limite: number
  /** The columns of the key. */
  claves: readonly string[]
}

interface Leida {
  items: string
  /** The key of the last row shown; null where no row follows it. */
  clave: string | null
}

/**
 * Reads up to `limite` rows, and whether one more follows, as one text. No row is parsed or written again in Node, which
 * was half of what a list costs.
 */
export async function escribirFilas<T>(
  db: Db,
  { filas, fila = sql`row_to_json(x)::text`, limite, claves }: Pedido<T>,
): Promise<Leida> {
  const key = sql.join(claves.map((name) => sql.ref(`y.${name}`)))
  const { rows } = await sql<Leida>`
    SELECT coalesce(string_agg(y.fila, ',') FILTER (WHERE y.n <= ${limite}::int), '') AS items,
           CASE WHEN count(*) > ${limite}::int
             THEN max(json_build_array(${key})::text) FILTER (WHERE y.n = ${limite}::int) END AS clave
    FROM (SELECT ${fila} AS fila, row_number() OVER () AS n,
                 ${sql.join(claves.map((name) => sql.ref(`x.${name}`)))}
          FROM (${filas}) x) y`.execute(db)
  return rows[0] as Leida
}

/** Instants as everywhere else in the API: PostgreSQL writes `+00:00` in JSON. */
export function conInstantes(endpoint: Endpoint, items: string): string {
  let pattern = patterns.get(endpoint)
  if (pattern === undefined) {
    const keys = instantesDe(endpoint)
    // A quote within a text is escaped, so that a text is never taken for a key.
    pattern =
      keys.length > 0 ? new RegExp(`("(?:${keys.join('|')})":"[-\\dT:.]+)\\+00:00"`, 'g') : null
    patterns.set(endpoint, pattern)
  }
  return pattern ? items.replace(pattern, '$1Z"') : items
}

const patterns = new WeakMap<Endpoint, RegExp | null>()

interface Def {
  type: string
  format?: string
  innerType?: Esquema
  element?: Esquema
  shape?: Record<string, Esquema>
}
interface Esquema {
  _zod: { def: unknown }
}
const defOf = (schema: Esquema | undefined) => schema?._zod.def as Def | undefined

/** The keys of a page's items that its contract says are instants. */
function instantesDe({ response }: Endpoint): string[] {
  const item = defOf(defOf(defOf(response)?.shape?.items)?.element)?.shape ?? {}
  return Object.keys(item).filter((key) => isInstante(item[key]))
}

function isInstante(schema: Esquema | undefined): boolean {
  const def = defOf(schema)
  return def?.innerType ? isInstante(def.innerType) : def?.format === 'datetime'
}

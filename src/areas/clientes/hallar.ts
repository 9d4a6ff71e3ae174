import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/db/db.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { ClienteResumen } from './contract.ts'

type Hallado = Pick<ClienteResumen, 'id' | 'nombre' | 'tipo_doc' | 'num_doc'>

/** Clients answered, and words of the search that are looked at. */
const CUANTOS = 5
const PALABRAS = 6

/** What the index of names with one letter wrong has: words of four letters and more. */
const CORREGIBLE = /^\p{L}{4,30}$/u

/**
 * A word of one or two letters begins a word: the index has parts of three letters, and the first two of a word with the
 * blank before it.
 */
const escrita = (word: string) =>
  word.length > 2
    ? sql<boolean>`c.busqueda LIKE ${likeOf(word)}`
    : sql<boolean>`(c.busqueda LIKE ${comienzo('', word)} OR c.busqueda LIKE ${comienzo('% ', word)})`
const comienzo = (before: string, word: string) =>
  sql<string>`${before} || substr(${likeOf(word)}, 2)`
const parecida = (word: string) => sql<boolean>`nombre_casi(c.nombre) && nombre_casi(${word})`

/**
 * Those of `clientes` who fulfil all conditions. Ordered by an expression, so that the index by name, which would read
 * them all, is not taken.
 */
async function quienes(
  db: Db,
  conditions: RawBuilder<unknown>[],
  clientes = sql`clientes`,
): Promise<Hallado[]> {
  const { rows } = await sql<Hallado>`
    SELECT c.id, c.nombre, c.tipo_doc, c.num_doc FROM ${clientes} c WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY normalizar(c.nombre) || '', c.id LIMIT ${CUANTOS}`.execute(db)
  return rows
}

/** The first clients by name: of letters that very many have, five are among them. */
const PRIMEROS = sql`(SELECT * FROM clientes ORDER BY normalizar(nombre), id LIMIT 1000)`

/** Those who have all words. The first three letters typed are what many have: for them the index reads too much. */
async function quienesTienen(db: Db, words: readonly string[]): Promise<Hallado[]> {
  const conditions = words.map(escrita)
  if (words.every((word) => word.length <= 3)) {
    const first = await quienes(db, conditions, PRIMEROS)
    if (first.length === CUANTOS) return first
  }
  return quienes(db, conditions)
}

/**
 * At most 5 clients with every typed word in name, document or phone, in any order and without accents; one or two
 * letters begin a word. When nobody has them, those of whom one word differs by one letter; then those of whom every
 * word of four letters or more does (R-270). Numbers are never corrected.
 */
export async function hallar(db: Db, term: string): Promise<Hallado[]> {
  const words = term.split(/\s+/).filter(Boolean).slice(0, PALABRAS)
  const exact = await quienesTienen(db, words)
  const wrong = words.filter((word) => CORREGIBLE.test(word))
  if (exact.length > 0 || wrong.length === 0) return exact
  const found = new Map<number, Hallado>()
  for (const one of wrong) {
    const rest = words.filter((word) => word !== one).map(escrita)
    for (const row of await quienes(db, [parecida(one), ...rest])) found.set(row.id, row)
  }
  if (found.size === 0 && wrong.length > 1) {
    const rest = words.filter((word) => !wrong.includes(word)).map(escrita)
    return quienes(db, [...wrong.map(parecida), ...rest])
  }
  return [...found.values()].slice(0, CUANTOS)
}

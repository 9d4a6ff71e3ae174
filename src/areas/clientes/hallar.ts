import { type RawBuilder, sql } from 'kysely'
import { likeOf } from '../../server/catalog.ts'
import type { Db } from '../../server/db/db.ts'
import type { ClienteResumen } from './contract.ts'

type Hallado = Pick<ClienteResumen, 'id' | 'nombre' | 'tipo_doc' | 'num_doc'>

/** Clients answered, and words of the search that are looked at. */
const CUANTOS = 5
const PALABRAS = 6

/** What the index of names with one letter wrong has: words of four letters and more. */
const CORREGIBLE = /^\p{L}{4,30}$/u

const escrita = (word: string) => sql<boolean>`c.busqueda LIKE ${likeOf(word)}`
const parecida = (word: string) => sql<boolean>`nombre_casi(c.nombre) && nombre_casi(${word})`

/** Those who fulfil all conditions. Ordered by a sum, so that the index by name, which would read them all, is not taken. */
async function quienes(db: Db, conditions: RawBuilder<unknown>[]): Promise<Hallado[]> {
  const { rows } = await sql<Hallado>`
    SELECT c.id, c.nombre, c.tipo_doc, c.num_doc FROM clientes c WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY c.nombre || '', c.id LIMIT ${CUANTOS}`.execute(db)
  return rows
}

/**
 * At most 5 clients with every typed word in name, document or phone, in any order and without accents. When nobody has
 * them, those of whom one word differs by one letter; then those of whom every word of four letters or more does
 * (R-270). Numbers are never corrected.
 */
export async function hallar(db: Db, term: string): Promise<Hallado[]> {
  const words = term.split(/\s+/).filter(Boolean).slice(0, PALABRAS)
  const exact = await quienes(db, words.map(escrita))
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

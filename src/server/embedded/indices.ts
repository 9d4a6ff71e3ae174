import type pg from 'pg'
import { contrastar, otrosIndices } from './contraste/contraste.ts'
import { fallaDe, type Indice, NoSeSabe } from './contraste/plan.ts'
import type { Place } from './folder.ts'
import { SUPERUSER } from './roles.ts'
import { comoRol } from './server.ts'

/** A table or an index whose pages do not agree. */
export interface Danada {
  nombre: string
  falla: string
}

/** What reading them found. */
interface Paginas {
  tablas: number
  indices: number
  danada: Danada | null
  sinRevisar: string[]
}

/** What is said of indexes that nobody here knows to read, in Spanish. */
export const avisoSinRevisar = (sinRevisar: readonly string[]) =>
  `Aviso: no se sabe revisar ${sinRevisar.join(', ')}, y no se revisó. No es de este programa: quien agregó ese índice puede quitarlo.`

/** The tables whose pages are read, and the B-trees that are held against them. */
const TABLAS = `
  SELECT c.oid::regclass::text AS nombre FROM pg_class c
  WHERE c.relkind IN ('r', 'm', 't') AND c.relpersistence = 'p' AND c.relam <> 0 ORDER BY c.oid`
const INDICES = `
  SELECT c.oid::regclass::text AS nombre FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
    JOIN pg_am a ON a.oid = c.relam
  WHERE a.amname = 'btree' AND c.relkind = 'i' AND c.relpersistence = 'p' AND i.indisvalid AND i.indisready
  ORDER BY c.oid`

/**
 * Reads every page of every table, whose checksums PostgreSQL then proves, and holds every index against its table: each
 * row is found by each of them, a B-tree's by amcheck, another one's by `contrastar`. Answers how many were looked at,
 * the first that is damaged, and the names of those that nobody here knows to read.
 * @throws what befalls the server, as a full disk: it says nothing of the pages.
 */
export async function revisarPaginas(place: Place): Promise<Paginas> {
  return comoRol(place, SUPERUSER, async (client) => {
    await client.query(
      'CREATE EXTENSION IF NOT EXISTS amcheck; CREATE EXTENSION IF NOT EXISTS pageinspect',
    )
    const names = async (text: string) =>
      (await client.query<{ nombre: string }>(text)).rows.map(({ nombre }) => nombre)
    const [tablas, indices, otros] = [
      await names(TABLAS),
      await names(INDICES),
      await otrosIndices(client),
    ]
    const done = { tablas: tablas.length, indices: indices.length + otros.length }
    const sinRevisar: string[] = []
    const danada = await primera(client, tablas, indices, otros, sinRevisar).catch(
      async (error) => {
        // What ended it may keep these from being dropped too: it is what is told.
        await client.query(QUITAR).catch(() => {})
        throw error
      },
    )
    await client.query(QUITAR)
    return { ...done, indices: done.indices - sinRevisar.length, danada, sinRevisar }
  })
}

const QUITAR = 'DROP EXTENSION amcheck, pageinspect'

/** The first table or index that is damaged; `sinRevisar` hears of those that are not known. */
async function primera(
  client: pg.Client,
  tablas: readonly string[],
  indices: readonly string[],
  otros: readonly Indice[],
  sinRevisar: string[],
): Promise<Danada | null> {
  const oPasa = (nombre: string, mirado: Promise<string | null>) =>
    mirado.catch((error) => {
      if (!(error instanceof NoSeSabe)) throw error
      sinRevisar.push(nombre)
      return null
    })
  for (const nombre of tablas) {
    const { rows } = await client.query<{ msg: string }>(
      'SELECT msg FROM verify_heapam($1::regclass) LIMIT 1',
      [nombre],
    )
    if (rows[0]) return { nombre, falla: rows[0].msg }
  }
  for (const nombre of indices) {
    const falla = await oPasa(
      nombre,
      client.query('SELECT bt_index_check($1::regclass, true)', [nombre]).then(() => null, fallaDe),
    )
    if (falla) return { nombre, falla }
  }
  for (const otro of otros) {
    const falla = await oPasa(otro.nombre, contrastar(client, otro))
    if (falla) return { nombre: otro.nombre, falla }
  }
  return null
}

import { contrastar, otrosIndices } from './contraste/contraste.ts'
import type { Place } from './folder.ts'
import { SUPERUSER } from './roles.ts'
import { comoRol } from './server.ts'

/** A table or an index whose pages do not agree. */
export interface Danada {
  nombre: string
  falla: string
}

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
 * row is found by each of them, a B-tree's by amcheck, another one's by `contrastar`. Answers how many were looked at, and
 * the first that is damaged.
 */
export async function revisarPaginas(
  place: Place,
): Promise<{ tablas: number; indices: number; danada: Danada | null }> {
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
    try {
      for (const nombre of tablas) {
        const { rows } = await client.query<{ msg: string }>(
          'SELECT msg FROM verify_heapam($1::regclass) LIMIT 1',
          [nombre],
        )
        if (rows[0]) return { ...done, danada: { nombre, falla: rows[0].msg } }
      }
      for (const nombre of indices) {
        const falla = await client
          .query('SELECT bt_index_check($1::regclass, true)', [nombre])
          .then(
            () => null,
            (error: Error) => error.message,
          )
        if (falla) return { ...done, danada: { nombre, falla } }
      }
      for (const otro of otros) {
        const falla = await contrastar(client, otro)
        if (falla) return { ...done, danada: { nombre: otro.nombre, falla } }
      }
    } finally {
      await client.query('DROP EXTENSION amcheck, pageinspect')
    }
    return { ...done, danada: null }
  })
}

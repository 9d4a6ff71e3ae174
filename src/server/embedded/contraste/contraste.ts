import type pg from 'pg'
import { fallaDe, type Indice, leerPor, sinIndices, soloPor } from './plan.ts'
import { fueraDeRangos } from './rangos.ts'

/*
 * What amcheck does for a B-tree it does for no other kind: of a GIN it looks at the order alone, of a GiST and a BRIN at
 * nothing. So these are read: what they find must be what their table has.
 */

/**
 * Values of a GIN that are looked for one by one, a choice at random where there are more: each is looked for by all of
 * its words at once, which takes milliseconds, and in a large house the night has other work. All its rows are read by it
 * once besides.
 */
const MUESTRA = 5_000

const INDICES = `
  SELECT c.oid, c.oid::regclass::text AS nombre, c.relname AS corto, i.indrelid::regclass::text AS tabla,
         a.amname AS tipo, i.indisexclusion AS exclusion, pg_get_expr(i.indpred, i.indrelid) AS donde,
         ARRAY(SELECT pg_get_indexdef(c.oid, n, false) FROM generate_series(1, i.indnkeyatts) n ORDER BY n) AS claves
  FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_am a ON a.oid = c.relam
  WHERE a.amname <> 'btree' AND c.relkind = 'i' AND c.relpersistence = 'p' AND i.indisvalid AND i.indisready
  ORDER BY c.oid`

/** The indexes that are no B-trees. */
export const otrosIndices = async (client: pg.Client): Promise<Indice[]> =>
  (await client.query<Indice>(INDICES)).rows

/**
 * Holds an index against its table, on a connection of the superuser that is in no transaction and has amcheck and pageinspect; all
 * that it makes is undone. Answers what is wrong with it, null when nothing is.
 *
 * A GiST: each value that the table has is looked for by the index, which must find as many rows as there are. A GIN:
 * its order is proven (amcheck), all rows are read by it, and `MUESTRA` values are looked for.
 * A BRIN: no row lies outside of what the index says of its pages. Of an exclusion no two rows may break it, which
 * building it anew proves.
 * @throws NoSeSabe for an index of a kind that none of this reads; what befalls the server, as it came.
 */
export async function contrastar(client: pg.Client, indice: Indice): Promise<string | null> {
  await client.query('BEGIN')
  try {
    await sinIndices(client)
    const { tipo, exclusion, nombre } = indice
    const falla = await (tipo === 'brin' ? fueraDeRangos : sinHallar)(client, indice)
    if (!falla && exclusion) await client.query(`REINDEX INDEX ${nombre}`)
    return falla
  } catch (error) {
    return fallaDe(error)
  } finally {
    await client.query('ROLLBACK')
  }
}

async function sinHallar(client: pg.Client, indice: Indice): Promise<string | null> {
  const { oid, tabla, tipo, claves, donde } = indice
  // What was written last waits in a list that each look-up would read from one end to the other.
  if (tipo === 'gin') {
    await client.query('SELECT gin_clean_pending_list($1::oid::regclass)', [oid])
    await client.query('SELECT gin_index_check($1::oid::regclass)', [oid])
  }
  const named = claves.map((clave, n) => `${clave} AS k${n}`).join(', ')
  const all = claves.map((_, n) => `k${n}`).join(', ')
  await client.query(
    `CREATE TEMP TABLE buscadas ON COMMIT DROP AS
     SELECT ${all}, count(*) AS hay FROM (SELECT ${named} FROM ONLY ${tabla} WHERE ${donde ?? 'true'}) t
     GROUP BY ${all}`,
  )
  const nulos = `concat(${claves.map((_, n) => `(k${n} IS NULL)::int`).join(', ')})`
  const kinds = await client.query<{ nulos: string }>(
    `SELECT DISTINCT ${nulos} AS nulos FROM buscadas`,
  )
  const todas = tipo === 'gin' ? await todasDe(client, claves) : []
  await soloPor(client, indice)
  for (const { clave, cualquiera, hay } of todas) {
    const [all] = await leerPor<{ halla: string }>(
      client,
      indice,
      `SELECT count(*) AS halla FROM ONLY ${tabla} WHERE ${donde ?? 'true'} AND ${clave} ${cualquiera}`,
    )
    if (all?.halla !== hay) return `la tabla tiene ${hay} filas y el índice halla ${all?.halla}`
  }
  const elegidas = tipo === 'gin' ? `ORDER BY random() LIMIT ${MUESTRA}` : ''
  for (const kind of kinds.rows) {
    const nula = [...kind.nulos].map((bit) => bit === '1')
    // A GIN has no way to look for a row without a value.
    if (tipo === 'gin' && nula.every(Boolean)) continue
    const igual = claves.map((clave, n) =>
      nula[n] ? `${clave} IS NULL` : `${clave} = buscadas.k${n}`,
    )
    const [found] = await leerPor<{ hay: string; halla: string }>(
      client,
      indice,
      `SELECT hay, halla
       FROM (SELECT * FROM buscadas WHERE ${nulos} = '${kind.nulos}' ${elegidas}) buscadas CROSS JOIN LATERAL (
         SELECT count(*) AS halla FROM ONLY ${tabla} WHERE ${[donde ?? 'true', ...igual].join(' AND ')}) f
       WHERE hay <> halla LIMIT 1`,
    )
    if (found)
      return `de un valor la tabla tiene ${found.hay} filas y el índice halla ${found.halla}`
  }
  return null
}

/** How each key of a GIN is asked for whatever value it has, and how many rows have one. */
async function todasDe(client: pg.Client, claves: readonly string[]) {
  const all: { clave: string; cualquiera: string; hay: string }[] = []
  for (const [n, clave] of claves.entries()) {
    const { rows } = await client.query<{ lista: boolean; hay: string }>(
      `SELECT coalesce(sum(hay) FILTER (WHERE k${n} IS NOT NULL), 0) AS hay,
              (SELECT atttypid::regtype::text LIKE '%[]' FROM pg_attribute
               WHERE attrelid = 'buscadas'::regclass AND attname = 'k${n}') AS lista
       FROM buscadas`,
    )
    for (const { lista, hay } of rows)
      all.push({ clave, hay, cualquiera: lista ? "@> '{}'" : "LIKE '%'" })
  }
  return all
}

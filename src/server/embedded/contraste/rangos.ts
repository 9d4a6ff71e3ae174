import type pg from 'pg'
import { type Indice, leerPor, NoSeSabe, soloPor } from './plan.ts'

interface Forma {
  paginas: number
  tipos: string[]
  simple: boolean
}

/** How many pages each summary is of, and the types of what is summed up; `simple`: each by its bounds. */
const FORMA = `
  SELECT coalesce((SELECT option_value::int FROM pg_options_to_table(c.reloptions)
                   WHERE option_name = 'pages_per_range'), 128) AS paginas,
         ARRAY(SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0
               ORDER BY attnum) AS tipos,
         (SELECT bool_and(opcname LIKE '%minmax_ops') FROM pg_opclass WHERE oid = ANY (i.indclass)) AS simple
  FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid WHERE c.oid = $1`

/** The summaries of an index, as its pages have them; a page that is none of those with summaries is its map. */
const RESUMENES = `
  CREATE TEMP TABLE resumenes ON COMMIT DROP AS
  WITH p AS MATERIALIZED (
    SELECT get_raw_page($1, n) AS pagina
    FROM generate_series(1, pg_relation_size($1::regclass) / current_setting('block_size')::bigint - 1) n)
  SELECT r.* FROM (SELECT pagina FROM p WHERE brin_page_type(pagina) = 'regular' OFFSET 0) q,
    LATERAL brin_page_items(pagina, $1::regclass) r
  WHERE r.blknum IS NOT NULL AND NOT r.placeholder`

/**
 * What is wrong with a BRIN: a row whose value lies outside of the bounds of its pages would not be found by it. Pages
 * without a summary are read anyway.
 */
export async function fueraDeRangos(client: pg.Client, indice: Indice): Promise<string | null> {
  const { oid, nombre, tabla, claves, donde } = indice
  const forma = await client.query<Forma>(FORMA, [oid])
  const { paginas, tipos, simple } = forma.rows[0] as Forma
  if (!simple) throw new NoSeSabe(`no se sabe leer los resúmenes del índice ${nombre}`)
  // A statement that makes a table takes no parameters.
  await client.query(RESUMENES.replaceAll('$1', client.escapeLiteral(nombre)))
  const filas: { clave: string; desde: string | null; hay: string }[] = []
  for (const [n, clave] of claves.entries()) {
    const bounds = `regexp_match(value, '^\\{(.*) \\.\\. (.*)\\}$')`
    const bad = await client.query<{ bloque: string }>(
      `SELECT h.rango * ${paginas} AS bloque FROM (
         SELECT (ctid::text::point)[0]::bigint / ${paginas} AS rango, min(${clave}) AS menor, max(${clave}) AS mayor,
                count(*) > count(${clave}) AS nulo
         FROM ONLY ${tabla} WHERE ${donde ?? 'true'} GROUP BY 1) h
       JOIN resumenes r ON r.attnum = ${n + 1} AND r.blknum / ${paginas} = h.rango
       WHERE r.empty OR nulo AND NOT (r.hasnulls OR r.allnulls)
         OR menor IS NOT NULL AND (r.allnulls OR menor < (${bounds})[1]::${tipos[n]}
                                   OR mayor > (${bounds})[2]::${tipos[n]})
       LIMIT 1`,
    )
    if (bad.rows[0])
      return `una fila de la página ${bad.rows[0].bloque} o siguientes no está en su resumen`
    const all = await client.query<{ desde: string | null; hay: string }>(
      `SELECT quote_literal(min(${clave})) AS desde, count(${clave}) AS hay FROM ONLY ${tabla} WHERE ${donde ?? 'true'}`,
    )
    for (const one of all.rows) filas.push({ clave, ...one })
  }
  // Its map is read from one end to the other.
  await soloPor(client, indice)
  for (const { clave, desde, hay } of filas) {
    if (desde === null) continue
    const [found] = await leerPor<{ halla: string }>(
      client,
      indice,
      `SELECT count(*) AS halla FROM ONLY ${tabla} WHERE ${donde ?? 'true'} AND ${clave} >= ${desde}`,
    )
    if (found?.halla !== hay) return `la tabla tiene ${hay} filas y el índice halla ${found?.halla}`
  }
  return null
}

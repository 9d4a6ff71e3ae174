import type pg from 'pg'
import { numberedSql } from '../../src/server/db/migrate-files.ts'

/*
 * Draws the data model from a database: one Mermaid diagram for each file of tables. A box lists the columns of
 * primary, unique and foreign keys and those with a fixed set of values; a line is a foreign key.
 */

interface Column {
  tabla: string
  columna: string
  tipo: string
  obligatoria: boolean
  /** The values that a CHECK admits; null when there is none. */
  palabras: string[] | null
}

interface Key {
  tabla: string
  /** `p`: primary, `u`: unique, `f`: foreign. */
  clase: 'p' | 'u' | 'f'
  columnas: string[]
  destino: string | null
}

const COLUMNS = `
  SELECT c.relname AS tabla, a.attname AS columna, format_type(a.atttypid, NULL) AS tipo,
         a.attnotnull AS obligatoria,
         (SELECT array_agg(m[1]) FROM pg_constraint k,
            regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') m
          WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
            AND pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[[^)]*\\]\\)\\)\\)$') AS palabras
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname, a.attnum`

const KEYS = `
  SELECT c.relname AS tabla, k.contype AS clase, f.relname AS destino,
         ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY x (n, i)
               JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = x.n ORDER BY x.i) AS columnas
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid LEFT JOIN pg_class f ON f.oid = k.confrelid
  WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN ('p', 'u', 'f') ORDER BY c.relname, k.conname`

/**
 * The tables by area, in the order in which they are created. In `db/0001-tablas` the name of the file is the area
 * (`20-ordenes.sql`). A later table belongs to the area with which its name begins, else to its own file.
 */
function groups(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name, text } of numberedSql().flatMap(({ files }) => files)) {
    const title = /\d+-([a-z0-9-]+)\.sql$/.exec(name)?.[1] ?? name
    const later = !name.startsWith('db/0001-')
    for (const [, tabla = ''] of text.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)) {
      const areas = later ? [...found.keys()].filter((area) => begins(tabla, area)) : []
      const area = areas.sort((one, other) => other.length - one.length)[0] ?? title
      found.set(area, [...(found.get(area) ?? []), tabla])
    }
  }
  return found
}

const begins = (tabla: string, area: string) =>
  `${tabla}_`.startsWith(`${area.replaceAll('-', '_')}_`)

/** The marks of a column in Mermaid: `PK`, `FK`, `UK`. */
function marks(columna: string, keys: readonly Key[]): string {
  const has = (clase: Key['clase']) =>
    keys.some((key) => key.clase === clase && key.columnas.includes(columna))
  const alone = keys.some(
    ({ clase, columnas }) => clase === 'u' && columnas.length === 1 && columnas[0] === columna,
  )
  return [has('p') && 'PK', has('f') && 'FK', alone && 'UK'].filter(Boolean).join(', ')
}

function box(tabla: string, columns: readonly Column[], keys: readonly Key[]): string[] {
  const shown = columns.filter(({ columna, palabras }) => palabras || marks(columna, keys))
  const lines = (shown.length > 0 ? shown : columns).map(({ columna, tipo, palabras }) => {
    const marked = marks(columna, keys)
    const word = tipo.replaceAll(' ', '_').replace('timestamp_with_time_zone', 'timestamptz')
    const note = palabras ? ` "${palabras.join(', ')}"` : ''
    return `    ${word} ${columna}${marked && ` ${marked}`}${note}`
  })
  return [`  ${tabla} {`, ...lines, '  }']
}

/** The lines from `tabla` to the tables that it refers to, each with its cardinality and its columns. */
function arrows(tabla: string, columns: readonly Column[], keys: readonly Key[]): string[] {
  const required = (columnas: readonly string[]) =>
    columns.filter((each) => columnas.includes(each.columna)).every((each) => each.obligatoria)
  const single = (columnas: readonly string[]) =>
    keys.some(({ clase, columnas: own }) => clase !== 'f' && own.join() === columnas.join())
  const found = new Map<string, string[]>()
  for (const { clase, columnas, destino } of keys) {
    if (clase !== 'f') continue
    const line = `${required(columnas) ? '||' : '|o'}--${single(columnas) ? 'o|' : 'o{'}`
    const ends = `  ${destino} ${line} ${tabla}`
    found.set(ends, [...(found.get(ends) ?? []), columnas.join(' + ')])
  }
  return [...found].map(([ends, columnas]) => `${ends} : "${columnas.sort().join(', ')}"`)
}

/** Nearly every table refers to these tables, so lines to them would hide the others. */
const EVERYWHERE = ['usuarios', 'monedas', 'paises']

/** The diagram of the areas: which area's tables refer to which other's, without the tables in `EVERYWHERE`. */
function overview(areas: ReadonlyMap<string, readonly string[]>, keys: readonly Key[]): string {
  const home = new Map([...areas].flatMap(([area, tables]) => tables.map((t) => [t, area])))
  const edges = keys.flatMap(({ tabla, destino }) => {
    const [from, to] = [home.get(tabla), home.get(destino ?? '')]
    return from && to && from !== to && !EVERYWHERE.includes(to) ? [`  ${from} --> ${to}`] : []
  })
  return ['```mermaid', 'flowchart LR', ...[...new Set(edges)].sort(), '```'].join('\n')
}

/** All diagrams, each under its title, as at the end of docs/modelo.md. */
async function drawModel(client: pg.Client): Promise<string> {
  const { rows: columns } = await client.query<Column>(COLUMNS)
  const { rows: keys } = await client.query<Key>(KEYS)
  const of = <T extends { tabla: string }>(rows: readonly T[], tabla: string) =>
    rows.filter((row) => row.tabla === tabla)
  const areas = groups()
  const sections = [...areas].map(([area, tables]) => {
    const there = tables.filter((tabla) => of(columns, tabla).length > 0)
    const boxes = there.flatMap((t) => box(t, of(columns, t), of(keys, t)))
    const lines = there.flatMap((t) => arrows(t, of(columns, t), of(keys, t)))
    return [`### ${area}`, '', '```mermaid', 'erDiagram', ...boxes, ...lines, '```'].join('\n')
  })
  return `${[overview(areas, keys), ...sections].join('\n\n')}\n`
}

export const MODEL = 'docs/modelo.md'
/** The line of docs/modelo.md after which the diagrams begin. */
const MARK = '<!-- What follows is written by `npm run db:types`. -->\n\n'

/** Returns the document with its diagrams drawn again; the text before them is unchanged. */
export async function withModel(document: string, client: pg.Client): Promise<string> {
  const [written, drawn] = document.split(MARK)
  if (written === undefined || drawn === undefined) throw new Error(`${MODEL}: no mark`)
  return written + MARK + (await drawModel(client))
}

import type pg from 'pg'
import { numberedSql } from '../../src/server/db/migrate-files.ts'

/*
 * The data model as pictures: a diagram (mermaid) for each file of tables, drawn from a database. A box has the columns
 * by which a row is known or refers to another, and those that take one of a few words; a line is a foreign key.
 */

interface Column {
  tabla: string
  columna: string
  tipo: string
  obligatoria: boolean
  /** The words that a CHECK admits. */
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
 * The tables in the order in which they are made, by area: as `db/0001-tablas/20-ordenes.sql` says, and what came later
 * by the area that its name begins with, else by its own file.
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

/** What marks a column: its own key, or a reference. */
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

/** Lines to the tables that `tabla` refers to: one of each of how many there are, with the columns that do. */
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

/** Nearly every table refers to these: lines to them would hide the others. */
const EVERYWHERE = ['usuarios', 'monedas', 'paises']

/** Which area's tables refer to which other's, but for those that all refer to. */
function overview(areas: ReadonlyMap<string, readonly string[]>, keys: readonly Key[]): string {
  const home = new Map([...areas].flatMap(([area, tables]) => tables.map((t) => [t, area])))
  const edges = keys.flatMap(({ tabla, destino }) => {
    const [from, to] = [home.get(tabla), home.get(destino ?? '')]
    return from && to && from !== to && !EVERYWHERE.includes(to) ? [`  ${from} --> ${to}`] : []
  })
  return ['```mermaid', 'flowchart LR', ...[...new Set(edges)].sort(), '```'].join('\n')
}

/** All diagrams, each under its title, as they stand at the end of docs/modelo.md. */
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
/** In docs/modelo.md the diagrams stand behind it. */
const MARK = '<!-- What follows is written by `npm run db:types`. -->\n\n'

/** The document with its diagrams drawn anew; what stands before them is written by people. */
export async function withModel(document: string, client: pg.Client): Promise<string> {
  const [written, drawn] = document.split(MARK)
  if (written === undefined || drawn === undefined) throw new Error(`${MODEL}: no mark`)
  return written + MARK + (await drawModel(client))
}

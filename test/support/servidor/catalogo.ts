import pg from 'pg'

const PUBLIC = `'public'::regnamespace`
const OWN = (oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend x WHERE x.objid = ${oid} AND x.deptype = 'e')`

/** One row per object of a database: its kind, its name and its definition. */
const CATALOGUE = `
  SELECT 'function' AS clase, p.oid::regprocedure::text AS nombre, pg_get_functiondef(p.oid) || p.proacl::text AS texto
    FROM pg_proc p WHERE p.pronamespace = ${PUBLIC} AND p.prokind = 'f' AND ${OWN('p.oid')}
  UNION ALL
  SELECT 'column', c.relname || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, a.attgenerated, a.attstorage, pg_get_expr(d.adbin, d.adrelid), a.attacl::text,
      rank() OVER (PARTITION BY c.oid ORDER BY a.attnum))
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relnamespace = ${PUBLIC} AND c.relkind IN ('r', 'v', 'c') AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = ${PUBLIC} AND conrelid <> 0
  UNION ALL
  SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL
  SELECT 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger
    WHERE NOT tgisinternal
  UNION ALL
  SELECT 'view', viewname, definition FROM pg_views WHERE schemaname = 'public'
  UNION ALL
  SELECT 'rights', relname, relacl::text FROM pg_class WHERE relnamespace = ${PUBLIC} AND relkind IN ('r', 'v', 'S')
  ORDER BY 1, 2`

/** A database's tables, functions, triggers, views and rights as text, to compare two databases. */
export async function catalogoDe(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ clase: string; nombre: string; texto: string }>(CATALOGUE)
    return rows.map(({ clase, nombre, texto }) => `${clase} ${nombre}: ${texto}`)
  } finally {
    await client.end()
  }
}

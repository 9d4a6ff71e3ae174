import type pg from 'pg'

/** One falsification: what is done, and how. */
export interface Falsificacion {
  tabla: string
  /** A column's name, or what is done to whole rows: `(borrar)`, `(agregar)`, `(intercambiar)`. */
  que: string
  /** Statements that do the same; the first that PostgreSQL takes is done. */
  intentos: readonly string[]
}

interface Columna {
  nombre: string
  tipo: string
  generada: boolean
  llave: boolean
  obligatoria: boolean
}

export interface Tabla {
  nombre: string
  filas: number
  columnas: readonly Columna[]
}

/** Every table with its columns, as the database's catalogue has them. */
export async function tablas(client: pg.Client): Promise<Tabla[]> {
  const { rows } = await client.query<Tabla>(`
    SELECT c.relname AS nombre, (xpath('/row/n/text()', query_to_xml(
             format('SELECT count(*) AS n FROM %I', c.relname), false, true, '')))[1]::text::int AS filas,
           jsonb_agg(jsonb_build_object('nombre', a.attname, 'tipo', format_type(a.atttypid, NULL),
             'generada', a.attgenerated <> '', 'obligatoria', a.attnotnull,
             'llave', a.attname = ANY (sellos_llave(c.oid))) ORDER BY a.attnum) AS columnas
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    GROUP BY c.oid ORDER BY c.relname`)
  return rows
}

/** Another value of a column's type, made of the one that is there; the second where a rule of the type refuses the first. */
const OTRO: Record<string, readonly ((value: string) => string)[]> = {
  integer: [(v) => `coalesce(${v}, 0) + 1000001`],
  bigint: [(v) => `coalesce(${v}, 0) + 1000001`],
  numeric: [(v) => `coalesce(${v}, 0) + 1`],
  text: [(v) => `coalesce(${v}, '') || '1'`, (v) => `coalesce(${v}, '') || '-1'`],
  boolean: [(v) => `NOT coalesce(${v}, false)`],
  date: [
    (v) => `coalesce(${v}, '2025-01-01') + 1001`,
    (v) => `coalesce(${v}, '2025-01-01') - 1001`,
  ],
  'timestamp with time zone': [(v) => `coalesce(${v}, '2025-01-01') + interval '1 s'`],
  uuid: [() => 'gen_random_uuid()'],
  jsonb: [(v) => `jsonb_build_array('falso', ${v})`],
  // A row that is made up begins as a picture does: what is kept as bytes is one, or may be.
  bytea: [(v) => `coalesce(${v}, '\\xffd8ff') || '\\x00'`],
  xid8: [(v) => `(coalesce(${v}::text::bigint, 0) + 1)::text::xid8`],
  tstzrange: [
    (v) => `tstzrange(coalesce(lower(${v}), '2025-01-01') - interval '1 s', upper(${v}))`,
  ],
  'text[]': [(v) => `array_append(${v}, 'falso')`],
  'cidr[]': [(v) => `array_append(${v}, '10.99.0.0/16'::cidr)`],
  'integer[]': [(v) => `array_append(${v}, 1000001)`],
}

/** SQL of other values, in the order in which they are tried. @throws Error for a type that nobody has thought of yet. */
function otros({ nombre, tipo }: Columna, value = nombre): string[] {
  const make = OTRO[tipo]
  if (!make) throw new Error(`${nombre}: how is a ${tipo} falsified? Say it in OTRO.`)
  return make.map((one) => one(value))
}
const otro = (columna: Columna, n: number, value = columna.nombre) => {
  const values = otros(columna, value)
  return values[n % values.length]
}
/** Several ways to do the same; the first that PostgreSQL takes is done. */
const INTENTOS = [0, 1]

/** Changes one column of one row: of the first row where it has a value, if there is one. */
export function cambiar(tabla: Tabla, columna: Columna): Falsificacion {
  const donde = `ctid = (SELECT min(ctid) FROM ${tabla.nombre} WHERE ${columna.nombre} IS NOT NULL
    OR NOT EXISTS (SELECT FROM ${tabla.nombre} WHERE ${columna.nombre} IS NOT NULL))`
  return {
    tabla: tabla.nombre,
    que: columna.nombre,
    intentos: INTENTOS.map(
      (n) => `UPDATE ${tabla.nombre} SET ${columna.nombre} = ${otro(columna, n)} WHERE ${donde}`,
    ),
  }
}

/** Whole rows: the last one deleted, a copy of it added, the contents of two exchanged. */
export function deFilas(tabla: Tabla): Falsificacion[] {
  const { nombre, columnas } = tabla
  const propias = columnas.filter(({ generada }) => !generada)
  const nombres = propias.map((c) => c.nombre).join(', ')
  // Copies differ in every column, so that no unique index refuses them.
  const copia = (n: number) =>
    propias.map((c) => (c.obligatoria || c.llave ? otro(c, n) : c.nombre)).join(', ')
  const ultima = `ctid = (SELECT max(ctid) FROM ${nombre})`
  const resto = propias.filter(({ llave }) => !llave).map((c) => c.nombre)
  // Two that do not say the same: to exchange equal rows changes nothing.
  const suyo = (alias: string) =>
    `to_jsonb(${alias}) - '{${propias.flatMap((c) => (c.llave ? [c.nombre] : []))}}'::text[]`
  const dos = `(SELECT p.ctid AS a, (SELECT max(u.ctid) FROM ${nombre} u WHERE ${suyo('u')} <> ${suyo('p')}) AS b
    FROM ${nombre} p ORDER BY p.ctid LIMIT 1)`
  return [
    { tabla: nombre, que: '(borrar)', intentos: [`DELETE FROM ${nombre} WHERE ${ultima}`] },
    {
      tabla: nombre,
      que: '(agregar)',
      intentos: INTENTOS.map(
        (n) =>
          `INSERT INTO ${nombre} (${nombres}) SELECT ${copia(n)} FROM ${nombre} WHERE ${ultima}`,
      ),
    },
    ...(resto.length > 0 && resto.length < propias.length && tabla.filas > 1
      ? [
          {
            tabla: nombre,
            que: '(intercambiar)',
            intentos: [
              `UPDATE ${nombre} t SET (${resto.join(', ')}) = (
                 SELECT ${resto.map((c) => `o.${c}`).join(', ')} FROM ${nombre} o, ${dos} d
                 WHERE o.ctid = CASE t.ctid WHEN d.a THEN d.b ELSE d.a END)
               WHERE t.ctid IN (SELECT unnest(ARRAY[a, b]) FROM ${dos} d)`,
            ],
          },
        ]
      : []),
  ]
}

/** What a falsifier can take away beforehand: checks, unique indexes, identities. Nothing refuses him then. */
export async function desarmar(client: pg.Client): Promise<void> {
  await client.query(`DO $$
    DECLARE r record;
    BEGIN
      FOR r IN SELECT conrelid::regclass AS t, conname FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'x') AND conrelid <> 0 LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', r.t, r.conname);
      END LOOP;
      FOR r IN SELECT conrelid::regclass AS t, conname FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND contype = 'u' LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', r.t, r.conname);
      END LOOP;
      FOR r IN SELECT indexrelid::regclass AS i FROM pg_index JOIN pg_class c ON c.oid = indrelid
        WHERE c.relnamespace = 'public'::regnamespace AND indisunique AND NOT indisprimary LOOP
        EXECUTE format('DROP INDEX %s', r.i);
      END LOOP;
      FOR r IN SELECT attrelid::regclass AS t, attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND a.attidentity = 'a' AND c.relkind = 'r' LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I SET GENERATED BY DEFAULT', r.t, r.attname);
      END LOOP;
    END $$`)
}

/** A row of made-up values in a table that has none. */
export function inventar({ nombre, columnas }: Tabla): string {
  const propias = columnas.filter(({ generada }) => !generada)
  const valor = (c: Columna) => otro(c, 0, `NULL::${c.tipo}`)
  return `INSERT INTO ${nombre} (${propias.map((c) => c.nombre).join(', ')}) VALUES (${propias.map(valor).join(', ')})`
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CasaPropia, casaPropia } from '../../../../test/support/respaldo/casa.ts'
import { findPlace } from '../folder.ts'
import { revisarPaginas } from '../indices.ts'
import { SUPERUSER } from '../roles.ts'
import { comoRol } from '../server.ts'
import { fallaDe, NoSeSabe } from './plan.ts'

/* Every index of a house is held against its table, whatever its kind. */

let casa: CasaPropia
const place = () => findPlace(casa.at('casa'))
const sql = (text: string) => comoRol(place(), SUPERUSER, (client) => client.query(text))
const danada = async () => (await revisarPaginas(place())).danada

beforeAll(async () => {
  casa = await casaPropia()
  await sql('CREATE SCHEMA prueba')
})
afterAll(() => casa.cerrar())

/** Writes as if the index were not there. */
async function aEspaldas(indice: string, text: string): Promise<void> {
  const ready = (on: boolean) =>
    sql(`UPDATE pg_index SET indisready = ${on} WHERE indexrelid = '${indice}'::regclass`)
  await ready(false)
  await sql(text)
  await ready(true)
}

test('all of them are looked at, and nothing of that stays', async () => {
  const count = async (text: string) => Number((await sql(text)).rows[0].n)
  const all = await count(
    `SELECT count(*) AS n FROM pg_class WHERE relkind = 'i' AND relpersistence = 'p'`,
  )
  const kinds = await sql(
    `SELECT DISTINCT amname FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE relkind = 'i' ORDER BY 1`,
  )
  expect(kinds.rows.map(({ amname }) => amname)).toEqual(['brin', 'btree', 'gin', 'gist'])
  expect(await revisarPaginas(place())).toMatchObject({
    ...{ indices: all, danada: null },
    // An index of the program's own is never passed over.
    sinRevisar: [],
  })
  const left = `SELECT (SELECT count(*) FROM pg_extension WHERE extname IN ('amcheck', 'pageinspect'))
                     + (SELECT count(*) FROM pg_index WHERE NOT indisvalid) AS n`
  expect(await count(left)).toBe(0)
})

test('a row that a GiST does not have is named by its index, also in a part of the table', async () => {
  await sql(`
    CREATE TABLE prueba.precios (par integer, vigencia int4range, retirado boolean NOT NULL DEFAULT false,
      CONSTRAINT precios_unico EXCLUDE USING gist (par WITH =, vigencia WITH &&) WHERE (NOT retirado));
    CREATE INDEX precios_par ON prueba.precios (par);
    INSERT INTO prueba.precios SELECT n % 50, int4range(n, n + 1) FROM generate_series(1, 3000) n;
    INSERT INTO prueba.precios VALUES (NULL, '[1,2)', false), (7, NULL, false), (NULL, NULL, false),
      (1, '[0,9000)', true)`)
  expect(await danada()).toBeNull()
  const falta = { nombre: 'prueba.precios_unico', falla: expect.stringContaining('halla 0') }
  for (const fila of ["(8, '[5000,5001)')", "(NULL, '[5,6)')", '(9, NULL)']) {
    await aEspaldas('prueba.precios_unico', `INSERT INTO prueba.precios VALUES ${fila}`)
    expect([fila, await danada()]).toEqual([fila, falta])
    await sql('REINDEX INDEX prueba.precios_unico')
    expect(await danada()).toBeNull()
  }
  // Of what is not in it, nothing is asked.
  await aEspaldas('prueba.precios_unico', "INSERT INTO prueba.precios VALUES (1, '[1,2)', true)")
  expect(await danada()).toBeNull()
})

test('two rows of which an exclusion allows one are named, although the index has both', async () => {
  // Who wrote it while the constraint did not hold, and the index was mended without asking.
  await sql(`
    CREATE TABLE prueba.doble (par integer, vigencia int4range, EXCLUDE USING gist (par WITH =, vigencia WITH &&));
    INSERT INTO prueba.doble VALUES (1, '[1,5)')`)
  const excluye = (on: boolean) =>
    sql(`UPDATE pg_index SET indisexclusion = ${on} WHERE indrelid = 'prueba.doble'::regclass`)
  await excluye(false)
  await sql("INSERT INTO prueba.doble VALUES (1, '[4,9)')")
  await excluye(true)
  expect(await danada()).toMatchObject({ nombre: expect.stringContaining('doble') })
  await sql('DROP TABLE prueba.doble')
})

test('a row that a GIN does not have is named by its index: of a list, and of the letters of a text', async () => {
  await sql(`
    CREATE TABLE prueba.gente (nombre text, etiquetas text[]);
    CREATE INDEX gente_nombre ON prueba.gente USING gin (nombre gin_trgm_ops);
    -- By this one a name is found sooner.
    CREATE INDEX gente_btree ON prueba.gente (nombre);
    CREATE INDEX gente_etiquetas ON prueba.gente USING gin (etiquetas);
    INSERT INTO prueba.gente SELECT md5(n::text), ARRAY['a', 'b' || n % 7] FROM generate_series(1, 3000) n;
    INSERT INTO prueba.gente VALUES (NULL, NULL), ('', '{}'), ('ñ', '{NULL}')`)
  expect(await danada()).toBeNull()
  for (const indice of ['gente_nombre', 'gente_etiquetas']) {
    for (const fila of ["('Ana Quispe', '{c}')", "('', '{}')"]) {
      await aEspaldas(`prueba.${indice}`, `INSERT INTO prueba.gente VALUES ${fila}`)
      const found = {
        nombre: `prueba.${indice}`,
        falla: expect.stringContaining('el índice halla'),
      }
      expect([fila, await danada()]).toEqual([fila, found])
      await sql(`REINDEX INDEX prueba.${indice}`)
    }
  }
  expect(await danada()).toBeNull()
})

test('of a GIN of many values no row is passed over, and of words that are others now one is enough', async () => {
  await sql(`
    CREATE TABLE prueba.muchos (nombre text);
    CREATE INDEX muchos_nombre ON prueba.muchos USING gin (nombre gin_trgm_ops);
    INSERT INTO prueba.muchos SELECT md5(n::text) FROM generate_series(1, 12000) n;
    SELECT gin_clean_pending_list('prueba.muchos_nombre')`)
  await aEspaldas('prueba.muchos_nombre', "INSERT INTO prueba.muchos VALUES ('Ana Quispe')")
  expect(await danada()).toEqual({
    nombre: 'prueba.muchos_nombre',
    falla: 'la tabla tiene 12001 filas y el índice halla 12000',
  })
  await sql('DROP TABLE prueba.muchos')
  const palabras = (text: string) =>
    sql(
      `CREATE OR REPLACE FUNCTION prueba.palabras(text) RETURNS text[] IMMUTABLE LANGUAGE sql AS '${text}'`,
    )
  await palabras('SELECT ARRAY[$1]')
  await sql(`
    CREATE TABLE prueba.cosas (nombre text);
    CREATE INDEX cosas_palabras ON prueba.cosas USING gin (prueba.palabras(nombre));
    INSERT INTO prueba.cosas SELECT n FROM generate_series(1, 300) n`)
  expect(await danada()).toBeNull()
  await palabras('SELECT ARRAY[$1, right($1, 1)]')
  expect(await danada()).toMatchObject({ nombre: 'prueba.cosas_palabras' })
  await sql('DROP TABLE prueba.cosas')
})

test('a row outside of what a BRIN says of its pages is named by its index', async () => {
  await sql(`
    CREATE TABLE prueba.dias (fecha timestamptz, n integer);
    CREATE INDEX dias_brin ON prueba.dias USING brin (fecha, n) WITH (pages_per_range = 4);
    INSERT INTO prueba.dias SELECT timestamptz '2025-11-01' + n * interval '1 minute', n FROM generate_series(1, 9000) n;
    SELECT brin_summarize_new_values('prueba.dias_brin')`)
  expect(await danada()).toBeNull()
  for (const fila of [
    "('2025-10-31', 5)",
    "('2026-01-01', 5)",
    "('2025-11-01', -5)",
    '(NULL, 5)',
  ]) {
    await sql('DELETE FROM prueba.dias WHERE n < 100')
    await sql('VACUUM prueba.dias')
    await aEspaldas('prueba.dias_brin', `INSERT INTO prueba.dias VALUES ${fila}`)
    expect([fila, await danada()]).toEqual([
      ...[
        fila,
        { nombre: 'prueba.dias_brin', falla: expect.stringContaining('no está en su resumen') },
      ],
    ])
    await sql(
      'DELETE FROM prueba.dias WHERE n <= 5 OR fecha IS NULL; REINDEX INDEX prueba.dias_brin',
    )
  }
  expect(await danada()).toBeNull()
})

test('an index of a kind that nobody knows to read is named, and is no damage', async () => {
  const { indices } = await revisarPaginas(place())
  await sql(`
    CREATE TABLE prueba.ajenos (datos jsonb, palabras tsvector, fecha timestamptz, nota text);
    INSERT INTO prueba.ajenos SELECT jsonb_build_object('n', n), to_tsvector('simple', 'uno ' || n),
      timestamptz '2025-11-01' + n * interval '1 hour', CASE WHEN n > 9 THEN n::text END FROM generate_series(1, 500) n;
    CREATE INDEX a_datos ON prueba.ajenos USING gin (datos);
    CREATE INDEX a_palabras ON prueba.ajenos USING gin (palabras);
    CREATE INDEX a_fecha ON prueba.ajenos USING brin (fecha timestamptz_minmax_multi_ops);
    CREATE INDEX a_nota ON prueba.ajenos USING hash (nota)`)
  expect(await revisarPaginas(place())).toMatchObject({
    // That of what is too long for its row is a B-tree.
    ...{ indices: indices + 1, danada: null },
    sinRevisar: ['datos', 'palabras', 'fecha', 'nota'].map((name) => `prueba.a_${name}`),
  })
  await sql('DROP TABLE prueba.ajenos')
})

test('what befalls the server is no damage of an index', () => {
  const error = (code?: string) => Object.assign(new Error('así falló'), code && { code })
  // Damaged pages, by amcheck and by the checksum; a file that cannot be read.
  for (const code of ['XX002', 'XX001', '58030', '23P01'])
    expect(fallaDe(error(code))).toBe('así falló')
  // No connection, no disk, no memory, ended by somebody.
  for (const code of [undefined, '08006', '53100', '53200', '57014', '57P01'])
    expect(() => fallaDe(error(code))).toThrow(error(code))
  for (const code of ['42883', '0A000']) expect(() => fallaDe(error(code))).toThrow(NoSeSabe)
})

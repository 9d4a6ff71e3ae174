import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../../test/support/servidor/database.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'

/* All write rights of the server's role, and all triggers that stop even the owner, are listed in a snapshot file: an
 * added right or a removed trigger shows as a changed line in review. */

const database = await createDatabase()
const owner = <T extends object>(text: string) => comoDueno<T>(database.url, text)
afterAll(() => database.drop())

let derechos: string[]
beforeAll(async () => {
  const rows = await owner<{ linea: string }>(`
    SELECT format('%s: %s', c.relname, string_agg(d, ', ' ORDER BY d)) AS linea
    FROM pg_class c CROSS JOIN LATERAL (
      SELECT p AS d FROM unnest('{INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) p
        WHERE has_table_privilege('cambista_app', c.oid, p)
      UNION ALL
      SELECT format('%s (%s)', p, string_agg(a.attname, ' ' ORDER BY a.attname))
        FROM unnest('{INSERT,UPDATE,REFERENCES}'::text[]) p, pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND NOT has_table_privilege('cambista_app', c.oid, p)
          AND has_column_privilege('cambista_app', c.oid, a.attnum, p) GROUP BY p) x
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p')
    GROUP BY c.relname ORDER BY c.relname`)
  derechos = rows.map(({ linea }) => linea)
})

test('the server’s own role may write this and nothing else', async () => {
  await expect(`${derechos.join('\n')}\n`).toMatchFileSnapshot(
    '../../../test/__snapshots__/derechos.txt',
  )
})

test('every trigger is there, and none is switched off', async () => {
  const rows = await owner<{ linea: string }>(`
    SELECT format('%s%s', regexp_replace(pg_get_triggerdef(oid), 'public\\.', '', 'g'),
                  CASE WHEN tgenabled = 'O' THEN '' ELSE ' -- ' || tgenabled::text END) AS linea
    FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgrelid::regclass::text, tgname`)
  await expect(`${rows.map(({ linea }) => linea).join('\n')}\n`).toMatchFileSnapshot(
    '../../../test/__snapshots__/disparadores.txt',
  )
})

test('every key, exclusion and reference is there', async () => {
  const rows = await owner<{ linea: string }>(`
    SELECT linea FROM (
      SELECT indrelid::regclass::text AS tabla,
             regexp_replace(pg_get_indexdef(indexrelid), '^CREATE|public\\.|USING btree ', '', 'g') AS linea
      FROM pg_index i JOIN pg_class c ON c.oid = indrelid
      WHERE relnamespace = 'public'::regnamespace AND indisunique
      UNION ALL
      SELECT conrelid::regclass::text, format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('x', 'f')) t
    ORDER BY tabla COLLATE "C", linea COLLATE "C"`)
  await expect(`${rows.map(({ linea }) => linea.trim()).join('\n')}\n`).toMatchFileSnapshot(
    '../../../test/__snapshots__/llaves.txt',
  )
})

test('no sequence is the server’s own, and nobody else has any right', async () => {
  expect(
    await owner(`SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND CASE c.relkind
                 WHEN 'S' THEN has_sequence_privilege('cambista_app', c.oid, 'USAGE, SELECT, UPDATE') END`),
  ).toEqual([])
  expect(
    await owner(`SELECT c.relname FROM pg_class c, aclexplode(c.relacl) a
                 WHERE c.relnamespace = 'public'::regnamespace AND a.grantee = 0`),
  ).toEqual([])
  // Those of the extensions belong to PostgreSQL and read no table.
  expect(
    await owner(`SELECT proname FROM pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) a
                 WHERE pronamespace = 'public'::regnamespace AND a.grantee = 0 AND NOT EXISTS (
                   SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`),
  ).toEqual([])
})

test('what runs with the owner’s rights, and every trigger, names its schema', async () => {
  expect(
    await owner(`SELECT proname FROM pg_proc
                 WHERE pronamespace = 'public'::regnamespace AND (prosecdef OR prorettype = 'trigger'::regtype)
                 AND NOT coalesce(proconfig, '{}') @> '{"search_path=public, pg_temp"}'`),
  ).toEqual([])
})

test('these functions alone are kept from the server', async () => {
  const rows = await owner<{ proname: string }>(
    `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     AND NOT has_function_privilege('cambista_app', oid, 'EXECUTE') ORDER BY 1`,
  )
  expect(rows.map(({ proname }) => proname)).toEqual([
    'adjuntos_usar',
    'auditar_lote',
    'comisiones_devengar',
    'comisiones_revertir',
    'dia_guardar',
    'idempotencia_guardar_lote',
    'idempotencia_tomar_lote',
    'libro_asentar',
    'noticias_anotar',
    'respaldo_anotar',
    'restauracion_anotar',
    'restauracion_desactivar',
    'sellos_sellar',
    'serie_siguiente',
    'serie_varios',
    'sucursal_en',
    'sucursal_suya',
    'sucursales_de',
    'sucursales_filtrar',
    'telegram_a_chats',
    'vistos_solo',
    'webhooks_apagar',
  ])
})

test('of what runs with the owner’s rights, the server may call what the program names, and these', async () => {
  const text = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|schema\.ts$/.test(name))
    .map((name) => readFileSync(`src/${name}`, 'utf8'))
    .join('\n')
  const rows = await owner<{ proname: string }>(
    `SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef
     AND prorettype <> 'trigger'::regtype AND has_function_privilege('cambista_app', oid, 'EXECUTE') ORDER BY 1`,
  )
  const names = rows.map(({ proname }) => proname)
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([
    // How many things stand in the way of a branch's close, whatever of them whoever closes sees.
    'cierre_sucursal_contar',
    // A process of an earlier version, while its database is upgraded.
    'compras_ventas_registrar',
    // What hides a document from whoever sees some branches alone: whether there is one at all.
    'documento_existe',
    // Tests that post without a document.
    'libro_anular',
    'libro_contabilizar',
    // Triggers that run with the server's rights.
    'turnos_bloquear',
    // Turns of two branches, which both see.
    'turnos_compartidos',
    'vistos_exigir',
  ])
})

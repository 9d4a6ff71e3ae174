import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import type { Endpoint } from '../../../core/contract.ts'
import { areas } from '../../../main.app.ts'

/* what a new table, view or call must say of branches, so that none is forgotten. */

const app = await startTestApp()
const nombres = async (text: string, values: unknown[] = []) =>
  (await comoDueno<{ n: string }>(app.url, text, values)).map(({ n }) => n)

/** Tables that say a branch, or a document or an account of one, and are not filtered by it; why. */
const SIN_FILTRO: Record<string, string> = {
  cuentas:
    'the name of an account stands in documents of both branches; its ledger account is filtered',
  comisiones_liquidaciones: 'what a person is paid is the house’s; its lines are filtered',
  asientos:
    'what of them is shown of a document that is not seen is decided where it is shown (movimientos)',
  referencias_nucleos: 'read by the functions that judge a payment',
  referencias_usadas: 'read by the functions that judge a payment',
}

test('each table that says a branch, or a row of one that does, is filtered by it', async () => {
  const tables = await nombres(`
    WITH RECURSIVE suyas AS (
      SELECT conrelid AS tabla FROM pg_constraint WHERE contype = 'f' AND confrelid = 'sucursales'::regclass
        AND conrelid <> 'usuarios'::regclass
      UNION SELECT c.conrelid FROM pg_constraint c JOIN suyas s ON c.confrelid = s.tabla WHERE c.contype = 'f')
    SELECT relname::text AS n FROM suyas JOIN pg_class k ON k.oid = tabla
    WHERE NOT (k.relrowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = k.oid AND NOT p.polpermissive))
    ORDER BY 1`)
  expect(tables.filter((tabla) => !(tabla in SIN_FILTRO))).toEqual([])
})

/** The same of tables that name a document by its kind and id. */
test('each table that names documents of any kind is filtered by them', async () => {
  const tables = await nombres(`
    SELECT c.relname::text AS n FROM pg_class c JOIN pg_attribute o ON o.attrelid = c.oid AND o.attname = 'origen'
    JOIN pg_attribute i ON i.attrelid = c.oid AND i.attname = 'origen_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT c.relrowsecurity ORDER BY 1`)
  expect(tables.filter((tabla) => !(tabla in SIN_FILTRO))).toEqual([])
})

test('each view reads with the rights of whoever asks it', async () => {
  expect(
    await nombres(`SELECT relname::text AS n FROM pg_class WHERE relkind = 'v'
      AND relnamespace = 'public'::regnamespace AND NOT coalesce(reloptions, '{}') @> '{security_invoker=true}'`),
  ).toEqual([])
})

test('to every other role a filtered table is as it was: its policy is a constant', async () => {
  expect(
    await nombres(`SELECT c.relname::text AS n FROM pg_class c WHERE c.relrowsecurity AND (
        SELECT array_agg(polname::text || ' ' || pg_get_expr(polqual, polrelid)) FILTER (WHERE polpermissive) FROM pg_policy
        WHERE polrelid = c.oid) IS DISTINCT FROM '{"todos true"}'
      OR EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive
        AND p.polroles <> ARRAY['cambista_sucursal'::regrole::oid])`),
  ).toEqual([])
})

/** Beginnings of paths whose rows are the whole house's, or of one person whatever his branch. */
const DE_TODOS = [
  ...[
    'usuarios',
    'claves-api',
    'roles',
    'vistas',
    'sucursales',
    'monedas',
    'paises',
    'entidades-financieras',
    'tipos-pagos',
    'servicio-reglas',
  ],
  ...[
    'pares-divisas',
    'competencia',
    'competidores',
    'tipos-cambios',
    'pizarra',
    'clientes',
    'beneficiarios',
    'gastos-categorias',
    'telegram',
    'webhooks',
    'telefono',
  ],
  ...['comisiones/reglas', 'comisiones/liquidaciones', 'importar/largas'],
]

test('each call that acts on one row says whose it is, or that it is everybody’s', () => {
  const filas = Object.keys(Object.assign({}, ...areas.map((one) => one.filas)))
  const calls = areas.flatMap(({ contrato }) => Object.values(contrato) as Endpoint[])
  const open = calls
    .filter(({ method, path }) => method !== 'GET' && path.includes('/:id'))
    .filter(({ path }) => !filas.some((start) => path.startsWith(`${start}/`)))
    .map(({ path }) => path)
  expect(open.filter((path) => !DE_TODOS.some((start) => path.startsWith(`/${start}/`)))).toEqual(
    [],
  )
})

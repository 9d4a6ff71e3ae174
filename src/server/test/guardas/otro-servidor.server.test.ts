import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseFolder } from '../../../../test/support/servidor/carpeta.ts'
import { unaConexion } from '../../db/entrada/conexion.ts'
import { migrate } from '../../db/migrate.ts'
import { type EmbeddedPostgres, startPostgres } from '../../embedded/embedded.ts'
import { findPlace } from '../../embedded/folder.ts'
import { prepareRoles, SUPERUSER } from '../../embedded/roles.ts'
import { comoRol } from '../../embedded/server.ts'

/* A database that was restored to a server without its roles (pg_restore, pgBackRest into another cluster). */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
let house: EmbeddedPostgres

beforeAll(async () => {
  house = await startPostgres({ carpeta: root, durable: false })
  await migrate(house.url)
})
afterAll(async () => {
  await house.stop()
  rmSync(root, { recursive: true, force: true })
})

/** All that the roles may do: rights on tables, columns and functions, and the policies that name them. */
const derechos = () =>
  unaConexion(house.url, async (client) => {
    const { rows } = await client.query<{ linea: string }>(`
      SELECT relname || ' ' || coalesce(relacl::text, '') AS linea FROM pg_class WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT attrelid::regclass || '.' || attname || ' ' || attacl::text FROM pg_attribute WHERE attacl IS NOT NULL
      UNION ALL SELECT oid::regprocedure || ' ' || coalesce(proacl::text, '') FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT polrelid::regclass || ' ' || polname || ' ' || polroles::regrole[]::text FROM pg_policy
      ORDER BY 1`)
    return rows.map(({ linea }) => linea)
  })

test('the roles are made again and get their rights, whether they or their rights alone are missing', async () => {
  const place = findPlace(root)
  const before = await derechos()
  expect(before.some((line) => line.includes('cambista_sucursal'))).toBe(true)
  const sql = (text: string) => comoRol(place, SUPERUSER, (client) => client.query(text))
  // Rights that were not restored (pg_restore --no-privileges).
  await sql('DROP OWNED BY cambista_app, cambista_sucursal')
  expect(await derechos()).not.toEqual(before)
  await migrate(house.url)
  expect(await derechos()).toEqual(before)
  // No roles at all.
  await sql(
    'DROP OWNED BY cambista_app, cambista_sucursal; DROP ROLE cambista_sucursal; DROP ROLE cambista_app',
  )
  await sql('ALTER ROLE cambista_dueno CREATEROLE')
  await migrate(house.url)
  expect(await derechos()).toEqual(before)
  await comoRol(place, SUPERUSER, (client) => prepareRoles(client))
})

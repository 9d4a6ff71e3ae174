import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/app.ts'
import { comoDueno } from '../../../test/support/dueno.ts'

/* Migration 0045 on a house that was set up by an earlier release. */

const app = await startTestApp()
const texto = readFileSync('migrations/0045-casas-actualizadas.sql', 'utf8')
/** What the template of a cashier was at first. */
const CAJERO = [
  'dashboard:ver',
  'clientes:ver',
  'clientes:editar',
  'cuentas:ver',
  'compras-ventas:ver',
  'compras-ventas:crear',
  'compras-ventas:verificar',
]

const role = async (slug: string, permisos: readonly string[]) => {
  await sql`INSERT INTO roles (slug, nombre) VALUES (${slug}, ${slug})`.execute(app.db)
  await sql`INSERT INTO roles_permisos SELECT ${slug}, p FROM unnest(${permisos}::text[]) p`.execute(
    app.db,
  )
}
const held = async (slug: string) => {
  const { rows } = await sql<{ permiso: string }>`
    SELECT permiso FROM roles_permisos WHERE rol_slug = ${slug}`.execute(app.db)
  return rows.map(({ permiso }) => permiso)
}
const way = (codigo: string, pais: string, more: object = {}) =>
  app.db
    .insertInto('tipos_pagos')
    .values({ codigo, nombre: codigo, sentido: 'sale', pais, ...more })
    .execute()
const asked = async () => {
  const { rows } = await sql<{ codigo: string; n: number }>`
    SELECT codigo, jsonb_array_length(campos) AS n FROM tipos_pagos ORDER BY codigo`.execute(app.db)
  return Object.fromEntries(rows.map(({ codigo, n }) => [codigo, n]))
}

test('roles that are a template get what it has now, ways to pay that nobody touched ask; the others stay', async () => {
  await role('cajero', CAJERO)
  await role('propio', [...CAJERO, 'telegram:ver'])
  await role('menos', CAJERO.slice(1))
  await way('NEQUI', 'co')
  await way('DAVIPLATA', 'co', { version: 2 })
  await way('PAGO_MOVIL', 'pe')
  await way('OTRO', 'co')
  const before = await sql<{
    id: number
  }>`SELECT coalesce(max(id), 0) AS id FROM auditoria`.execute(app.db)
  for (let again = 0; again < 2; again += 1) {
    await comoDueno(app.url, `BEGIN; ${texto}; COMMIT`)
    expect(await held('cajero')).toEqual(
      expect.arrayContaining([
        ...CAJERO,
        'ordenes:crear',
        'cierres:turno',
        'transferencias:recibir',
      ]),
    )
    expect(await held('cajero')).not.toContain('importar:ver')
    expect((await held('propio')).sort()).toEqual([...CAJERO, 'telegram:ver'].sort())
    expect(await held('menos')).toHaveLength(CAJERO.length - 1)
    expect(await held('mgr')).toEqual([])
    expect(await asked()).toEqual({ DAVIPLATA: 0, NEQUI: 1, OTRO: 0, PAGO_MOVIL: 0 })
  }
  const { rows } = await sql<{ entidad: string; accion: string }>`
    SELECT entidad, accion FROM auditoria WHERE id > ${before.rows[0]?.id} ORDER BY id`.execute(
    app.db,
  )
  expect(rows).toEqual([
    { entidad: 'roles', accion: 'permisos' },
    { entidad: 'tipos-pagos', accion: 'editar' },
  ])
})

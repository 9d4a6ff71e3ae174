import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato } from './contract.ts'

/* Where a second person is asked for, a key and its maker are one. */

const app = await startTestApp()
const { adm, orden } = await montarOrdenes(app)

const suma = async (usuario: number, suyos: number[]) => {
  const quien = JSON.stringify({ usuario_id: usuario })
  const p = JSON.stringify({ codigo: 'DOS_PERSONAS', permiso: 'ordenes:pagar', titulo: 'pagar' })
  return sql`SELECT dos_personas_exigir(${quien}::jsonb, 1000000, ${suyos}, ${p}::jsonb)`
    .execute(app.db)
    .then(() => 'pasa')
    .catch(({ message }) => message as string)
}

test('what a key did is its maker’s for double control, and the other way round', async () => {
  const permisos = ['ordenes:ver', 'ordenes:crear', 'sucursales:todas']
  const nueva = { nombre: 'Socio', dias: 1, limite_usd: null, sucursal_id: null, permisos }
  const { body } = await adm.call(contrato.crear, { body: { ...nueva, password: PASSWORD } })
  const made = await app.http.inject({
    method: 'POST',
    url: '/api/ordenes',
    payload: orden(),
    headers: {
      authorization: `Bearer ${body.clave}`,
      'idempotency-key': randomUUID(),
    },
  })
  expect(made.statusCode).toBe(201)
  const { rows } = await sql<{ usuario_id: number }>`
    SELECT usuario_id FROM ordenes WHERE id = ${made.json().id}`.execute(app.db)
  const clave = rows[0]?.usuario_id as number
  expect(clave).not.toBe(adm.usuario_id)
  const otro = await app.signedIn('pag')
  expect(await suma(adm.usuario_id, [clave])).not.toBe('pasa')
  expect(await suma(clave, [adm.usuario_id])).not.toBe('pasa')
  expect(await suma(otro.usuario_id, [clave])).toBe('pasa')
})

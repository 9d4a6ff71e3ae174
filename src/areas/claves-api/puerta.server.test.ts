import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato } from './contract.ts'

/* What the door takes for a key, and a key of a branch that its maker lost. */

const app = await startTestApp()
const adm = await app.signedIn('adm')
const dueno = <Row extends Record<string, unknown>>(text: string) => comoDueno<Row>(app.url, text)

async function crear(sucursal_id: number | null = null) {
  const nueva = { nombre: 'Puerta', dias: 1, limite_usd: null, sucursal_id, password: PASSWORD }
  const made = await adm.call(contrato.crear, { body: { ...nueva, permisos: ['monedas:ver'] } })
  return made.body.clave
}
async function con(authorization: string, headers: Record<string, string> = {}) {
  const answer = await app.http.inject({
    url: '/api/monedas',
    headers: { authorization, ...headers },
  })
  return [answer.statusCode, answer.json().codigo as string | undefined]
}

test('what a proxy in front of the program asks people for is no key', async () => {
  const clave = await crear()
  const sesion = { 'x-token': adm.token, cookie: 'proxy=1' }
  expect(await con(`Bearer ${clave}`)).toEqual([200, undefined])
  expect(await con('Basic Y2FzYTpjbGF2ZQ==', sesion)).toEqual([200, undefined])
  expect(await con('Bearer eyJhbGciOi.e30.x', sesion)).toEqual([200, undefined])
  // Beside a session a key is refused, also a bad one; alone, what is none of ours opens nothing.
  expect(await con(`Bearer ${clave}`, sesion)).toEqual([400, 'CLAVE_API_Y_SESION'])
  expect(await con('Bearer cmb_corta', sesion)).toEqual([400, 'CLAVE_API_Y_SESION'])
  expect(await con(`Basic ${clave}`)).toEqual([401, 'SESION_REQUERIDA'])
  expect(await con('Bearer eyJhbGciOi.e30.x')).toEqual([401, 'CLAVE_API_NO_VALE'])
})

test('a key of a branch that its maker lost opens nothing, and the audit says why', async () => {
  const [lima, cusco] = await dueno<{ id: number }>(
    "INSERT INTO sucursales (nombre) VALUES ('Lima'), ('Cusco') RETURNING id",
  )
  const clave = await crear(lima?.id)
  const abre = async () => (await con(`Bearer ${clave}`))[0]
  expect(await abre()).toBe(200)
  // He sees no longer all of them; another administrator stays.
  await app.signedIn('adm')
  await dueno("INSERT INTO roles (slug, nombre) VALUES ('unasola', 'Una sola')")
  await dueno("INSERT INTO roles_permisos VALUES ('unasola', 'monedas:ver')")
  const en = (id: number | null = null) =>
    dueno(
      `UPDATE usuarios SET rol_slug = 'unasola', sucursal_id = ${id} WHERE id = ${adm.usuario_id}`,
    )
  await en(lima?.id)
  expect(await abre()).toBe(200)
  for (const otra of [cusco?.id, null]) {
    await en(otra)
    expect(await con(`Bearer ${clave}`)).toEqual([401, 'CLAVE_API_NO_VALE'])
  }
  const [row] = await dueno<{ n: string }>(
    "SELECT count(*) AS n FROM auditoria WHERE accion = 'denegado' AND despues->>'motivo' = 'clave-sucursal'",
  )
  expect(row?.n).toBe('1')
  await dueno("INSERT INTO roles_permisos VALUES ('unasola', 'sucursales:todas')")
  expect(await abre()).toBe(200)
})

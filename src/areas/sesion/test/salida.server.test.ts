import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as ajustes } from '../../ajustes/contract.ts'
import { contratoPerfil } from '../../usuarios/contract/perfil.ts'
import { contrato } from '../contract.ts'

/* where the house switched it on, Salir ends the session on the server. */

const app = await startTestApp()

test('off as delivered; whoever signs in or asks is told what it is', async () => {
  const adm = await app.signedIn('adm')
  expect((await adm.call(contrato.sesion)).body.salida_avisa).toBe(false)
  const { version } = (await adm.call(ajustes.obtener)).body
  await adm.call(ajustes.editar, { body: { version, salida_avisa: true } })
  expect((await adm.call(contrato.sesion)).body.salida_avisa).toBe(true)
})

test('the session that leaves is dead at once, with its audit row; others of the same user go on', async () => {
  const adm = await app.signedIn('adm')
  const { usuario } = (await adm.call(contratoPerfil.ver)).body
  const other = await adm.call(contrato.login, { body: { usuario, password: PASSWORD } })
  // As the page sends it: without a body, so without a type.
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/auth/salir',
    headers: { 'x-token': adm.token },
  })
  expect(answer.statusCode).toBe(200)
  expect((await adm.call(contrato.sesion)).error.codigo).toBe('SESION_REQUERIDA')
  const again = await adm.raw('POST', '/api/auth/refresh-token', {}, { 'x-token': adm.token })
  expect(again.status).toBe(401)
  const still = await adm.raw('GET', '/api/auth/sesion', undefined, { 'x-token': other.body.token })
  expect(still.status).toBe(200)
  const { rows } = await sql`SELECT accion FROM auditoria WHERE accion = 'salida'
                             AND usuario_id = ${adm.usuario_id}`.execute(app.db)
  expect(rows).toHaveLength(1)
})

test('over https the mark of a device stays with this host and never travels over http', async () => {
  const adm = await app.signedIn('adm')
  const { usuario } = (await adm.call(contratoPerfil.ver)).body
  const entrar = async (headers: Record<string, string>, password = PASSWORD) => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ usuario, password }),
    })
    return String(answer.headers['set-cookie'] ?? '')
  }
  const plain = await entrar({ origin: 'http://127.0.0.1:3000' })
  expect(plain).toMatch(
    /^cambista-equipo-\d+=.*; Path=\/api\/auth\/login; .*HttpOnly; SameSite=Strict$/,
  )
  const safe = await entrar({ origin: 'https://casa.example' })
  expect(safe).toMatch(
    /^__Host-cambista-equipo-\d+=.*; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/,
  )
  // It is known again: the same device, marked anew.
  const [name = ''] = safe.split(';')
  const device = (cookie: string) => cookie.split('=')[1]?.split('.')[1]
  const next = await entrar({ origin: 'https://casa.example', cookie: name })
  expect(device(next)).toBe(device(safe))
  expect(device(plain)).not.toBe(device(safe))
})

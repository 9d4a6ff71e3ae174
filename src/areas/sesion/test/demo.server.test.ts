import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '../../../../test/support/servidor/database.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { buildApp } from '../../../main.app.ts'
import { hashPassword } from '../../../server/acceso/password.ts'
import { PASSWORD_DEMO } from '../../../server/proceso/demo.ts'

/* only a program that serves a demo names its users, to this machine. */

const database = await createDatabase()
afterAll(() => database.drop())
await comoDueno(
  database.url,
  `INSERT INTO usuarios (usuario, correo, nombres, apellidos, rol_slug, password_hash)
   VALUES ('admin', 'admin@casa.example', 'Ada Lucía', 'Ramos Vega', 'adm', '${await hashPassword(PASSWORD_DEMO)}'),
          ('otra', 'otra@casa.example', 'Otra', 'Persona', 'adm', 'x')`,
)

async function offered(demo: boolean, remoteAddress = '127.0.0.1') {
  const afuera = { anclas: null, clave: randomBytes(32), demo }
  const app = await buildApp({ url: database.url, juzga: true, afuera })
  try {
    const answer = await app.http.inject({ method: 'GET', url: '/api/auth/demo', remoteAddress })
    return answer.json()
  } finally {
    await app.close()
  }
}

const NADIE = { usuarios: [], password: null }

test('a house names nobody, whatever its users are called', async () => {
  expect(await offered(true)).toEqual(NADIE)
  expect(await offered(false)).toEqual(NADIE)
})

test('a demo names its users and nobody else, to this machine alone', async () => {
  await comoDueno(database.url, `INSERT INTO ajustes (clave, valor) VALUES ('demo', '"lista"')`)
  expect(await offered(true)).toEqual({
    usuarios: [
      {
        ...{ usuario: 'admin', nombre: 'Ada Ramos', rol: 'Administrador', sucursal: null },
        sin_permisos: false,
      },
    ],
    password: PASSWORD_DEMO,
  })
  expect(await offered(true, '::ffff:127.0.0.1')).toMatchObject({ password: PASSWORD_DEMO })
  expect(await offered(true, '192.168.1.20')).toEqual(NADIE)
  expect(await offered(false)).toEqual(NADIE)
})

test('what a proxy hands on to a demo is refused, the page too, whoever named the proxy or not (R-445)', async () => {
  const served = async (demo: boolean, headers: Record<string, string>) => {
    const afuera = { anclas: null, clave: randomBytes(32), demo }
    const app = await buildApp({ url: database.url, juzga: true, afuera })
    const ask = async (url: string, method: 'GET' | 'POST') => {
      const payload = { usuario: 'admin', password: PASSWORD_DEMO }
      const how = method === 'POST' ? { method, payload } : { method }
      const { statusCode } = await app.http.inject({ ...how, url, headers })
      return statusCode
    }
    try {
      return [await ask('/api/auth/login', 'POST'), await ask('/', 'GET')]
    } finally {
      await app.close()
    }
  }
  expect((await served(true, {}))[0]).toBe(200)
  const handed: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { 'x-forwarded-proto': 'https' },
    { via: '2.0 Caddy' },
  ]
  for (const headers of handed) {
    expect([headers, await served(true, headers)]).toEqual([headers, [421, 421]])
    expect((await served(false, headers))[0]).toBe(200)
  }
  // A proxy that says nothing: the page was opened elsewhere.
  const elsewhere = { origin: 'https://casa.example' }
  expect([await served(true, elsewhere), (await served(false, elsewhere))[0]]).toEqual([
    [421, 421],
    200,
  ])
  expect((await served(true, { origin: 'http://127.0.0.1:3000' }))[0]).toBe(200)
})

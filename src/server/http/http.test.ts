import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { endpoint } from '../../core/contract.ts'
import { guardadasDe } from '../acceso/guardadas/guardadas.ts'
import type { Sesiones } from '../acceso/sesion.ts'
import { area } from '../area.ts'
import { buildHttp } from './http.ts'

const app = await startTestApp()

interface Document {
  openapi: string
  paths: Record<string, Record<string, { summary?: string; responses?: object }>>
}

test('every served route is in the API document, with a summary and its answers', async () => {
  const { body } = await (await app.signedIn('adm')).raw('GET', '/api/openapi.json')
  const { openapi, paths } = body as unknown as Document
  expect(openapi).toBe('3.1.0')
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.includes('/api/'))
  expect(documented.length).toBeGreaterThan(50)
  expect(documented).toContain('POST /api/compras-ventas')
  expect(documented).toContain(
    'GET /api/tipos-cambios/divisas/{paisId}/{divisaBaseId}/{divisaCotizacionId}',
  )
  expect(served.length).toBeGreaterThan(0)
  for (const methods of Object.values(paths)) {
    for (const { summary } of Object.values(methods)) expect(summary).toBeTruthy()
  }
})

test('the API document is made once, compressed, and not sent again to who has it', async () => {
  const ask = (headers: Record<string, string> = {}) =>
    app.http.inject({ url: '/api/openapi.json', headers })
  const plain = await ask()
  const packed = await ask({ 'accept-encoding': 'gzip, deflate, br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.payload)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8)
  const { etag } = plain.headers
  expect(packed.headers.etag).toBe(etag)
  for (const known of [`${etag}`, `W/${etag}`, `"otro", W/${etag} , "más"`, '*']) {
    const again = await ask({ 'if-none-match': known })
    expect([known, again.statusCode, again.payload.length]).toEqual([known, 304, 0])
    expect(again.headers.etag).toBe(etag)
  }
  for (const other of ['"otro"', 'W/"otro", "más"', String(etag).slice(1, -1), `X/${etag}`, ''])
    expect([other, (await ask({ 'if-none-match': other })).statusCode]).toEqual([other, 200])
})

test('an unknown address of the API is a 404 in JSON, never the page', async () => {
  const adm = await app.signedIn('adm')
  for (const path of [
    '/api/nada',
    '/api',
    '/api?a=1',
    '/api/clientes/1/nada',
    '/api/../api/nada',
  ]) {
    const { status, error, headers } = await adm.raw('GET', path)
    expect([path, status, error.codigo]).toEqual([path, 404, 'RUTA_NO_EXISTE'])
    expect(headers['content-type']).toMatch(/json/)
  }
})

test('who asks for the header alone is told what the same GET answers, without its content', async () => {
  const { token } = await app.signedIn('adm')
  for (const url of [
    '/api/monedas/lista',
    '/api/nada',
    '/api/clientes/999999',
    '/dashboard',
    '/',
  ]) {
    const ask = (method: 'GET' | 'HEAD') =>
      app.http.inject({ method, url, headers: { 'x-token': token } })
    const [full, head] = [await ask('GET'), await ask('HEAD')]
    expect([url, head.statusCode, head.payload]).toEqual([url, full.statusCode, ''])
    expect(head.headers['content-type']).toBe(full.headers['content-type'])
  }
})

test('every answer carries the security headers', async () => {
  const { headers } = await (await app.signedIn('adm')).raw('GET', '/api/monedas/lista')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(headers['x-solicitud']).toMatch(/^[0-9a-f-]{36}$/)
})

test('the server does not start with a route that lacks an access rule or a handler', async () => {
  const call = endpoint({
    method: 'GET',
    path: '/prueba',
    acceso: 'publico',
    resumen: 'Prueba',
    response: z.object({}),
  })
  const start = (broken: object, handlers: object) => {
    const contrato = { prueba: { ...call, ...broken } }
    const areas = [area(contrato, handlers as never)]
    const cursores = { write: () => '', read: () => [] }
    const afuera = { anclas: null, clave: Buffer.alloc(32) }
    const sesiones = guardadasDe() as Sesiones
    const ramas = { de: () => app.db, close: async () => {} }
    return buildHttp({ db: app.db, ramas, areas, cursores, afuera, sesiones }).ready()
  }
  await expect(start({ acceso: '' }, { prueba: async () => ({}) })).rejects.toThrow('no access')
  await expect(start({}, {})).rejects.toThrow('no handler')
})

test('a COMMIT answered with ROLLBACK is an error', async () => {
  const swallowed = app.db.transaction().execute(async (tx) => {
    await sql`INSERT INTO sucursales (nombre) VALUES ('Fantasma')`.execute(tx)
    await sql`SELECT 1 / 0`.execute(tx).catch(() => {})
    return 'done'
  })
  await expect(swallowed).rejects.toThrow('COMMIT answered ROLLBACK')
  const { rows } = await sql`SELECT FROM sucursales WHERE nombre = 'Fantasma'`.execute(app.db)
  expect(rows).toHaveLength(0)
})

test('a write that requires no idempotency key has one effect when it sends one', async () => {
  const adm = await app.signedIn('adm')
  const put = (id: number, clave: string) =>
    adm.raw('PUT', `/api/monedas/estatus/${id}`, {}, { 'idempotency-key': clave })
  const clave = randomUUID()
  const answers = [await put(11, clave), await put(11, clave), await put(11, clave.toUpperCase())]
  expect(answers.map(({ body }) => body)).toEqual(
    Array(3).fill({ id: 11, estatus: false, message: 'Moneda desactivada.', version: 2 }),
  )
  expect(answers.map(({ headers }) => headers['idempotency-replayed'])).toEqual([
    undefined,
    'true',
    'true',
  ])
  expect((await put(10, clave)).error.codigo).toBe('CLAVE_REUTILIZADA')
  expect((await put(11, 'no es una clave')).error.codigo).toBe('FALTA_CLAVE')
  expect((await adm.raw('PUT', '/api/monedas/estatus/11', {})).body).toMatchObject({
    estatus: true,
  })
})

test.each([
  ['beside its colon', '{"usuario": "a", "usuario": "b", "password": "x"}'],
  ['far from its colon', `{"usuario": "a", "usuario"${' '.repeat(60)}: "b", "password": "x"}`],
])('a duplicate key in a body is refused, also %s', async (_, body) => {
  const { error } = await (await app.signedIn('adm')).raw('POST', '/api/auth/login', body)
  expect(error.codigo).toBe('CUERPO_INVALIDO')
})

test('a long answer is compressed on request, a short one never; a compressed body is refused', async () => {
  const ask = (headers: Record<string, string>) =>
    app.http.inject({ method: 'GET', url: '/api/monedas', headers })
  const { token } = await app.signedIn('adm')
  const plain = await ask({ 'x-token': token })
  const small = await ask({ 'x-token': token, 'accept-encoding': 'br' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.payload)
  const salud = await app.http.inject({ url: '/api/salud', headers: { 'accept-encoding': 'br' } })
  expect(salud.headers['content-encoding']).toBeUndefined()
  const packed = await app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{}'),
  })
  expect(packed.statusCode).toBe(415)
})

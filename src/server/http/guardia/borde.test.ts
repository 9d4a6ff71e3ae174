import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { answerError } from '../errors.ts'
import { serveWeb } from '../web.ts'

/* What stands at the edge: methods, files, headers of the page, and what a proxy or a browser could be made to send. */

const app = await startTestApp()

/** A built interface of two files, beside what must not be served. */
const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
const dist = join(root, 'dist')
mkdirSync(join(dist, 'assets'), { recursive: true })
mkdirSync(join(dist, '.git'))
writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Cambista</title>')
writeFileSync(join(dist, 'assets', 'a-1.js'), 'export {}')
writeFileSync(join(dist, 'assets', 'a-1.js.br'), brotliCompressSync('export {}'))
writeFileSync(join(dist, 'assets', 'pe-1.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(join(dist, '.git', 'config'), 'SECRET')
writeFileSync(join(dist, '.stamp'), 'SECRET')
writeFileSync(join(dist, 'sw.js'), 'WORKER')
writeFileSync(join(root, 'package.json'), 'SECRET')
const web = fastify()
web.setErrorHandler((error, request, reply) => answerError(reply, error, request.id, () => {}))
serveWeb(web, dist)
await web.ready()
afterAll(async () => {
  await web.close()
  rmSync(root, { recursive: true, force: true })
})

test.each(['TRACE', 'CONNECT', 'PROPFIND', 'OPTIONS', 'PATCH'])(
  'the API knows no %s',
  async (method) => {
    const answer = await app.http.inject({ method: method as 'OPTIONS', url: '/api/monedas/lista' })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers.allow).toBeUndefined()
    expect(answer.payload).not.toContain('monedas')
  },
)

test('no answer names a program or its version, and none is for pages of others', async () => {
  for (const url of ['/api/salud', '/api/nada', '/api/monedas/lista']) {
    const { headers } = await app.http.inject({ url, headers: { origin: 'https://ajena.example' } })
    const names = Object.keys(headers)
    expect(names).not.toContain('server')
    expect(names).not.toContain('x-powered-by')
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

test('the page is sent compressed to who can read it, with the same headers', async () => {
  const ask = (encodings: string) =>
    web.inject({ url: '/clientes', headers: { 'accept-encoding': encodings } })
  const plain = await web.inject({ url: '/clientes' })
  const [br, gzip] = await Promise.all([ask('gzip, deflate, br'), ask('gzip, deflate')])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.payload)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.payload)
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ])
  for (const { headers } of [br, gzip]) {
    const own = { 'content-encoding': undefined, 'content-length': undefined, date: undefined }
    expect({ ...headers, ...own }).toEqual({ ...plain.headers, ...own })
  }
  expect(plain.headers.vary).toBe('accept-encoding')
})

test('the page says what a browser may do with it', async () => {
  const { headers, statusCode } = await web.inject({ url: '/clientes' })
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-frame-options': 'SAMEORIGIN',
  })
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain('trusted-types trabajador')
  expect(policy).toContain('report-uri /api/informes-csp')
  expect(policy.join()).not.toMatch(/unsafe|\*|https?:/)
})

test.each([
  ['/assets/a-1.js', 'application/javascript; charset=utf-8'],
  ['/assets/pe-1.svg', 'image/svg+xml'],
])('the file %s tells its type and is not guessed', async (url, type) => {
  const { headers, statusCode } = await web.inject({ url })
  expect([statusCode, headers['content-type']]).toEqual([200, type])
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('the worker is asked for anew each time, and may fetch what is ours and nothing else (R-245)', async () => {
  const { headers, payload } = await web.inject({ url: '/sw.js' })
  expect(headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
  expect(payload).toBe('WORKER')
  const off = fastify()
  serveWeb(off, dist, undefined, false, false)
  const { payload: instead } = await off.inject({ url: '/sw.js' })
  expect(instead).toContain('registration.unregister()')
  await off.close()
})

test('a file that was compressed at build is sent so to who can read it', async () => {
  const headers = { 'accept-encoding': 'gzip, br' }
  const answer = await web.inject({ url: '/assets/a-1.js', headers })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe('export {}')
})

test('whatever the API answers, it is not guessed, nor read by pages of others', async () => {
  for (const url of ['/api/salud', '/api/nada', '/api/monedas/lista']) {
    const { headers } = await app.http.inject({ url })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  }
})

test.each([
  '/.git/config',
  '/.stamp',
  '/package.json',
  '/../package.json',
  '/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/.stamp',
  '/assets/../.stamp',
  '/assets/..',
  '/assets/',
  '/assets',
])('%s gives neither a file that is not meant nor a list of files', async (url) => {
  const { payload, statusCode } = await web.inject({ url })
  expect([200, 404, 400]).toContain(statusCode)
  expect(payload).not.toContain('SECRET')
  expect(payload).not.toContain('a-1.js')
})

test('the same parameter twice is refused, not chosen from', async () => {
  const adm = await app.signedIn('adm')
  const twice = await adm.raw('GET', '/api/clientes?limite=1&limite=2')
  expect(twice.status).toBe(400)
})

test('an address that a client writes into a header is not believed', async () => {
  const forged = {
    'x-forwarded-for': '203.0.113.9',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
  }
  await app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: '10.9.9.9',
    headers: { 'content-type': 'application/json', ...forged },
    payload: JSON.stringify({ usuario: 'nadie', password: 'no es' }),
  })
  const { rows } = await sql<{ ip: string }>`
    SELECT DISTINCT ip FROM auditoria WHERE accion = 'denegado' AND entidad = '/auth/login'`.execute(
    app.db,
  )
  expect(rows).toEqual([{ ip: '10.9.9.9' }])
})

/** What the server answers to these bytes. */
function hablar(port: number, text: string): Promise<string> {
  return new Promise((done) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (part) => {
      said += part
    })
    socket.on('error', () => done(said))
    socket.on('close', () => done(said))
  })
}

test.each([
  [
    'both lengths',
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/salud HTTP/1.1\r\n',
  ],
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 30\r\n\r\n'],
  ['an unknown coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
])('a request with %s is refused and its connection closed', async (_, rest) => {
  if (!app.http.server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as { port: number }
  const head =
    'POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n'
  const said = await hablar(port, `${head}${rest}`)
  expect(said).toMatch(/^HTTP\/1\.1 400 /)
  expect(said.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('a new house leads from its sign-in page to the one that begins it, until somebody has begun it', async () => {
  let fresh = true
  const asked: boolean[] = []
  const estreno = {
    pagina: '/primer-uso',
    estrena: async () => {
      asked.push(fresh)
      return fresh
    },
  }
  const casa = fastify()
  serveWeb(casa, dist, estreno)
  await casa.ready()
  const at = async (url: string) => (await casa.inject({ url })).headers.location
  expect([await at('/'), await at('/primer-uso'), await at('/dashboard')]).toEqual([
    '/primer-uso',
    undefined,
    undefined,
  ])
  fresh = false
  expect([await at('/'), await at('/')]).toEqual([undefined, undefined])
  // Once it was begun, no visit asks the database.
  expect(asked).toEqual([true, false])
  await casa.close()
})

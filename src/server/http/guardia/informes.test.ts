import fastify from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { DomainError } from '../../../core/errors.ts'
import { INFORMES, lineaDe, serveReports } from './informes.ts'

const old = (report: object) => ({ 'csp-report': report })

test.each([
  [
    old({
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://mal.example/x.js?dni=40000001',
      'document-uri': 'https://casa.pe/clientes/editar/4711?buscar=Quispe',
    }),
    'CSP: script-src-elem https://mal.example en /clientes',
  ],
  [
    old({ 'violated-directive': "style-src 'self'", 'blocked-uri': 'inline', 'document-uri': 'x' }),
    'CSP: style-src inline en ?',
  ],
  [
    [
      {
        type: 'csp-violation',
        body: {
          effectiveDirective: 'img-src',
          blockedURL: 'http://10.0.0.9:81/a',
          documentURL: 'https://casa.pe/',
        },
      },
    ],
    'CSP: img-src http://10.0.0.9:81 en /?',
  ],
  [
    old({ 'effective-directive': 'a\nb [error] admin', 'blocked-uri': '40000001' }),
    'CSP: a ? en ?',
  ],
])('a report is one line without anything of a person: %j', (body, line) => {
  expect(lineaDe(body)).toBe(line)
})

test.each([[null], [[]], [{}], ['x'], [7], [{ 'csp-report': 'x' }], [[{ body: null }]]])(
  'what is no report is not handed on: %j',
  (body) => {
    expect(lineaDe(body)).toBeNull()
  },
)

test('reports are taken small and a few at a time', async () => {
  const lines: string[] = []
  const app = fastify()
  app.setErrorHandler((error, _, reply) => {
    const { status, code } = error as DomainError & { statusCode?: number }
    reply.code(error instanceof DomainError ? status : 413).send({ code })
  })
  serveReports(app, (line) => lines.push(line))
  const send = (payload: string, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url: INFORMES,
      remoteAddress,
      headers: { 'content-type': 'application/csp-report' },
      payload,
    })
  const report = JSON.stringify(old({ 'effective-directive': 'img-src', 'blocked-uri': 'data' }))
  const states = []
  for (let n = 0; n < 10; n += 1) states.push((await send(report)).statusCode)
  expect(states.slice(0, 5)).toEqual(Array(5).fill(204))
  expect(states).toContain(429)
  expect(lines.length).toBe(states.filter((status) => status === 204).length)
  expect((await send(report, '203.0.113.7')).statusCode).toBe(204)
  expect((await send('{', '203.0.113.8')).statusCode).toBe(400)
  const long = JSON.stringify(old({ 'blocked-uri': 'x'.repeat(9_000) }))
  expect((await send(long, '203.0.113.9')).statusCode).toBe(413)
  await app.close()
})

test('the server takes them without a session, and answers other contents in words', async () => {
  const app = await startTestApp()
  const send = (type: string) =>
    app.http.inject({
      method: 'POST',
      url: INFORMES,
      headers: { 'content-type': type },
      payload: '{}',
    })
  expect((await send('application/csp-report')).statusCode).toBe(204)
  expect((await send('text/plain')).json()).toMatchObject({ codigo: 'TIPO_CONTENIDO' })
})

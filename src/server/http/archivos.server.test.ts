import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { disposition } from './archivos.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')

test('the document of the API says which files go and come', async () => {
  const { paths } = (await app.http.inject('/api/openapi.json')).json()
  const up = paths['/api/compras-ventas/comprobantes'].post.requestBody.content
  expect(Object.keys(up)).toEqual(['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
  const down = paths['/api/compras-ventas/comprobantes/{id}'].get.responses['200'].content
  expect(down['application/pdf'].schema).toEqual({ type: 'string', format: 'binary' })
})

test('elsewhere a body stays JSON of 64 kB', async () => {
  const send = (body: unknown, type: string) =>
    adm.raw('POST', '/api/compras-ventas', body, {
      'content-type': type,
      'idempotency-key': randomUUID(),
    })
  expect((await send(Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png')).status).toBe(415)
  const long = { observacion: 'x'.repeat(70_000) }
  expect((await send(long, 'application/json')).status).toBe(413)
})

test.each([
  ['pago.png', `attachment; filename="pago.png"; filename*=UTF-8''pago.png`],
  ['a"b\r\nx: y.png', `attachment; filename="abx y.png"; filename*=UTF-8''a%22b%0D%0Ax%3A%20y.png`],
  ["ñ'(*).pdf", `attachment; filename="n.pdf"; filename*=UTF-8''%C3%B1%27%28%2a%29.pdf`],
  ['😀', `attachment; filename="archivo"; filename*=UTF-8''%F0%9F%98%80`],
])('a name is only a name: %s', (name, header) => {
  expect(disposition(name)).toBe(header)
})

import { hostname, networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { anfitrionDe, nombreDe } from './anfitrion.ts'

/* a site that points its own name at this machine gets no answer. */

const propia = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test.each([
  ['casa.test:3000', 'casa.test'],
  ['Casa.Test.', 'casa.test'],
  ['[::1]:3000', '::1'],
  ['[::1]', '::1'],
  ['127.0.0.1:80', '127.0.0.1'],
  ['2001:DB8::7', '2001:db8::7'],
  ['a:b:c', ''],
  ['', ''],
])('%j names %j', (host, name) => {
  expect(nombreDe(host)).toBe(name)
})

test('loopback, the machine’s own names and addresses and the listed names are taken', () => {
  const check = anfitrionDe(['Caja.Andino.pe', ' mostrador:8443 '])
  const taken = ['localhost', '127.0.0.1', '127.8.8.8', '[::1]', hostname()]
  for (const name of [...taken, 'caja.andino.pe', 'mostrador']) {
    for (const host of [name, `${name}:3000`]) check(host)
  }
  if (propia) check(`${propia}:3000`)
})

test('an address of IPv6 is listed as it is written, and what names nothing lists nothing', () => {
  anfitrionDe(['2001:db8::7'])('[2001:db8::7]:3000')
  for (const host of ['', 'a:b:c']) expect(() => anfitrionDe(['a:b:c', ''])(host)).toThrow()
})

test.each([
  undefined,
  '',
  'ataque.example',
  'localhost.ataque.example',
  '127.0.0.1.ataque.example',
  '203.0.113.7',
  '0.0.0.0',
  '[2001:db8::1]:3000',
  'localhost@ataque.example',
])('%j is not taken', (host) => {
  expect(() => anfitrionDe([])(host)).toThrow('CAMBISTA_NOMBRES')
})

test('a wrong name gets 421 and a sentence, for the API, the page and its files alike', async () => {
  const app = await startTestApp()
  const { token } = await app.signedIn('adm')
  for (const url of ['/api/monedas/lista', '/api/salud', '/', '/assets/x.js', '/nada']) {
    const headers = { host: 'ataque.example', 'x-token': token }
    const answer = await app.http.inject({ url, headers })
    expect([url, answer.statusCode, answer.json()]).toEqual([
      url,
      421,
      {
        message: expect.stringContaining('«ataque.example»'),
        codigo: 'HOST_AJENO',
        detalle: { host: 'ataque.example' },
      },
    ])
  }
})

test('what the API answers is neither kept nor shown as a page, however its address is spelled', async () => {
  const app = await startTestApp()
  const { token } = await app.signedIn('adm')
  for (const url of ['/api/monedas/lista', '/%61pi/monedas/lista', '/api/nada', '/api/salud']) {
    const { headers } = await app.http.inject({ url, headers: { 'x-token': token } })
    expect([url, headers['cache-control']]).toEqual([url, 'no-store'])
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  }
})

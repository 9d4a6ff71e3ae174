import { afterAll, expect, test } from 'vitest'
import { claveDe } from '../../../../test/support/claves/clave.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoRol } from '../../../../test/support/servidor/url.ts'
import { buildApp } from '../../../main.app.ts'

/* Guesses at keys: fifty from one address, in all processes of the house together. */

const uno = await startTestApp()
const adm = await uno.signedIn('adm')
const dos = await buildApp({ url: comoRol(uno.url, 'cambista_servidor'), juzga: true })
afterAll(() => dos.close())

const MALA = `cmb_${'B'.repeat(43)}`
const pedir = (donde: Pick<typeof dos, 'http'>, clave: string, remoteAddress = '198.51.100.7') =>
  donde.http.inject({
    url: '/api/monedas',
    remoteAddress,
    headers: { authorization: `Bearer ${clave}` },
  })

test('what was guessed at one process closes the other one too; elsewhere and for a good key nothing is closed', async () => {
  for (let n = 0; n < 50; n += 1) {
    const { statusCode } = await pedir(n % 2 ? uno : dos, MALA)
    expect([n, statusCode]).toEqual([n, 401])
  }
  for (const donde of [uno, dos]) {
    const closed = await pedir(donde, MALA)
    expect([closed.statusCode, closed.json().codigo]).toEqual([429, 'DEMASIADOS_INTENTOS'])
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(60)
    // A text that cannot be a key is a guess as well.
    expect((await pedir(donde, 'cmb_corta')).statusCode).toBe(429)
    expect((await pedir(donde, MALA, '198.51.100.8')).statusCode).toBe(401)
  }
  const buena = await claveDe(uno, adm, ['monedas:ver'])
  expect((await buena.mandar('GET', '/monedas')).status).toBe(200)
})

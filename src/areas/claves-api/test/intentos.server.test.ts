import { afterAll, expect, test } from 'vitest'
import { claveDe } from '../../../../test/support/claves/clave.ts'
import { PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoRol } from '../../../../test/support/servidor/url.ts'
import { buildApp } from '../../../main.app.ts'

/*
 * Guesses at keys: fifty from one address, in all processes of the house together, and a count of their
 * own.
 */

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

test('a program that asks with a key of nobody keeps no one from signing in at its address (R-474)', async () => {
  const remoteAddress = '198.51.100.9'
  for (let n = 0; n < 51; n += 1) await pedir(uno, MALA, remoteAddress)
  expect((await pedir(uno, MALA, remoteAddress)).statusCode).toBe(429)
  // A device that the house never saw, which has no count but the address's.
  const entrar = async (usuario: string, password: string, desde: string) => {
    const payload = { usuario, password }
    const how = { method: 'POST', url: '/api/auth/login', remoteAddress: desde } as const
    return (await uno.http.inject({ ...how, payload })).statusCode
  }
  expect(await entrar('adm1', PASSWORD, remoteAddress)).toBe(200)
  // Nor do guesses at passwords close the keys.
  const otra = '198.51.100.10'
  for (let n = 0; n < 50; n += 1) await entrar(`nadie${n}`, 'no es', otra)
  expect(await entrar('adm1', PASSWORD, otra)).toBe(429)
  expect((await pedir(uno, MALA, otra)).statusCode).toBe(401)
})

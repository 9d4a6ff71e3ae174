import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato } from './contract.ts'

/* What an answer says of the asker's limit: ten requests at once, one a second. */

const app = await startTestApp({ limites: { porSesion: 1 } })
const adm = await app.signedIn('adm')

const clave = async (nombre: string) => {
  const body = {
    nombre,
    dias: 1,
    limite_usd: null,
    sucursal_id: null,
    permisos: ['monedas:ver'],
    password: PASSWORD,
  }
  const made = await adm.call(contrato.crear, { body })
  return made.status === 201
    ? made.body.clave
    : ((await adm.call(contrato.crear, { body })).body.clave as string)
}
const ask = (headers: Record<string, string>) => app.http.inject({ url: '/api/monedas', headers })

test('each key and each session is told its own limit, and to wait when it is over', async () => {
  const [one, other] = [await clave('Una'), await clave('Otra')]
  const first = await ask({ authorization: `Bearer ${one}` })
  expect(first.statusCode).toBe(200)
  expect(first.headers['ratelimit-policy']).toBe('"clave";q=10;w=10')
  expect(first.headers.ratelimit).toBe('"clave";r=9;t=1')
  // A slow machine gives some back meanwhile: as many as it takes.
  let last = first
  for (let n = 0; n < 500 && last.statusCode === 200; n += 1)
    last = await ask({ authorization: `Bearer ${one}` })
  expect([last.statusCode, last.json().codigo]).toEqual([429, 'DEMASIADAS_SOLICITUDES'])
  expect(last.headers.ratelimit).toBe('"clave";r=0;t=10')
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask({ authorization: `Bearer ${other}` })).statusCode).toBe(200)
  const mine = await ask({ 'x-token': adm.token })
  expect(mine.headers['ratelimit-policy']).toBe('"sesion";q=10;w=10')
  expect((await app.http.inject('/api/salud')).headers.ratelimit).toBeUndefined()
})

import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { llamadas } from '../../../../test/support/servidor/entradas.ts'
import type { DomainError } from '../../../core/errors.ts'
import { bucketsOf, guardiaDe, PESADAS, redDe } from './limites.ts'

/* how much one session and one address may ask. */

/** Whether the bucket of `key` lets a request through, else the seconds to wait. */
function asker(rate: number) {
  let now = 0
  const take = bucketsOf(rate, () => now)
  const ask = (key: string | number) => {
    try {
      take(key)
      return 'ok'
    } catch (error) {
      return (error as DomainError).data.segundos
    }
  }
  return { ask, wait: (ms: number) => (now += ms) }
}

test('ten seconds’ worth at once, then so many a second; each key has its own', () => {
  const { ask, wait } = asker(5)
  expect(Array.from({ length: 50 }, () => ask(1))).toEqual(Array(50).fill('ok'))
  expect(ask(1)).toBe(1)
  expect(ask(2)).toBe('ok')
  wait(1_000)
  expect(Array.from({ length: 6 }, () => ask(1))).toEqual([...Array(5).fill('ok'), 1])
  wait(3_600_000)
  expect(Array.from({ length: 51 }, () => ask(1)).filter((said) => said === 'ok')).toHaveLength(50)
})

test('a slow bucket says how long to wait', () => {
  const { ask } = asker(0.1)
  expect([ask(1), ask(1)]).toEqual(['ok', 10])
})

test('more keys than are kept free no key that is being throttled before those that rest', () => {
  const { ask } = asker(1)
  for (let n = 0; n < 10; n += 1) ask('flood')
  expect(ask('flood')).toBe(1)
  for (let n = 0; n < 9_000; n += 1) ask(n)
  expect(ask('flood')).toBe(1)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (ip, red) => {
  expect(redDe(ip)).toBe(red)
})

test('heavy queries of one session have so many places, which are free again also after an error', async () => {
  const { pesada } = guardiaDe({ porSesion: 1 })
  const ends: (() => void)[] = []
  const running = Array.from({ length: PESADAS }, () =>
    pesada(1, () => new Promise<void>((done) => ends.push(done))),
  )
  await expect(pesada(1, async () => 1)).rejects.toThrow('consultas grandes')
  expect(await pesada(2, async () => 2)).toBe(2)
  ends[0]?.()
  await running[0]
  await expect(pesada(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await pesada(1, async () => 1)).toBe(1)
  for (const end of ends) end()
  await Promise.all(running)
})

test('a flood of one session is answered 429 with Retry-After and a sentence; another session goes on', async () => {
  // One request, and the next one ten seconds later.
  const app = await startTestApp({ limites: { porSesion: 0.1 } })
  const [one, other] = [await app.signedIn('adm'), await app.signedIn('adm')]
  expect((await one.raw('GET', '/api/monedas/lista')).status).toBe(200)
  const refused = await one.raw('GET', '/api/monedas/lista')
  expect([refused.status, refused.error]).toEqual([
    429,
    {
      message: expect.stringMatching(/^Demasiadas solicitudes seguidas\. Espere \d+ s y repita\.$/),
      codigo: 'DEMASIADAS_SOLICITUDES',
      detalle: { segundos: expect.any(Number) },
    },
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(5)
  expect((await other.raw('GET', '/api/monedas/lista')).status).toBe(200)
  // A renewed token is the same session.
  const { body } = await one.raw('POST', '/api/auth/refresh-token', {})
  const headers = { 'x-token': (body as { token: string }).token }
  expect((await one.raw('GET', '/api/monedas/lista', undefined, headers)).status).toBe(429)
})

test('a flood of one address without a session is stopped before the database is asked', async () => {
  const app = await startTestApp({ limites: { porSesion: 1 } })
  const ask = (remoteAddress: string) =>
    app.http.inject({ url: '/api/monedas/lista', remoteAddress })
  const states = []
  for (let n = 0; n < 120; n += 1) states.push((await ask(`2001:db8::${n + 1}`)).statusCode)
  expect(states[0]).toBe(401)
  expect(states.at(-1)).toBe(429)
  expect((await ask('2001:db8:0:1::1')).statusCode).toBe(401)
})

test('equal denials of a session are one row at once, and one a minute with their count', async () => {
  const app = await startTestApp()
  const { call, usuario_id } = await app.signedIn('mgr')
  const [, guarded] = llamadas.find(([name]) => name === 'GET /auditoria') ?? []
  if (!guarded) throw new Error('no such call')
  for (let n = 0; n < 30; n += 1) expect((await call(guarded)).status).toBe(403)
  const rows = () =>
    comoDueno<{ veces: string | null }>(
      app.url,
      `SELECT despues->>'veces' AS veces FROM auditoria
       WHERE accion = 'denegado' AND usuario_id = $1 ORDER BY id`,
      [usuario_id],
    )
  expect(await rows()).toEqual([{ veces: null }])
  await app.http.close()
  expect(await rows()).toEqual([{ veces: null }, { veces: '29' }])
})

test('reports and exports say in their contract that they are heavy', () => {
  const heavy = llamadas.filter(([, { pesada }]) => pesada).map(([name]) => name)
  expect(heavy).toEqual(
    expect.arrayContaining([
      'GET /reportes/ganancia',
      'GET /reportes/ro',
      'POST /auditoria/exportar',
    ]),
  )
  const light = llamadas.filter(([, { path, pesada }]) => path.startsWith('/reportes/') && !pesada)
  expect(light.map(([name]) => name).sort()).toEqual([
    'GET /reportes/comisiones/opciones',
    'GET /reportes/opciones',
    'POST /reportes/comisiones/liquidar',
    'PUT /reportes/excepciones/vistas',
  ])
})

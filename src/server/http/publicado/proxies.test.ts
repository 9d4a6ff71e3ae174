import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { readConfig } from '../../proceso/config.ts'
import { deProxy, soloPorProxy } from './proxies.ts'

/* what a proxy of the house says of the caller's address is believed, and what anybody else says is not. */

const RED = ['10.1.1.1', '172.18.0.0/16', 'fd00:7::/32']
const app = await startTestApp({ proxies: RED })
/** Each has failures of his own. */
const nuevo = async () => {
  const { usuario_id } = await app.signedIn('adm')
  const user = app.db.selectFrom('usuarios').select('usuario').where('id', '=', usuario_id)
  return (await user.executeTakeFirstOrThrow()).usuario
}

test('addresses and networks are taken, of IPv4 and IPv6', () => {
  const text = '10.0.0.1, ::1,172.18.0.0/16 , fd00::/8, 10.0.0.7/8'
  expect(readConfig({ CAMBISTA_PROXY: text }).proxies).toEqual([
    ...['10.0.0.1', '::1', '172.18.0.0/16', 'fd00::/8', '10.0.0.7/8'],
  ])
  expect(readConfig({ CAMBISTA_PROXY: '' }).proxies).toEqual([])
})

test.each([
  ...['todos', 'loopback', 'proxy.example', '10.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8'],
  ...['10.0.0.0/-1', '10.0.0.0/255.0.0.0', 'fd00::/129', '::ffff:10.0.0.0/104', 'fe80::%eth0/64'],
])('«%s» is no proxy, which is said in words', (typed) => {
  expect(() => readConfig({ CAMBISTA_PROXY: `10.0.0.1,${typed}` })).toThrow(
    `CAMBISTA_PROXY debe tener direcciones IP o redes (10.0.0.7, 172.18.0.0/16, fd00::/8) separadas por comas, no «${typed}».`,
  )
})

test.each(['0.0.0.0/0', '128.0.0.0/1', '::/0', '2000::/3'])(
  '%s would believe whoever connects, and is refused',
  (typed) => {
    expect(() => readConfig({ CAMBISTA_PROXY: typed })).toThrow(
      /^CAMBISTA_PROXY no puede ser «.*»: abarca tantas direcciones/,
    )
  },
)

test('a connection is a proxy’s by address, by network, and however the system writes IPv4', () => {
  const theirs = deProxy(RED)
  for (const ip of ['10.1.1.1', '::ffff:10.1.1.1', '172.18.255.4', 'fd00:7:1::9'])
    expect([ip, theirs(ip)]).toEqual([ip, true])
  for (const ip of ['10.1.1.2', '172.19.0.1', '::ffff:172.19.0.1', 'fd00:8::1', '::1', ''])
    expect([ip, theirs(ip)]).toEqual([ip, false])
})

/** How a sign-in as `usuario` is answered, over a connection from `remoteAddress`. */
const puerta =
  (usuario: string) => async (remoteAddress: string, forwarded: string, password: string) => {
    const { statusCode } = await app.http.inject({
      ...{ method: 'POST', url: '/api/auth/login', remoteAddress },
      headers: {
        'content-type': 'application/json',
        ...{ 'x-real-ip': '192.0.2.1', forwarded: 'for=192.0.2.1' },
        ...(forwarded && { 'x-forwarded-for': forwarded }),
      },
      payload: JSON.stringify({ usuario, password }),
    })
    return statusCode
  }

/** The addresses that the limits of guessing, the audit and the sessions kept for what was just done. */
async function vistas() {
  const one = async (query: ReturnType<typeof sql<{ ip: string }>>) =>
    (await query.execute(app.db)).rows[0]?.ip
  return {
    limite: await one(
      sql`SELECT clave AS ip FROM intentos_ingreso WHERE clave LIKE 'ip:%' ORDER BY desde DESC, clave LIMIT 1`,
    ),
    auditoria: await one(
      sql`SELECT ip FROM auditoria WHERE accion = 'ingreso' ORDER BY id DESC LIMIT 1`,
    ),
    sesion: await one(sql`SELECT ip FROM sesiones ORDER BY id DESC LIMIT 1`),
  }
}

test.each([
  ['from one proxy', '10.1.1.1', '203.0.113.5', '203.0.113.5'],
  ['from a network of proxies', '172.18.3.4', '203.0.113.6', '203.0.113.6'],
  ['over IPv6', 'fd00:7::2', '2001:db8:5::1', '2001:db8:5::1'],
  // What stands before the last address that is none of theirs was written by that one.
  ['through several', '10.1.1.1', '198.51.100.1, 203.0.113.7, 172.18.0.9', '203.0.113.7'],
  ['from somebody who is no proxy and says so', '10.1.1.3', '203.0.113.8', '10.1.1.3'],
  ['from a network beside theirs', '172.19.0.1', '203.0.113.9', '172.19.0.1'],
  ['from a proxy that says nothing', '172.18.3.5', '', '172.18.3.5'],
])('%s the limits of guessing, the audit and the sessions see the same address', async (...how) => {
  const [, connection, said, client] = how
  const entrar = puerta(await nuevo())
  expect(await entrar(connection, said, 'no es')).toBe(400)
  expect((await vistas()).limite).toContain(client.replace(/::1$/, ''))
  expect(await entrar(connection, said, PASSWORD)).toBe(200)
  expect(await vistas()).toMatchObject({ auditoria: client, sesion: client })
})

test('who guesses behind a proxy shuts himself out, and nobody else behind it', async () => {
  const entrar = puerta(await nuevo())
  const answers: number[] = []
  for (let n = 0; n < 9 && answers.at(-1) !== 429; n += 1)
    answers.push(await entrar('172.18.3.4', '203.0.113.66', 'no es'))
  expect(answers.at(-1)).toBe(429)
  expect(await entrar('172.18.3.4', '203.0.113.67', PASSWORD)).toBe(200)
})

test('where only proxies may connect, who goes past them gets neither a page nor the API (R-397)', async () => {
  const alone = await startTestApp({ proxies: RED, soloProxies: true })
  const status = async (remoteAddress: string, url: string) =>
    (await alone.http.inject({ url, remoteAddress })).statusCode
  for (const url of ['/api/salud', '/', '/api/monedas/lista', '/sw.js', '/assets/nada.js']) {
    expect([url, await status('192.0.2.7', url)]).toEqual([url, 421])
    expect([url, await status('172.18.0.2', url)]).not.toEqual([url, 421])
    expect([url, await status('127.0.0.1', url)]).not.toEqual([url, 421])
  }
  const { body } = await alone.http.inject({ url: '/api/salud', remoteAddress: '192.0.2.7' })
  expect(JSON.parse(body)).toMatchObject({ codigo: 'SIN_PROXY' })
})

/** Whether a connection is answered where only proxies may connect. */
async function atiende(remoteAddress: string | undefined, localAddress?: string) {
  let hook: (request: object) => Promise<void> = async () => {}
  const addHook = (_: string, one: typeof hook) => {
    hook = one
  }
  soloPorProxy({ addHook } as never, RED)
  const raw = { socket: { remoteAddress, localAddress } }
  return hook({ raw }).then(
    () => true,
    () => false,
  )
}

test.each(['192.0.2.5', '::ffff:192.0.2.5', '2001:db8::5', 'fe80::5%eth0'])(
  'this machine asks itself at %s, as the check of its health does, and is answered (R-397)',
  async (own) => {
    expect(await atiende(own, own)).toBe(true)
    expect(await atiende('192.0.2.7', own)).toBe(false)
    // A connection that ended meanwhile says no address.
    expect(await atiende(undefined, own)).toBe(false)
    expect(await atiende('', undefined)).toBe(false)
  },
)

import { connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, comoSuperusuario } from '../../../../test/support/servidor/dueno.ts'
import { comoRol } from '../../../../test/support/servidor/url.ts'
import { buildApp } from '../../../main.app.ts'
import type { Sesiones } from '../sesion.ts'
import { guardadasDe } from './guardadas.ts'

/* Two processes on one database: who reads may be a moment behind the other process, who writes never. */

const uno = await startTestApp()

/** The listening connection of the second process goes through here, and may fall silent. */
const sockets = new Set<Socket>()
let callado = false
let cerrado = false
const puente = createServer((client) => {
  const { searchParams: at, port } = new URL(uno.url)
  const folder = at.get('host')
  const target = folder
    ? connect(`${folder}/.s.PGSQL.${at.get('port')}`)
    : connect(Number(port), '127.0.0.1')
  let oye = false
  client.on('data', (chunk) => {
    oye ||= chunk.includes('cambista-eventos')
    if (oye && cerrado && !callado) client.destroy()
    if (!(oye && callado)) target.write(chunk)
  })
  target.on('data', (chunk) => {
    if (!(oye && callado)) client.write(chunk)
  })
  for (const [one, other] of [
    [client, target],
    [target, client],
  ] as const) {
    sockets.add(one)
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
})
await new Promise<void>((done) => puente.listen(0, '127.0.0.1', done))
const url = new URL(comoRol(uno.url, 'cambista_servidor'))
url.hostname = '127.0.0.1'
url.searchParams.delete('host')
url.searchParams.delete('port')
url.port = String((puente.address() as { port: number }).port)

let lecturas = 0
/** How often the second process forgot something: it does so by itself never. */
let olvidos = 0
const guardadas = guardadasDe() as Sesiones
const sesiones: Sesiones = {
  ...guardadas,
  olvidar(id) {
    olvidos += 1
    guardadas.olvidar(id)
  },
  leer: (huella, read) =>
    guardadas.leer(huella, () => {
      lecturas += 1
      return read()
    }),
}
const dos = await buildApp({ url: url.href, sesiones, juzga: true })
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  puente.close()
  await dos.close()
})

type Quien = { token: string; usuario_id: number }
const pedir = (app: { http: typeof dos.http }, { token }: Quien, method: 'GET' | 'POST' = 'GET') =>
  app.http
    .inject({
      method,
      url: method === 'GET' ? '/api/compras-ventas' : '/api/compras-ventas',
      headers: { 'x-token': token },
      ...(method === 'POST' && { payload: {} }),
    })
    .then(({ statusCode }) => statusCode)

/** Reads at the second process until it keeps the session. */
const guardada = async (quien: Quien) => {
  await expect
    .poll(async () => {
      const before = lecturas
      await pedir(dos, quien)
      await pedir(dos, quien)
      return lecturas - before
    })
    .toBeLessThan(2)
  const before = lecturas
  expect(await pedir(dos, quien)).toBe(200)
  return lecturas === before
}

const owner = (text: string) => comoDueno(uno.url, text)
const CAMBIOS: [string, (quien: Quien) => Promise<unknown>, status: number][] = [
  [
    'who signed out',
    ({ token }) =>
      uno.http.inject({
        method: 'POST',
        url: '/api/auth/salir',
        headers: { 'x-token': token },
        payload: {},
      }),
    401,
  ],
  [
    'a user who was switched off',
    ({ usuario_id }) => owner(`UPDATE usuarios SET estatus = false WHERE id = ${usuario_id}`),
    401,
  ],
  [
    'a role that lost a right',
    () =>
      owner(
        `DELETE FROM roles_permisos WHERE rol_slug = 'caj' AND permiso LIKE 'compras-ventas:%'`,
      ),
    403,
  ],
  [
    'a user of another role',
    ({ usuario_id }) => owner(`UPDATE usuarios SET rol_slug = 'mgr' WHERE id = ${usuario_id}`),
    403,
  ],
  [
    'a factor that the role asks for',
    () => owner(`UPDATE roles SET exige_totp_desde = '-infinity' WHERE slug = 'caj'`),
    403,
  ],
  [
    'a shorter idle time',
    ({ usuario_id }) =>
      owner(
        `UPDATE sesiones SET usada_en = ahora() - interval '31 minutes' WHERE usuario_id = ${usuario_id}`,
      ),
    401,
  ],
]

test.each(CAMBIOS)(
  '%s: gone at the next request, writes in every process, reads in the other a moment later',
  async (_, cambiar, status) => {
    const quien = await uno.signedIn('caj')
    expect(await pedir(uno, quien)).toBe(200)
    expect(await guardada(quien)).toBe(true)
    const antes = olvidos
    await cambiar(quien)
    expect(await pedir(dos, quien, 'POST')).toBe(status)
    expect(await pedir(uno, quien)).toBe(status)
    await expect.poll(() => olvidos).toBeGreaterThan(antes)
    expect(await pedir(dos, quien)).toBe(status)
    await owner(`INSERT INTO roles_permisos VALUES ('caj', 'compras-ventas:ver'), ('caj', 'compras-ventas:crear') ON CONFLICT DO NOTHING;
    UPDATE roles SET exige_totp_desde = NULL WHERE slug = 'caj'`)
  },
)

/** Ends the listening connections, as a restart of PostgreSQL or a lost cable does. */
const cortar = () =>
  comoSuperusuario(
    uno.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'cambista-eventos' AND datname = current_database()`,
  )

test.each([
  ['was ended', () => void cortar()],
  [
    'fell silent',
    () => {
      callado = true
    },
  ],
])('when the listening connection %s nothing is kept until it is back', async (_, perder) => {
  const quien = await uno.signedIn('caj')
  expect(await guardada(quien)).toBe(true)
  // No other takes its place meanwhile, so that what follows is seen without news.
  cerrado = true
  perder()
  // Each of three requests is read: one alone could be due to news that was still under way.
  await expect
    .poll(async () => {
      const before = lecturas
      for (let n = 0; n < 3; n += 1) await pedir(dos, quien)
      return lecturas - before
    })
    .toBe(3)
  await owner(`UPDATE usuarios SET estatus = false WHERE id = ${quien.usuario_id}`)
  expect(await pedir(dos, quien)).toBe(401)
  cerrado = false
  callado = false
  expect(await guardada(await uno.signedIn('caj'))).toBe(true)
})

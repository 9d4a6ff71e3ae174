import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contratoPerfil } from '../usuarios/contract/perfil.ts'
import { contrato } from './contract.ts'

/* guesses shut out whoever guesses, and nobody else. The clock is held: waits do not end by themselves. */

const app = await startTestApp()
const START = Date.parse('2025-11-20T14:00:00Z')
let day = 0
const at = (seconds: number) =>
  app.setClock(new Date(START + day * 86_400_000 + seconds * 1000).toISOString())
/** A new day: nothing is counted any more. */
function nuevoDia(): void {
  day += 200
  at(0)
}
at(0)

const nombreDe = async (client: Client) => (await client.call(contratoPerfil.ver)).body.usuario

interface Desde {
  ip?: string
  cookie?: string
}
async function entrar(
  usuario: string,
  password: string,
  { ip = '10.0.0.1', cookie }: Desde = {},
  codigo?: string,
) {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    payload: JSON.stringify({ usuario, password, ...(codigo && { codigo }) }),
  })
  const set = String(answer.headers['set-cookie'] ?? '')
  const { codigo: code, message } = answer.json<{ codigo?: string; message: string }>()
  return {
    status: answer.statusCode,
    codigo: code,
    message,
    espera: Number(answer.headers['retry-after'] ?? 0),
    set,
    /** What the browser sends the next time. */
    cookie: set.split(';')[0] ?? '',
  }
}
const fallar = async (veces: number, usuario: string, desde?: Desde) => {
  const codes = []
  for (let i = 0; i < veces; i += 1) codes.push((await entrar(usuario, `no-${i}`, desde)).codigo)
  return codes
}
const LOCKED = 'DEMASIADOS_INTENTOS'

test('thirty guesses of one stranger at six people shut out nobody but him', async () => {
  nuevoDia()
  const people = await Promise.all(Array.from({ length: 6 }, () => app.signedIn('caj')))
  const names = await Promise.all(people.map(nombreDe))
  for (const name of names) expect(await fallar(5, name)).not.toContain(LOCKED)
  for (const name of names) {
    expect((await entrar(name, PASSWORD)).codigo).toBe(LOCKED)
    expect((await entrar(name, PASSWORD, { ip: '10.0.0.2' })).status).toBe(200)
  }
  for (const client of people) {
    const body = { password: PASSWORD }
    expect((await client.call(contrato.desbloquear, { body })).status).toBe(200)
    expect((await client.call(contratoPerfil.empezarFactor, { body })).status).toBe(200)
  }
})

test('a device that signed in before has a budget of its own, also beside a stranger at its address', async () => {
  nuevoDia()
  const usuario = await nombreDe(await app.signedIn('caj'))
  const { cookie, set } = await entrar(usuario, PASSWORD)
  expect(set).toMatch(/; Path=\/api\/auth\/login; .*HttpOnly; SameSite=Strict/)
  expect(await fallar(6, usuario)).toContain(LOCKED)
  const own = await entrar(usuario, PASSWORD, { cookie })
  expect(own.status).toBe(200)
  // The same device, marked for longer.
  expect(own.cookie.split('.')[1]).toBe(cookie.split('.')[1])
  // Its own guesses shut it, and it alone.
  expect(await fallar(6, usuario, { cookie })).toEqual([
    ...Array<string>(5).fill('CREDENCIALES'),
    LOCKED,
  ])
  expect((await entrar(usuario, PASSWORD, { ip: '10.0.0.3' })).status).toBe(200)
})

test('the mark of a device opens nothing, names one user, and cannot be made or altered', async () => {
  nuevoDia()
  const [ana, eva] = [await app.signedIn('caj'), await app.signedIn('caj')]
  const [one, other] = [await nombreDe(ana), await nombreDe(eva)]
  const { cookie } = await entrar(one, PASSWORD)
  const mark = cookie.split('=')[1] ?? ''
  const used = await ana.raw('GET', '/api/monedas/lista', undefined, { 'x-token': mark })
  expect(used.status).toBe(401)
  await fallar(5, one)
  await fallar(5, other)
  expect((await entrar(one, PASSWORD, { cookie })).status).toBe(200)
  const forged = [
    cookie.replaceAll(String(ana.usuario_id), String(eva.usuario_id)),
    cookie.replace(/\.(\d+)\./, (_, last) => `.${Number(last) + 1}.`),
    cookie
      .replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
      .replace(/\.[\w-]{43}/, `.${'A'.repeat(43)}`),
  ]
  for (const each of forged) {
    const name = each.includes(`equipo-${eva.usuario_id}=`) ? other : one
    expect((await entrar(name, PASSWORD, { cookie: each })).codigo).toBe(LOCKED)
  }
  expect((await entrar(other, PASSWORD, { cookie })).codigo).toBe(LOCKED)
  // After 90 days without a sign-in the device is a stranger.
  const locked = async (days: number) => {
    at(days * 86_400)
    await fallar(5, one)
    return (await entrar(one, PASSWORD, { cookie })).codigo
  }
  expect([await locked(89), await locked(91)]).toEqual([undefined, LOCKED])
})

test('a stranger waits twice as long after each further failure, and is told how long', async () => {
  nuevoDia()
  const usuario = await nombreDe(await app.signedIn('caj'))
  await fallar(5, usuario)
  let now = 0
  for (const wait of [900, 1800, 3600]) {
    const { status, espera, message } = await entrar(usuario, PASSWORD)
    expect([status, espera]).toEqual([429, wait])
    expect(message).toBe(`Demasiados intentos. Espere ${wait} segundos y vuelva a probar.`)
    now += wait + 1
    at(now)
    expect((await entrar(usuario, 'no')).codigo).toBe('CREDENCIALES')
  }
  // A quarter of an hour without a guess, and the count begins again.
  at(now + 3600 + 901)
  expect(await fallar(1, usuario)).toEqual(['CREDENCIALES'])
  expect((await entrar(usuario, PASSWORD)).status).toBe(200)
})

test('strangers with many addresses share a budget of a name, which does not end with a sign-in', async () => {
  nuevoDia()
  const usuario = await nombreDe(await app.signedIn('caj'))
  const { cookie } = await entrar(usuario, PASSWORD)
  const from = (i: number) => ({ ip: `10.7.0.${i}` })
  for (let i = 0; i < 10; i += 1)
    expect(await fallar(1, usuario, from(i))).toEqual(['CREDENCIALES'])
  const waits = []
  let now = 0
  for (let i = 10; i < 16; i += 1) {
    expect((await entrar(usuario, PASSWORD, { cookie })).status).toBe(200)
    const { espera } = await entrar(usuario, 'no', from(i))
    waits.push(espera)
    now += espera + 1
    at(now)
    await entrar(usuario, 'no', from(i))
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900])
})

test('all addresses of a /64 are one address', async () => {
  nuevoDia()
  const usuario = await nombreDe(await app.signedIn('caj'))
  for (let i = 0; i < 5; i += 1) await entrar(usuario, 'no', { ip: `2001:db8:0:7:${i}::${i}` })
  expect((await entrar(usuario, PASSWORD, { ip: '2001:db8:0:7:ffff::1' })).codigo).toBe(LOCKED)
  expect((await entrar(usuario, PASSWORD, { ip: '2001:db8:0:8::1' })).status).toBe(200)
})

test('a sign-in without its code counts against its address and makes no hash', async () => {
  nuevoDia()
  const client = await app.signedIn('caj')
  const usuario = await nombreDe(client)
  const { cookie } = await entrar(usuario, PASSWORD)
  await sql`INSERT INTO usuarios_totp (usuario_id, secreto, creado_en, confirmado_en)
            VALUES (${client.usuario_id}, 'x', ahora(), ahora())`.execute(app.db)
  // No hash is read: one that cannot be compared would fail.
  await comoDueno(app.url, "UPDATE usuarios SET password_hash = '-' WHERE id = $1", [
    client.usuario_id,
  ])
  const all = await Promise.all(
    Array.from({ length: 60 }, () => entrar(usuario, PASSWORD, { ip: '10.8.0.1' })),
  )
  expect(all.filter(({ codigo }) => codigo === 'CODIGO_REQUERIDO')).toHaveLength(50)
  expect(all.filter(({ codigo }) => codigo === LOCKED)).toHaveLength(10)
  for (let i = 0; i < 60; i += 1) {
    const own = await entrar(usuario, PASSWORD, { cookie, ip: '10.8.0.1' })
    expect(own.codigo).toBe('CODIGO_REQUERIDO')
  }
})

test('of two hundred sign-ins at once from one address few wait; a known device goes first', async () => {
  nuevoDia()
  const usuario = await nombreDe(await app.signedIn('caj'))
  const { cookie } = await entrar(usuario, PASSWORD)
  let done = 0
  const flood = Array.from({ length: 200 }, (_, i) =>
    entrar(`nadie${i}`, 'x', { ip: '10.9.0.1' }).then((answer) => {
      done += 1
      return answer
    }),
  )
  const own = await entrar(usuario, PASSWORD, { cookie, ip: '10.9.0.1' })
  expect(own.status).toBe(200)
  const other = await entrar(usuario, PASSWORD, { ip: '10.9.0.2' })
  expect([other.status, done < 201]).toEqual([200, true])
  const codes = (await Promise.all(flood)).map(({ codigo }) => codigo)
  const looked = codes.filter((codigo) => codigo === 'CREDENCIALES').length
  expect(looked).toBeGreaterThan(0)
  expect(looked).toBeLessThan(150)
})

test('a session that guesses is shut for its step-ups, and no other session is', async () => {
  nuevoDia()
  const [mine, thief] = [await app.signedIn('caj'), await app.signedIn('caj')]
  const codes = []
  for (let i = 0; i < 6; i += 1) {
    const { error } = await thief.call(contrato.desbloquear, { body: { password: `no-${i}` } })
    codes.push(error.codigo)
  }
  expect(codes).toEqual([...Array<string>(5).fill('VALIDACION'), LOCKED])
  const body = { password: PASSWORD }
  expect((await thief.call(contratoPerfil.empezarFactor, { body })).error.codigo).toBe(LOCKED)
  expect((await mine.call(contrato.desbloquear, { body })).status).toBe(200)
  // His own sign-in is another count.
  expect((await entrar(await nombreDe(thief), PASSWORD)).status).toBe(200)
})

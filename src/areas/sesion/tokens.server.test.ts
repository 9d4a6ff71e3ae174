import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato as monedas } from '../monedas/contract.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const START = Date.parse('2025-11-20T14:00:00Z')
const at = (seconds: number) => app.setClock(new Date(START + seconds * 1000).toISOString())
const MINUTE = 60

async function enter(): Promise<Client> {
  at(0)
  return app.signedIn('adm')
}

const works = async (client: Client, token = client.token) =>
  (await client.raw('GET', '/api/monedas/lista', undefined, { 'x-token': token })).status === 200

const refresh = async (client: Client, token = client.token) => {
  const { status, body } = await client.raw(
    'POST',
    '/api/auth/refresh-token',
    {},
    { 'x-token': token },
  )
  return { status, token: (body as { token?: string }).token ?? '', body }
}

test('a refresh answers what the original brief reads', async () => {
  const client = await enter()
  const { body } = await refresh(client)
  expect(body).toMatchObject({
    ok: true,
    message: 'Succesfull',
    usuario: { role: { slug: 'adm' } },
  })
})

test('a refused refresh is 401 with ok false, a message and the errors that the form joins', async () => {
  const client = await enter()
  await refresh(client)
  at(31)
  const message = 'Su sesión no está activa. Ingrese de nuevo.'
  const refused = { ok: false, message, errors: [{ msg: message }], codigo: 'SESION_REQUERIDA' }
  // A copy of a token that was exchanged, one that nobody gave out, none at all.
  for (const token of [client.token, 'A'.repeat(43), '']) {
    const { status, body } = await refresh(client, token)
    expect(status).toBe(401)
    expect(body).toEqual(refused)
  }
})

test('50 refreshes at once with one token get one successor; the old token serves 30 s more', async () => {
  const client = await enter()
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(client)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const tokens = new Set(answers.map(({ token }) => token))
  expect(tokens.size).toBe(1)
  const [next = ''] = tokens
  at(29)
  expect([await works(client), await works(client, next)]).toEqual([true, true])
  at(31)
  expect([await works(client), await works(client, next)]).toEqual([false, true])
})

test('a token used again after its grace was copied: the session ends for everybody', async () => {
  const client = await enter()
  const { token } = await refresh(client)
  at(31)
  expect((await refresh(client)).status).toBe(401)
  expect(await works(client, token)).toBe(false)
})

test('a session dies after 30 idle minutes, and after 12 hours however busy', async () => {
  const idle = await enter()
  at(30 * MINUTE - 1)
  expect(await works(idle)).toBe(true)
  at(60 * MINUTE)
  expect(await works(idle)).toBe(false)
  const busy = await enter()
  for (let minute = 0; minute < 12 * 60; minute += 25) {
    at(minute * MINUTE)
    expect(await works(busy)).toBe(true)
  }
  at(12 * 60 * MINUTE + 1)
  expect(await works(busy)).toBe(false)
})

test('tokens that were altered, cut, too long, or a stored hash open nothing', async () => {
  const client = await enter()
  const { token } = client
  const hash = createHash('sha256').update(token).digest()
  const forged = [
    '',
    token.slice(0, -1),
    `${token}x`,
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    hash.toString('base64url'),
    hash.toString('hex'),
    'x'.repeat(8192),
    "' OR 1=1 --",
  ]
  for (const each of forged)
    expect([each.slice(0, 20), await works(client, each)]).toEqual([each.slice(0, 20), false])
  expect(await works(client)).toBe(true)
})

test('a user that is switched off, or whose role changes, feels it at the next request', async () => {
  const client = await enter()
  await sql`UPDATE usuarios SET rol_slug = 'mgr' WHERE id = ${client.usuario_id}`.execute(app.db)
  expect((await client.call(monedas.listar)).status).toBe(403)
  await sql`UPDATE usuarios SET estatus = false WHERE id = ${client.usuario_id}`.execute(app.db)
  expect((await client.call(monedas.lista)).status).toBe(401)
})

test('five wrong guesses lock for a quarter of an hour, even when they come at once; ten right ones all pass', async () => {
  const client = await enter()
  const usuario = `adm${client.usuario_id}`
  const { rows } = await sql<{
    usuario: string
  }>`SELECT usuario FROM usuarios WHERE id = ${client.usuario_id}`.execute(app.db)
  const name = rows[0]?.usuario ?? usuario
  const guess = (password: string) =>
    client.raw('POST', '/api/auth/login', { usuario: name, password })
  const right = await Promise.all(Array.from({ length: 10 }, () => guess(PASSWORD)))
  expect(right.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const wrong = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(`no-${i}`)))
  expect(wrong.filter(({ status }) => status === 400)).toHaveLength(5)
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(35)
  const locked = await guess(PASSWORD)
  expect([locked.status, Number(locked.headers['retry-after'])]).toEqual([429, 900])
  at(15 * MINUTE + 1)
  expect((await guess(PASSWORD)).status).toBe(200)
})

test('a lock lasts a quarter of an hour at most, also when the clock went back an hour meanwhile', async () => {
  const client = await enter()
  at(60 * MINUTE)
  const guess = (password: string) =>
    client.call(contrato.login, { body: { usuario: 'encerrada', password } })
  for (let i = 0; i < 5; i += 1) await guess('no')
  at(0)
  const locked = await guess('no')
  expect([locked.status, Number(locked.headers['retry-after'])]).toEqual([429, 900])
  at(14 * MINUTE)
  expect((await guess('no')).status).toBe(429)
  at(15 * MINUTE + 1)
  expect((await guess('no')).status).toBe(400)
})

test('what was typed as a user that does not exist is counted and answered the same', async () => {
  const client = await enter()
  const guess = () => client.call(contrato.login, { body: { usuario: 'nadie', password: 'x' } })
  const answers = []
  for (let i = 0; i < 6; i += 1) answers.push(await guess())
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429])
})

test('a session that grew old is not made young by a refresh', async () => {
  const client = await enter()
  at(31 * MINUTE)
  expect((await refresh(client)).status).toBe(401)
  expect(await works(client)).toBe(false)
})

test('guesses by name and by e-mail are guesses at one person', async () => {
  const client = await enter()
  const { rows } = await sql<{ usuario: string; correo: string }>`
    SELECT usuario, correo FROM usuarios WHERE id = ${client.usuario_id}`.execute(app.db)
  const { usuario = '', correo = '' } = rows[0] ?? {}
  const guess = (name: string) =>
    client.call(contrato.login, { body: { usuario: name, password: 'no es' } })
  const codes: (string | undefined)[] = []
  for (const name of [usuario, correo, usuario, correo, usuario, correo, usuario]) {
    codes.push((await guess(name)).error.codigo)
  }
  expect(codes).toEqual([
    ...Array<string>(5).fill('CREDENCIALES'),
    'DEMASIADOS_INTENTOS',
    'DEMASIADOS_INTENTOS',
  ])
})

test('a stream that stays open is nobody at work: the session grows old beside it', async () => {
  const client = await enter()
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const listen = async () => {
    const stop = new AbortController()
    const headers = { 'x-token': client.token }
    const { status } = await fetch(`${address}/api/eventos`, { headers, signal: stop.signal })
    stop.abort()
    return status
  }
  at(29 * MINUTE)
  expect(await listen()).toBe(200)
  at(31 * MINUTE)
  expect(await works(client)).toBe(false)
  expect(await listen()).toBe(401)
})

test('the right password of a user who is switched off is answered like a wrong one', async () => {
  const client = await enter()
  const { rows } = await sql<{ usuario: string }>`
    UPDATE usuarios SET estatus = false WHERE id = ${client.usuario_id} RETURNING usuario`.execute(
    app.db,
  )
  const body = { usuario: rows[0]?.usuario ?? '', password: PASSWORD }
  const { status, error } = await client.call(contrato.login, { body })
  expect([status, error.codigo]).toEqual([400, 'CREDENCIALES'])
})

test('fifty wrong guesses from one address lock it, whoever they name', async () => {
  const client = await enter()
  await sql`DELETE FROM intentos_ingreso`.execute(app.db)
  await sql`INSERT INTO intentos_ingreso (clave, fallos, desde) VALUES ('ip:127.0.0.1', 48, ahora())`.execute(
    app.db,
  )
  const codes: (string | undefined)[] = []
  for (const usuario of ['nadie1', 'nadie2', 'nadie3']) {
    codes.push(
      (await client.call(contrato.login, { body: { usuario, password: 'x' } })).error.codigo,
    )
  }
  expect(codes).toEqual(['CREDENCIALES', 'CREDENCIALES', 'DEMASIADOS_INTENTOS'])
  await sql`DELETE FROM intentos_ingreso`.execute(app.db)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { TIPO } from './events.ts'

const app = await startTestApp()
let address = ''
beforeAll(async () => {
  address = await app.http.listen({ host: '127.0.0.1', port: 0 })
})
const stop = new AbortController()
afterAll(() => stop.abort())

/** Opens a stream; `ended` resolves to how it ends, `said` is what it carried so far. */
async function escuchar(token: string): Promise<{ ended: Promise<string>; said: () => string }> {
  const headers = { 'x-token': token }
  const { body } = await fetch(`${address}/api/eventos`, { headers, signal: stop.signal })
  let said = ''
  const sink = new WritableStream<string>({
    write: (text) => {
      said += text
    },
  })
  const ended = body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(sink)
    .then(
      () => 'ended',
      () => 'cut',
    )
  return { ended: ended ?? Promise.resolve('none'), said: () => said }
}

/** Opens a stream and answers its text up to and including `text`; `then` runs once the stream is accepted. */
async function oye(token: string, text: string, then = async () => {}): Promise<string> {
  let response: Response
  do {
    const headers = { 'x-token': token }
    response = await fetch(`${address}/api/eventos`, { headers, signal: stop.signal })
  } while (response.status === 503)
  await then()
  let said = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    said += chunk
    if (said.includes(text)) return said
  }
  return said
}
const avisar = (id: number) => async () => {
  await sql`SELECT avisar('monedas', ${id})`.execute(app.db)
}

const after = (ms: number) => new Promise<string>((done) => setTimeout(done, ms, 'open'))

test('who asks for the header of the events alone holds no stream open', async () => {
  const { token } = await app.signedIn('adm')
  const { status, headers } = await fetch(`${address}/api/eventos`, {
    ...{ method: 'HEAD', headers: { 'x-token': token }, signal: stop.signal },
  })
  expect([status, headers.get('content-type')]).toEqual([200, TIPO])
  // It is a whole answer: a stream has no length.
  expect(headers.get('content-length')).toBe('0')
})

test('of twenty-one streams of one session the oldest ends, nobody else’s', async () => {
  const [one, other] = [await app.signedIn('adm'), await app.signedIn('adm')]
  const mine = [await escuchar(one.token)]
  const theirs = await escuchar(other.token)
  for (let n = 1; n < 20; n += 1) mine.push(await escuchar(one.token))
  const oldest = mine[0]?.ended
  expect(await Promise.race([oldest, after(200)])).toBe('open')
  mine.push(await escuchar(one.token))
  expect(await oldest).toBe('ended')
  const others = [theirs, ...mine.slice(1)].map(({ ended }) => ended)
  expect(await Promise.race([...others, after(200)])).toBe('open')
})

test('streams are counted by session, whatever token it has, and by user', async () => {
  const client = await app.signedIn('adm')
  const oldest = await escuchar(client.token)
  const { body } = await client.raw('POST', '/api/auth/refresh-token', {})
  const { token } = body as { token: string }
  for (let n = 0; n < 20; n += 1) await escuchar(token)
  expect(await oldest.ended).toBe('ended')
  const first = await escuchar(token)
  const [login] = await comoDueno<{ usuario: string }>(
    app.url,
    'SELECT usuario FROM usuarios WHERE id = $1',
    [client.usuario_id],
  )
  for (let n = 0; n < 4; n += 1) {
    const made = await client.raw('POST', '/api/auth/login', { ...login, password: PASSWORD })
    for (let k = 0; k < 10; k += 1) await escuchar((made.body as { token: string }).token)
  }
  expect(await first.ended).toBe('ended')
})

test('a stream carries the areas that its user reads, and no others', async () => {
  const [cashier, adm] = [await app.signedIn('caj'), await app.signedIn('adm')]
  const [few, all] = [await escuchar(cashier.token), await escuchar(adm.token)]
  for (const area of ['comisiones', 'usuarios', 'auditoria', 'compras-ventas', 'sesiones'])
    await sql`SELECT avisar(${area}, 90210)`.execute(app.db)
  await sql`SELECT avisar('monedas', 4713)`.execute(app.db)
  await expect.poll(few.said).toContain('4713')
  await expect.poll(all.said).toContain('4713')
  const areasOf = (said: string) =>
    [...said.matchAll(/event: (\S+)\ndata: {"id":90210}/g)].map(([, a]) => a)
  expect(areasOf(all.said())).toEqual(['comisiones', 'usuarios', 'auditoria', 'compras-ventas'])
  expect(areasOf(few.said())).not.toContain('usuarios')
  // His counter lists ways to pay and his till shows expenses: he hears that they changed, not which.
  for (const area of ['tipos-pagos', 'gastos'])
    await sql`SELECT avisar(${area}, 90210)`.execute(app.db)
  await expect.poll(few.said).toContain('event: gastos\ndata: {"id":null}')
  expect(few.said()).toContain('event: tipos-pagos\ndata: {"id":null}')
  await expect.poll(() => areasOf(all.said())).toContain('gastos')
  expect(areasOf(few.said())).not.toContain('auditoria')
  expect(areasOf(few.said())).toContain('compras-ventas')
})

test('a right that is taken away is told, and what it showed is no longer carried', async () => {
  const cashier = await app.signedIn('caj')
  const stream = await escuchar(cashier.token)
  await comoDueno(
    app.url,
    `DELETE FROM roles_permisos WHERE rol_slug = 'caj' AND permiso LIKE 'compras-ventas:%'`,
  )
  await sql`SELECT avisar('roles')`.execute(app.db)
  await expect.poll(stream.said).toContain('event: roles')
  await sql`SELECT avisar('compras-ventas', 4714)`.execute(app.db)
  await sql`SELECT avisar('monedas', 4715)`.execute(app.db)
  await expect.poll(stream.said).toContain('4715')
  expect(stream.said()).not.toContain('4714')
})

test.each([
  ['signed out elsewhere', 'UPDATE sesiones SET terminada_en = now() WHERE usuario_id = $1'],
  [
    'switched off',
    `WITH u AS (UPDATE usuarios SET estatus = false WHERE id = $1 RETURNING id)
     SELECT avisar('usuarios', id) FROM u`,
  ],
])('the stream of a user who is %s ends at once, not at a heartbeat', async (_, text) => {
  const [gone, other] = [await app.signedIn('caj'), await app.signedIn('caj')]
  // Opened before, so its heartbeat comes first.
  const theirs = await escuchar(other.token)
  const stream = await escuchar(gone.token)
  await comoDueno(app.url, text, [gone.usuario_id])
  expect(await stream.ended).toBe('ended')
  expect(theirs.said()).not.toMatch(/^: $/m)
  expect(await Promise.race([theirs.ended, after(200)])).toBe('open')
})

test('a new stream receives the events of just before it was opened', async () => {
  const client = await app.signedIn('adm')
  const there = oye(client.token, '4711', avisar(4711))
  expect(await there).toContain('event: monedas')
  expect(await oye(client.token, '4711')).toContain('event: monedas\ndata: {"id":4711}')
})

test('no stream stays open without events, while the listener is lost or after', async () => {
  const client = await app.signedIn('adm')
  const { ended } = await escuchar(client.token)
  const listener = "application_name = 'cambista-eventos' AND datname = current_database()"
  await comoDueno(
    app.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${listener}`,
  )
  expect(await ended).toBe('ended')
  expect(await oye(client.token, '4712', avisar(4712))).toContain('4712')
})

test('a stream is not cut while nothing happens', async () => {
  const client = await app.signedIn('adm')
  const { ended } = await escuchar(client.token)
  // Longer than the server's idle timeout.
  expect(await Promise.race([ended, after(18_000)])).toBe('open')
})

test('many changes of one area are told once, in one piece, and none of the others is lost', async () => {
  const client = await app.signedIn('adm')
  const stream = await escuchar(client.token)
  await sql`SELECT avisar('clientes', n) FROM generate_series(1, 500) n`.execute(app.db)
  await sql`SELECT avisar('paises', 4716)`.execute(app.db)
  await expect.poll(stream.said).toContain('4716')
  const told = [...stream.said().matchAll(/event: clientes\ndata: ({.*})/g)].map(([, data]) => data)
  expect(told.length).toBeLessThan(50)
  expect(told).toContain('{"id":null}')
})

test('a stream that opens after many changes of one area hears of them once, and of few by name', async () => {
  const client = await app.signedIn('adm')
  const there = await escuchar(client.token)
  await sql`SELECT avisar('pares-divisas', n) FROM generate_series(1, 11) n`.execute(app.db)
  await sql`SELECT avisar('sucursales', n) FROM generate_series(1, 10) n`.execute(app.db)
  await sql`SELECT avisar('paises', 4717)`.execute(app.db)
  await expect.poll(there.said).toContain('4717')
  const late = await escuchar(client.token)
  await sql`SELECT avisar('paises', 4718)`.execute(app.db)
  await expect.poll(late.said).toContain('4718')
  const told = (area: string) =>
    [...late.said().matchAll(new RegExp(`event: ${area}\ndata: ({.*})`, 'g'))].map(([, d]) => d)
  expect(told('pares-divisas')).toEqual(['{"id":null}'])
  expect(told('sucursales')).toEqual(Array.from({ length: 10 }, (_, n) => `{"id":${n + 1}}`))
})

test('what is told a moment before a stream opens is heard there once', async () => {
  const client = await app.signedIn('adm')
  const there = await escuchar(client.token)
  for (let id = 4720; id < 4725; id += 1) {
    await sql`SELECT avisar('monedas', ${id})`.execute(app.db)
    const stream = await escuchar(client.token)
    await sql`SELECT avisar('paises', ${id})`.execute(app.db)
    await expect.poll(stream.said).toContain(`event: paises\ndata: {"id":${id}}`)
    for (const { said } of [stream, there])
      expect(said().split(`event: monedas\ndata: {"id":${id}}`)).toHaveLength(2)
  }
})

test('R-260: whoever sees one branch alone is told that something changed, not which row', async () => {
  await comoDueno(app.url, "INSERT INTO sucursales (nombre) VALUES ('Lima'), ('Arequipa')")
  const [some, all] = [await app.signedIn('caj'), await app.signedIn('adm')]
  const avisa = async () => {
    await sql`SELECT avisar('compras-ventas', 4711)`.execute(app.db)
  }
  const line = (id: string) => `event: compras-ventas\ndata: {"id":${id}}`
  expect(await oye(all.token, 'compras-ventas', avisa)).toContain(line('4711'))
  const heard = await oye(some.token, 'compras-ventas', avisa)
  expect(heard).toContain(line('null'))
  expect(heard).not.toContain('4711')
})

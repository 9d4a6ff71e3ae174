import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'

const app = await startTestApp()
let address = ''
beforeAll(async () => {
  address = await app.http.listen({ host: '127.0.0.1', port: 0 })
})
const stop = new AbortController()
afterAll(() => stop.abort())

/** Opens a stream; resolves how it ends. */
async function escuchar(token: string): Promise<{ ended: Promise<string> }> {
  const headers = { 'x-token': token }
  const { body } = await fetch(`${address}/api/eventos`, { headers, signal: stop.signal })
  const ended = body?.pipeTo(new WritableStream()).then(
    () => 'ended',
    () => 'cut',
  )
  return { ended: ended ?? Promise.resolve('none') }
}

/** Opens a stream, once it is let in, and answers what it says up to `text`. */
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

test('what happened just before a stream was opened is told again', async () => {
  const client = await app.signedIn('adm')
  const there = oye(client.token, '4711', avisar(4711))
  expect(await there).toContain('event: monedas')
  expect(await oye(client.token, '4711')).toContain('event: monedas\ndata: {"id":4711}')
})

test('no stream is open that hears nothing, while the listener is lost and after', async () => {
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
  // Longer than the server bears a silent connection.
  expect(await Promise.race([ended, after(18_000)])).toBe('open')
})

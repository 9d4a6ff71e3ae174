import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../test/support/app.ts'

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

test('a stream is not cut while nothing happens', async () => {
  const client = await app.signedIn('adm')
  const { ended } = await escuchar(client.token)
  // Longer than the server bears a silent connection.
  expect(await Promise.race([ended, after(18_000)])).toBe('open')
})

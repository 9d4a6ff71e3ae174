import { expect, test } from 'vitest'
import { startTestApp } from '../../test/support/app.ts'

const app = await startTestApp()

test('a stream is not cut while nothing happens', async () => {
  const client = await app.signedIn('adm')
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const stop = new AbortController()
  const headers = { 'x-token': client.token }
  const { body } = await fetch(`${address}/api/eventos`, { headers, signal: stop.signal })
  const ended = body?.pipeTo(new WritableStream()).then(
    () => 'ended',
    () => 'cut',
  )
  // Longer than the server bears a silent connection.
  const patience = new Promise((done) => setTimeout(done, 18_000, 'open'))
  expect(await Promise.race([ended, patience])).toBe('open')
  stop.abort()
})

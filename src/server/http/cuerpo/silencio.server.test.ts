import { once } from 'node:events'
import { request } from 'node:http'
import { connect as conHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { connect as conTls } from 'node:tls'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { certificado } from '../../../../test/support/certificado.ts'
import { aTiempo } from '../../../../test/support/plazos.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { servidorTls } from '../guardia/tls.ts'
import { esperarRespuestas } from './silencio.ts'

/* Whoever waits for an answer gets it, however long nothing passes over his connection. */

const MS = 300
const own = certificado()
const ESPERAS = {
  ...{ requestTimeout: 60_000, headersTimeout: 60_000, keepAliveTimeout: 60_000 },
  connectionTimeout: MS,
  connectionsCheckingInterval: 60_000,
}

/** A server whose one call answers once it is told to. */
async function servir(segura: boolean, { ms = MS, keepAliveTimeout = 60_000 } = {}) {
  const app = fastify({
    ...{ ...ESPERAS, connectionTimeout: ms, keepAliveTimeout },
    handlerTimeout: 60_000,
    ...(segura && { serverFactory: servidorTls(own, ESPERAS) }),
  })
  esperarRespuestas(app, ms)
  const [empezo, sigue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/lenta', async () => {
    empezo.resolve()
    await sigue.promise
    return 'al fin'
  })
  app.get('/pronta', async () => 'ya')
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as { port: number }
  /** Connections that say nothing are ended, one after another: so long nothing passed over the others either. */
  const callar = async () => {
    for (let n = 0; n < 3; n += 1) {
      const nobody = segura
        ? conTls({ host: '127.0.0.1', port, ca: own.cert, ALPNProtocols: ['http/1.1'] })
        : connect(port, '127.0.0.1')
      nobody.on('error', () => {})
      await aTiempo('a silent connection is ended', once(nobody.resume(), 'close'))
    }
  }
  return { port, empezo: empezo.promise, sigue: () => sigue.resolve(), callar }
}

test('over HTTP/1.1 a slow answer arrives, and silent connections are ended meanwhile', async () => {
  const { port, empezo, sigue, callar } = await servir(false)
  const asked = request({ host: '127.0.0.1', port, path: '/lenta' }).end()
  const answered = once(asked, 'response')
  await empezo
  await callar()
  sigue()
  const [answer] = await aTiempo('/lenta', answered)
  expect(answer.statusCode).toBe(200)
})

test('over HTTP/2 too, also where another call of the session ends before', async () => {
  const { port, empezo, sigue, callar } = await servir(true)
  const session = conHttp2(`https://127.0.0.1:${port}`, { ca: own.cert })
  onTestFinished(() => session.close())
  const ask = (path: string) => {
    const stream = session.request({ ':path': path })
    stream.resume()
    return once(stream, 'response')
  }
  const answered = ask('/lenta')
  await empezo
  await aTiempo('/pronta', ask('/pronta'))
  await callar()
  sigue()
  const [headers] = await aTiempo('/lenta', answered)
  expect(headers[':status']).toBe(200)
})

test('once its last call is answered a session over which nothing passes is ended', async () => {
  const { port } = await servir(true)
  const session = conHttp2(`https://127.0.0.1:${port}`, { ca: own.cert })
  const ended = once(session, 'close')
  const stream = session.request({ ':path': '/pronta' }).resume()
  await aTiempo('/pronta', once(stream, 'close'))
  await aTiempo('the session is ended', ended)
})

test('a connection that has been answered is kept as long as Node keeps it, and no longer', async () => {
  const { port } = await servir(false, { ms: 600_000, keepAliveTimeout: 100 })
  const socket = connect(port, '127.0.0.1')
  const ended = once(socket, 'close')
  socket.write('GET /pronta HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
  await aTiempo('the answer', once(socket, 'data'))
  await aTiempo('the end', ended)
})

test('the program lets whoever asks it wait longer than for a silent connection', async () => {
  const app = await startTestApp()
  const adm = await app.signedIn('adm')
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const connected = once(app.http.server, 'connection')
  const until = new AbortController()
  const answer = await fetch(`${url}/api/eventos`, {
    headers: { 'x-token': adm.token },
    signal: until.signal,
  })
  const [theirs] = await connected
  // A stream of events is a call that is being answered.
  expect([answer.status, theirs.timeout]).toEqual([200, 35_000])
  until.abort()
})

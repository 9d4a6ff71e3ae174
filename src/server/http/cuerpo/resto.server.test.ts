import { once } from 'node:events'
import { connect as abrir, constants } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { connect as conTls } from 'node:tls'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { certificado } from '../../../../test/support/certificado.ts'
import { aTiempo } from '../../../../test/support/plazos.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { servidorTls, type Tls } from '../guardia/tls.ts'
import { leerRestos, type Resto } from './resto.ts'

/* Whoever is still sending a body reads the answer that he got before its end (R-480). */

const MB = 1024 * 1024
const app = await startTestApp()
const adm = await app.signedIn('adm')
const own = certificado()
const segura = await startTestApp({ tls: own })
for (const each of [app, segura]) await each.http.listen({ host: '127.0.0.1', port: 0 })
const puertoDe = ({ server }: Pick<FastifyInstance, 'server'>) =>
  (server.address() as { port: number }).port

/** What one end saw of its connection. */
interface Visto {
  text: string
  /** How it ended: closed by an end, or reset. */
  fin: 'end' | 'reset'
  sent: number
}

/**
 * Sends `head` and then a body of `bytes`, a portion whenever the last one is taken. Reads nothing before it has sent
 * everything, as a browser does, and hangs up once both ends have ended.
 */
function enviar(socket: Socket, head: string, bytes: number, chunked = false): Promise<Visto> {
  const seen: Visto = { text: '', fin: 'end', sent: 0 }
  const part = Buffer.alloc(64 * 1024, 'x')
  socket.pause()
  const talk = new Promise<Visto>((done) => {
    socket.on('error', () => {
      seen.fin = 'reset'
    })
    socket.on('close', () => done(seen))
    socket.on('data', (text) => {
      seen.text += text
    })
    const write = (last: string | Buffer, then: () => void) => {
      if (chunked) socket.write(`${last.length.toString(16)}\r\n`)
      socket.write(last, (error) => {
        if (error) return
        seen.sent += last.length
        then()
      })
      if (chunked) socket.write('\r\n')
    }
    const next = () => {
      if (seen.sent < bytes) return write(part.subarray(0, bytes - seen.sent), next)
      if (chunked) socket.write('0\r\n\r\n')
      socket.resume()
    }
    socket.write(head, next)
  })
  return aTiempo('the connection ends', talk)
}

/** Status, what is said of the connection, and code of an answer. */
function leer({ text }: Visto): unknown[] {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const connection = /^connection: (.*)$/im.exec(head)?.[1]
  return [Number(head.split(' ')[1]), connection, JSON.parse(body || '{}').codigo]
}

type Cabeceras = Record<string, string | number>
const cabeza = (path: string, headers: Cabeceras) =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
const CSV = { 'content-type': 'text/csv', 'x-token': adm.token }
const JSON_ = { 'content-type': 'application/json' }
const SUBIR = '/api/importar/clientes/probar?decimales=punto'

const NADIE = { ...CSV, 'x-token': '' }
const IMAGEN = { 'content-type': 'image/png' }

describe.each([['its length said'], ['in chunks']])('a body with %s', (how) => {
  const chunked = how === 'in chunks'
  test.each([
    ['a file too large', SUBIR, CSV, 6, 413, 'ARCHIVO_GRANDE'],
    ['JSON too large', '/api/auth/login', JSON_, 1, 413, 'DEMASIADO_GRANDE'],
    ['nobody', SUBIR, NADIE, 6, 401, 'SESION_REQUERIDA'],
    [
      'nobody who wants it closed',
      SUBIR,
      { ...NADIE, connection: 'close' },
      6,
      401,
      'SESION_REQUERIDA',
    ],
    ['another type', '/api/auth/login', IMAGEN, 1, 415, 'TIPO_CONTENIDO'],
    ['another type of file', SUBIR, { ...CSV, ...IMAGEN }, 1, 415, 'ARCHIVO_TIPO'],
    ['no such address', '/api/%zz', JSON_, 1, 404, 'RUTA_NO_EXISTE'],
  ])('%s: the whole answer arrives', async (_, path, headers, mb, status, code) => {
    const length: Cabeceras = chunked
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': mb * MB }
    const socket = connect(puertoDe(app.http), '127.0.0.1')
    const seen = await enviar(socket, cabeza(path, { ...headers, ...length }), mb * MB, chunked)
    expect(leer(seen)).toEqual([status, 'close', code])
    expect([seen.sent, seen.fin]).toEqual([mb * MB, 'end'])
  })
})

test('over TLS too, with the house’s own certificate', async () => {
  const socket = conTls({ host: '127.0.0.1', port: puertoDe(segura.http), ca: own.cert })
  const head = cabeza('/api/auth/login', { ...JSON_, 'content-length': MB })
  const seen = await enviar(socket, head, MB)
  expect(leer(seen)).toEqual([413, 'close', 'DEMASIADO_GRANDE'])
  expect([seen.sent, seen.fin]).toEqual([MB, 'end'])
})

test('over HTTP/2 the body alone is ended, without an error, and the connection goes on', async () => {
  const session = abrir(`https://127.0.0.1:${puertoDe(segura.http)}`, { ca: own.cert })
  const stream = session.request(
    { ':method': 'POST', ':path': '/api/auth/login', ...JSON_ },
    { endStream: false },
  )
  let text = ''
  stream.on('data', (part) => {
    text += part
  })
  // More and more, until the other end wants no more.
  const write = () => void stream.write(Buffer.alloc(16 * 1024, 'x'), (error) => error || write())
  write()
  await aTiempo('the stream ends', new Promise((done) => stream.on('close', done)))
  expect([JSON.parse(text).codigo, stream.rstCode]).toEqual([
    'DEMASIADO_GRANDE',
    constants.NGHTTP2_NO_ERROR,
  ])
  expect(session.destroyed || session.closed).toBe(false)
  session.close()
})

test('a body that came whole keeps its connection', async () => {
  const socket = connect(puertoDe(app.http), '127.0.0.1')
  const head = cabeza(SUBIR, { ...NADIE, 'content-length': 3 })
  const last = cabeza(SUBIR, { ...NADIE, 'content-length': 0, connection: 'close' })
  const seen = await enviar(socket, `${head}abc${last}`, 0)
  expect(seen.text.match(/HTTP\/1\.1 401/g)).toHaveLength(2)
})

const SIN_ESPERAS = {
  ...{ connectionTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, headersTimeout: 0 },
  connectionsCheckingInterval: 30_000,
}
/** A server that refuses everything before it reads, with bounds of a test. */
async function breve(
  resto: Partial<Resto>,
  { antes, tls }: { antes?: (app: FastifyInstance) => void; tls?: Tls } = {},
) {
  const small: FastifyInstance = fastify({
    forceCloseConnections: 'idle',
    ...(tls && { serverFactory: servidorTls(tls, SIN_ESPERAS) }),
  })
  afterAll(() => small.close())
  leerRestos(small, { bytes: MB, ms: 60_000, conexiones: 8, ...resto })
  antes?.(small)
  small.addHook('onRequest', (_request, reply) => {
    reply.code(401).send({ codigo: 'NO' })
  })
  await small.listen({ host: '127.0.0.1', port: 0 })
  const port = puertoDe(small)
  const subir = (bytes: number) =>
    enviar(connect(port, '127.0.0.1'), cabeza('/', { ...JSON_, 'content-length': bytes }), bytes)
  /** Somebody who was answered, and neither goes on sending nor ends. */
  const ocupar = async () => {
    const accepted = once(small.server, tls ? 'secureConnection' : 'connection')
    const plain = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const socket = tls ? conTls({ socket: plain, ca: tls.cert, host: '127.0.0.1' }) : plain
    socket.on('error', () => {})
    const [theirs] = (await accepted) as [Socket]
    // Who neither sends nor ends learns nothing of it: the server's own end tells that it is gone.
    const closed = new Promise((done) => theirs.once('close', done))
    socket.write(`${cabeza('/', { ...JSON_, 'content-length': 99 })}x`)
    const [text] = await aTiempo('an answer', once(socket, 'data'))
    expect(String(text)).toMatch(/^HTTP\/1\.1 401/)
    onTestFinished(() => void socket.destroy())
    return { socket, closed }
  }
  return { small, subir, ocupar }
}

test('of more than the bound nothing is read: the connection is gone', async () => {
  const { subir } = await breve({})
  expect(leer(await subir(MB))).toEqual([401, 'close', 'NO'])
  const seen = await subir(64 * MB)
  expect(seen.fin).toBe('reset')
  // What is in flight between the two ends was sent as well.
  expect(seen.sent).toBeLessThan(32 * MB)
})

test('whoever stops sending holds his connection until the bound of time', async () => {
  const { ocupar } = await breve({ ms: 50 })
  const { closed } = await ocupar()
  await aTiempo('hangs up', closed)
})

test('so many connections at once, and each gives its place back', async () => {
  const { subir, ocupar } = await breve({ conexiones: 1, bytes: 128 * MB })
  const { socket, closed } = await ocupar()
  expect((await subir(64 * MB)).fin).toBe('reset')
  socket.destroy()
  await closed
  const after = await subir(64 * MB)
  expect([...leer(after), after.fin]).toEqual([401, 'close', 'NO', 'end'])
})

test('a body that ends before its answer is written does not end the answer', async () => {
  const { subir } = await breve(
    {},
    {
      antes: (small) =>
        small.addHook('onSend', async ({ raw }) => void (raw.complete || (await once(raw, 'end')))),
    },
  )
  const seen = await subir(MB)
  expect([...leer(seen), seen.fin]).toEqual([401, 'close', 'NO', 'end'])
})

test('whoever ends the program does not wait for them', async () => {
  // Over TLS Node counts such a connection as busy.
  const { small, ocupar } = await breve({ ms: 600_000 }, { tls: own })
  const { closed } = await ocupar()
  await aTiempo('ends', small.close())
  await closed
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as abrir, type ClientHttp2Session } from 'node:http2'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { certificado } from '../../../../test/support/certificado.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { leerTls } from './tls.ts'

/* A house with a certificate of its own speaks https and nothing else. */

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const escribir = (name: string, text: string) => {
  writeFileSync(join(root, name), text)
  return join(root, name)
}
const own = certificado()
const CAMBISTA_CERTIFICADO = escribir('cert.pem', own.cert)
const CAMBISTA_CERTIFICADO_LLAVE = escribir('llave.pem', own.key)

const tls = leerTls({ CAMBISTA_CERTIFICADO, CAMBISTA_CERTIFICADO_LLAVE })
const app = await startTestApp(tls ? { tls } : {})
const listening = await app.http.listen({ host: '127.0.0.1', port: 0 })
const port = Number(new URL(listening).port)

test('the page and the API come by https, and the certificate is the house’s', async () => {
  const status = await new Promise<number | undefined>((done, fail) => {
    get(`https://127.0.0.1:${port}/api/salud`, { ca: own.cert, agent: false }, (answer) => {
      answer.resume()
      done(answer.statusCode)
    }).on('error', fail)
  })
  expect(status).toBe(200)
})

/** One answer over a connection that speaks HTTP/2: status, and its first bytes. */
const pedir = (session: ClientHttp2Session, headers: Record<string, string>) =>
  new Promise<{ status: number; text: string; end: () => void }>((done, fail) => {
    const stream = session.request(headers)
    let status = 0
    stream.on('response', (answer) => {
      status = Number(answer[':status'])
    })
    stream.once('data', (bytes) => done({ status, text: String(bytes), end: () => stream.close() }))
    stream.on('error', fail)
  })
const dos = (authority = `https://127.0.0.1:${port}`) => abrir(authority, { ca: own.cert })

test('HTTP/2 is spoken: many answers on one connection, a stream of events among them', async () => {
  const session = dos()
  const [salud, listo, missing] = await Promise.all(
    ['/api/salud', '/api/listo', '/api/nada'].map((path) => pedir(session, { ':path': path })),
  )
  expect([salud?.status, listo?.status, missing?.status]).toEqual([200, 200, 404])
  expect(session.alpnProtocol).toBe('h2')
  const { token } = await app.signedIn('adm')
  const events = await pedir(session, { ':path': '/api/eventos', 'x-token': token })
  expect(events).toMatchObject({ status: 200, text: expect.stringContaining(': hola') })
  events.end()
  session.close()
})

test('a name that is not the house’s is refused over HTTP/2 too', async () => {
  const session = dos()
  const answer = await pedir(session, { ':path': '/api/salud', ':authority': 'ajena.example' })
  expect(answer.status).toBe(421)
  session.close()
})

/** The version of TLS that both agree on; the error where they do not. */
const versionDe = (options: ConnectionOptions) =>
  new Promise<string>((done) => {
    const socket = connect({ host: '127.0.0.1', port, ca: own.cert, ...options }, () => {
      done(String(socket.getProtocol()))
      socket.destroy()
    })
    socket.on('error', () => done('refused'))
  })

test('TLS 1.3 is preferred, 1.2 taken, nothing older; a certificate that is not the house’s is seen', async () => {
  expect(await versionDe({})).toBe('TLSv1.3')
  expect(await versionDe({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2')
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  expect(await versionDe(old)).toBe('refused')
  expect(await versionDe({ ca: certificado().cert })).toBe('refused')
})

test('http is not answered there', async () => {
  await expect(fetch(`http://127.0.0.1:${port}/api/salud`)).rejects.toThrow()
})

test('without the settings there is no certificate; with half of them, or a wrong pair, the start says why', () => {
  expect(leerTls({})).toBeNull()
  expect(() => leerTls({ CAMBISTA_CERTIFICADO })).toThrow('van juntos')
  expect(() => leerTls({ CAMBISTA_CERTIFICADO_LLAVE })).toThrow('van juntos')
  const otra = escribir('otra.pem', certificado().key)
  expect(() => leerTls({ CAMBISTA_CERTIFICADO, CAMBISTA_CERTIFICADO_LLAVE: otra })).toThrow(
    /^El certificado «.*cert\.pem» no sirve con la llave «.*otra\.pem»/,
  )
  const nada = join(root, 'nada.pem')
  expect(() => leerTls({ CAMBISTA_CERTIFICADO: nada, CAMBISTA_CERTIFICADO_LLAVE })).toThrow(
    /^No se puede leer «.*nada\.pem»/,
  )
})

test('the program ends while a browser keeps its connection', async () => {
  const session = dos()
  await pedir(session, { ':path': '/api/salud' })
  const closed = new Promise((done) => session.once('close', done))
  await app.http.close()
  await closed
})

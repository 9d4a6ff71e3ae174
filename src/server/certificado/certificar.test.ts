import { X509Certificate } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, get, type Server } from 'node:https'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkServerIdentity, createSecureContext, type PeerCertificate } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { leerTls } from '../http/guardia/tls.ts'
import { certificar } from './certificar.ts'
import { ARCHIVOS, CARPETA } from './hecho.ts'
import { leerNombre } from './nombres.ts'
import { type Certificado, servidor } from './x509.ts'

/* a house's own authority, and what a stranger with its key could do with it. */

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const AHORA = new Date()
const DIA_MS = 24 * 60 * 60 * 1000
let folders = 0
const carpeta = () => join(root, `secretos-${++folders}`)
type Archivo = keyof typeof ARCHIVOS
const en = (folder: string, name: Archivo) => join(folder, CARPETA, ARCHIVOS[name])
const texto = (folder: string, name: Archivo) => readFileSync(en(folder, name), 'utf8')
const crt = (folder: string, name: 'cert' | 'publico') => new X509Certificate(texto(folder, name))

const casa = carpeta()
const hecho = await certificar({
  carpeta: casa,
  nombres: ['casa.local', 'SERVIDOR', 'https://casa.pe:3000/', '192.168.1.20', '2001:DB8:0::7'],
  ahora: AHORA,
})

/** What a client that trusts `ca` gets of a server that it opens as `host`: its status, or why it hung up. */
const abrir = (port: number, host: string, ca: string) =>
  new Promise<number | string | undefined>((done) => {
    const options = {
      ...{ host: '127.0.0.1', port, path: '/api/salud', ca, agent: false },
      headers: { host: isIP(host) === 6 ? `[${host}]` : host },
      ...(isIP(host) === 0 && { servername: host }),
      // Nobody has these addresses here: the name is compared as if the connection had gone there.
      checkServerIdentity: (_: string, cert: PeerCertificate) => checkServerIdentity(host, cert),
    }
    get(options, (answer) => {
      answer.resume()
      done(answer.statusCode)
    }).on('error', (error) => done(error.message))
  })

test('the program with it is trusted by whoever installed the authority, under each of its names and no other', async () => {
  const tls = leerTls({
    CAMBISTA_CERTIFICADO: en(casa, 'cert'),
    CAMBISTA_CERTIFICADO_LLAVE: en(casa, 'key'),
  })
  const suyos = ['casa.local', 'servidor', 'casa.pe', '192.168.1.20', '2001:db8::7']
  const ajenos = ['ajena.local', '192.168.1.21']
  const app = await startTestApp({ ...(tls && { tls }), nombres: [...suyos, ...ajenos] })
  const port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
  const ca = texto(casa, 'publico')
  for (const host of suyos) expect([host, await abrir(port, host, ca)]).toEqual([host, 200])
  const no = expect.stringContaining('does not match certificate')
  for (const host of ajenos) expect([host, await abrir(port, host, ca)]).toEqual([host, no])
  const otra = carpeta()
  await certificar({ carpeta: otra, nombres: ['casa.local'], ahora: AHORA })
  expect(await abrir(port, 'casa.local', texto(otra, 'publico'))).toMatch(
    /unable to (verify|get)|self-signed/,
  )
})

/** The authority's own key, as a thief has it. */
function robada(folder: string): Certificado {
  const text = texto(folder, 'autoridad')
  const at = text.indexOf('-----BEGIN CERTIFICATE')
  return { key: text.slice(0, at), cert: text.slice(at) }
}

const servidores: Server[] = []
afterAll(() => {
  for (const each of servidores) each.close()
})

/** A server of the thief, with a certificate that the stolen key signed for `names`. */
async function ladron(names: string[]): Promise<number> {
  const plazo = { desde: AHORA, hasta: new Date(AHORA.getTime() + DIA_MS) }
  const made = await servidor('ladrón', plazo, names.map(leerNombre), robada(casa))
  const server = createServer(made, (_request, answer) => answer.end('robado'))
  servidores.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as { port: number }).port
}

test.each(['banco.example', 'pe', 'xcasa.pe', 'casa.pe.example', '8.8.8.8', '2001:db8::8'])(
  'with the stolen authority nobody can pass for %s: whoever connects refuses it',
  async (name) => {
    const port = await ladron([name])
    expect(await abrir(port, name, texto(casa, 'publico'))).toBe('permitted subtree violation')
  },
)

test('the thief could pass for the house: the names above are refused for what they are, not for how he signs', async () => {
  const port = await ladron(['casa.pe', '10.9.8.7'])
  expect(await abrir(port, 'casa.pe', texto(casa, 'publico'))).toBe(200)
  expect(await abrir(port, '10.9.8.7', texto(casa, 'publico'))).toBe(200)
})

test('it is for servers, for 397 days, of an authority of ten years', () => {
  const [cert, ca] = [crt(casa, 'cert'), crt(casa, 'publico')]
  expect(cert.checkIssued(ca) && cert.verify(ca.publicKey)).toBe(true)
  expect([cert.ca, ca.ca]).toEqual([false, true])
  const servers = ['1.3.6.1.5.5.7.3.1']
  expect([cert.keyUsage, ca.keyUsage]).toEqual([servers, servers])
  const days = (one: X509Certificate) =>
    Math.round((one.validToDate.getTime() - one.validFromDate.getTime()) / DIA_MS)
  expect([days(cert), days(ca)]).toEqual([397, 3653])
  expect(cert.validFromDate < AHORA).toBe(true)
  // A certificate has no fractions of a second.
  expect(Math.trunc(hecho.vence.getTime() / 1000)).toBe(cert.validToDate.getTime() / 1000)
})

test('the keys are their owner’s alone, and no draft is left', () => {
  const names = readdirSync(join(casa, CARPETA))
  expect(names.toSorted()).toEqual(Object.values(ARCHIVOS).toSorted())
  for (const name of ['cert', 'publico', 'leame'] as const)
    expect(texto(casa, name)).not.toContain('PRIVATE')
  if (process.platform === 'win32') return
  const mode = (name: Archivo) => statSync(en(casa, name)).mode & 0o777
  expect([mode('autoridad'), mode('key')]).toEqual([0o600, 0o600])
  expect(statSync(join(casa, CARPETA)).mode & 0o777).toBe(0o700)
})

test('what lies beside says what to set and what to install, with the authority’s digest', () => {
  const text = texto(casa, 'leame')
  const devices = ['Windows', 'macOS', 'Linux', 'Firefox', 'Android', 'iPhone']
  for (const part of [en(casa, 'cert'), en(casa, 'key'), ...devices, 'https://casa.local:3000'])
    expect(text).toContain(part)
  expect(text).toContain(crt(casa, 'publico').fingerprint256)
})

test('it is renewed without names and with others of the same house, and the tills notice nothing', async () => {
  const folder = carpeta()
  const pedir = (nombres: string[], ahora = AHORA) =>
    certificar({ carpeta: folder, nombres, ahora })
  const first = await pedir(['casa.local', 'fd00::1'])
  const before = { ca: texto(folder, 'publico'), cert: texto(folder, 'cert') }
  const again = await pedir([], new Date(AHORA.getTime() + 300 * DIA_MS))
  expect([first.nueva, again.nueva]).toEqual([true, false])
  expect(again.nombres).toEqual(['casa.local', 'fd00::1'])
  expect(texto(folder, 'publico')).toBe(before.ca)
  expect(texto(folder, 'cert')).not.toBe(before.cert)
  expect(again.vence > first.vence).toBe(true)
  const more = ['casa.local', 'caja.casa.local', '10.0.0.8', 'localhost']
  const wider = await pedir(more)
  expect([wider.nueva, wider.nombres]).toEqual([false, more])
  createSecureContext({ cert: texto(folder, 'cert'), key: texto(folder, 'key') })
})

test('what its authority may not sign is refused with what to do, and nothing is written', async () => {
  const folder = carpeta()
  const pedir = (nombres: string[], more: { otra?: boolean; ahora?: Date } = {}) =>
    certificar({ carpeta: folder, nombres, ahora: AHORA, ...more })
  await pedir(['casa.local'])
  const before = texto(folder, 'cert')
  for (const name of ['otra.pe', 'acasa.local', '8.8.8.8', '2001:db8::9'])
    await expect(pedir(['casa.local', name])).rejects.toThrow(/no puede firmar «.*--otra-autoridad/)
  const tarde = new Date(AHORA.getTime() + 3600 * DIA_MS)
  await expect(pedir([], { ahora: tarde })).rejects.toThrow(/^La autoridad de esta casa vence el /)
  expect(texto(folder, 'cert')).toBe(before)
  const other = await pedir(['casa.local', 'otra.pe'], { otra: true })
  expect(other.nueva).toBe(true)
  expect(crt(folder, 'cert').checkIssued(crt(folder, 'publico'))).toBe(true)
})

test.each([
  ...['', 'con espacio', '-casa', 'casa_1', '*.casa.local', 'casa..local', 'a'.repeat(64)],
  ...['1.2.3', '0.0.0.0', '::', 'fe80::1%eth0'],
])('«%s» is no name for a certificate, and nothing is made for it', async (name) => {
  const folder = carpeta()
  await expect(
    certificar({ carpeta: folder, nombres: ['casa.local', name], ahora: AHORA }),
  ).rejects.toThrow('no es un nombre ni una dirección')
  expect(existsSync(folder)).toBe(false)
})

test('nothing to renew is said, and a broken authority too', async () => {
  const pedir = (folder: string, nombres: string[] = []) =>
    certificar({ carpeta: folder, nombres, ahora: AHORA })
  await expect(pedir(carpeta())).rejects.toThrow(/^Uso: /)
  const rota = carpeta()
  await pedir(rota, ['casa.local'])
  writeFileSync(en(rota, 'autoridad'), 'nada')
  await expect(pedir(rota)).rejects.toThrow('está dañado')
})

import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as abrir } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { certificado } from '../../../../test/support/certificado.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as ajustes } from '../../../areas/ajustes/contract.ts'
import { contrato as notificaciones } from '../../../areas/notificaciones/contract.ts'
import { medidas } from '../../../main.app.ts'
import type { Tls } from '../guardia/tls.ts'
import { revisionDeCertificado, vigenciaDe } from './vigencia.ts'

/* that a certificate ends is told before it does, and a renewed one is served without a start. */

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const env = {
  CAMBISTA_CERTIFICADO: join(root, 'cert.pem'),
  CAMBISTA_CERTIFICADO_LLAVE: join(root, 'llave.pem'),
}
function poner({ cert, key }: Tls) {
  writeFileSync(env.CAMBISTA_CERTIFICADO, cert)
  writeFileSync(env.CAMBISTA_CERTIFICADO_LLAVE, key)
}
// Of the tests' certificates this one is good until the last second of June 2030.
const primero = certificado('300630235959Z')
poner(primero)

const app = await startTestApp({ tls: primero })
const listening = await app.http.listen({ host: '127.0.0.1', port: 0 })
const port = Number(new URL(listening).port)
/** A program that begins on this machine: its first look notes what it serves. */
const programa = (equipo = 'servidor', tls: Tls = primero) =>
  revisionDeCertificado({ db: app.db, env, servidor: app.http.server, tls, equipo })

/** The certificate that whoever connects gets; `old` for one who speaks nothing newer than TLS 1.1. */
const servido = (options: ConnectionOptions = {}) =>
  new Promise<string>((done) => {
    const socket = connect(
      { host: '127.0.0.1', port, rejectUnauthorized: false, ...options },
      () => {
        done(new X509Certificate(socket.getPeerCertificate(true).raw).fingerprint256)
        socket.destroy()
      },
    )
    socket.on('error', () => done('refused'))
  })
const huella = ({ cert }: Tls) => new X509Certificate(cert).fingerprint256
/** Sessions end when the clock is set so far ahead. */
const adm = () => app.signedIn('adm')
const campana = async () =>
  (await (await adm()).call(notificaciones.listar, {})).body.find(
    ({ clave }) => clave === 'certificado',
  )
async function medida(name: string) {
  const { consulta = '' } =
    medidas.find(({ nombre }) => nombre === `cambista_certificate_${name}`) ?? {}
  const { rows } = await sql<{ valor: string | null }>`${sql.raw(consulta)}`.execute(app.db)
  return rows[0]?.valor == null ? null : Number(rows[0].valor)
}

test('a month before it ends the bell rings, Ajustes and the measures say until when', async () => {
  expect(await medida('expiry_timestamp_seconds')).toBeNull()
  app.setClock('2030-05-30T12:00:00Z')
  await programa()()
  expect(await campana()).toBeUndefined()
  expect(await medida('renewal_due')).toBe(0)
  expect(await medida('expiry_timestamp_seconds')).toBe(Date.UTC(2030, 5, 30, 23, 59, 59) / 1000)

  app.setClock('2030-06-02T12:00:00Z')
  // What nobody says any more is of a program that stopped.
  expect(await medida('expiry_timestamp_seconds')).toBeNull()
  await programa()()
  expect(await campana()).toMatchObject({
    titulo: '1 certificado por renovar: vence el 30/06/2030',
    pantalla: 'ajustes',
  })
  expect(await medida('renewal_due')).toBe(1)
  expect((await (await adm()).call(ajustes.programa, {})).body.certificados).toEqual([
    { equipo: 'servidor', vence: '2030-06-30T23:59:59.000Z', renovar: true },
  ])

  app.setClock('2030-07-02T12:00:00Z')
  await programa()()
  await programa('otro')()
  expect((await campana())?.titulo).toBe(
    '2 certificados por renovar: otro venció el 30/06/2030, servidor venció el 30/06/2030',
  )
})

test('a bell that begins or ends is told to open pages, and nothing else is', async () => {
  const heard: string[] = []
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.query('LISTEN cambista')
  /** How often pages heard of the settings once this was noted. */
  const noted = async (avisa: string) => {
    await sql`SELECT certificado_anotar('aparte', '2031-01-01', ${avisa})`.execute(app.db)
    await sql`SELECT avisar('fin')`.execute(app.db)
    await expect.poll(() => heard.at(-1)).toContain('fin')
    return heard.splice(0).filter((text) => text.includes('"ajustes"')).length
  }
  app.setClock('2030-11-30T12:00:00Z')
  expect(await noted('2030-12-01')).toBe(0)
  app.setClock('2030-12-01T12:00:00Z')
  expect(await noted('2030-12-01')).toBe(1)
  expect(await noted('2030-12-01')).toBe(0)
  expect(await noted('2030-12-31')).toBe(1)
  await client.end()
})

test('of one that is renewed by itself every few months its last quarter is told', () => {
  const days = (n: number) => n * 24 * 60 * 60 * 1000
  const { vence, avisa } = vigenciaDe({ cert: certificado('200401000000Z').cert })
  // From the first of January: 91 days.
  expect(vence.getTime() - avisa.getTime()).toBe(days(91) / 4)
  const long = vigenciaDe(primero)
  expect(long.vence.getTime() - long.avisa.getTime()).toBe(days(30))
})

test('a renewed one is served to whoever connects from there on, and ends the bell', async () => {
  app.setClock('2030-06-02T12:00:00Z')
  const mirar = programa()
  await mirar()
  expect(await servido()).toBe(huella(primero))
  const session = abrir(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  const salud = () =>
    new Promise<number>((done, fail) => {
      const stream = session.request({ ':path': '/api/salud' })
      stream.on('response', (answer) => done(Number(answer[':status'])))
      stream.on('error', fail)
      stream.resume()
    })
  expect(await salud()).toBe(200)

  const otro = certificado()
  poner(otro)
  await mirar()
  expect(await servido()).toBe(huella(otro))
  expect(await servido({ ALPNProtocols: ['h2'] })).toBe(huella(otro))
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  expect(await servido(old)).toBe('refused')
  // Who was connected goes on.
  expect(await salud()).toBe(200)
  session.close()
  expect(await medida('expiry_timestamp_seconds')).toBe(Date.UTC(2049, 11, 31, 23, 59, 59) / 1000)
})

test('one that is half written, or gone, changes nothing, is told, and what is served rings still', async () => {
  poner(primero)
  app.setClock('2030-06-03T12:00:00Z')
  const mirar = programa('tercero')
  poner({ ...primero, cert: certificado().cert })
  const before = await servido()
  await expect(mirar()).rejects.toThrow(/^El certificado «.*» no sirve con la llave «.*»/)
  expect(await servido()).toBe(before)
  expect((await campana())?.titulo).toContain('vence el 30/06/2030')
  rmSync(env.CAMBISTA_CERTIFICADO)
  await expect(mirar()).rejects.toThrow(/^No se puede leer «.*cert\.pem»/)
  const whole = certificado()
  poner(whole)
  await mirar()
  expect(await servido()).toBe(huella(whole))
})

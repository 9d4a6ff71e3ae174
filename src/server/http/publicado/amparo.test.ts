import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { certificado } from '../../../../test/support/certificado.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { avisoDeVencimiento, exigirAmparo } from './amparo.ts'

/* nobody stands on a network in the clear. */

const casa = (host: string, proxies: string[] = []) => ({ host, proxies })

test.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost'])(
  'on %s nobody else listens: it needs nothing',
  async (host) => {
    expect(await exigirAmparo(casa(host), null)).toBe(false)
  },
)

/** Resolves any name to an address that is not this machine's. */
const fuera = async () => [{ address: '192.0.2.4', family: 4 }]

test.each(['0.0.0.0', '::', '192.168.1.20', 'casa.example'])(
  'on %s a house without certificate and proxy is refused, with what to do',
  async (host) => {
    const buscar = host === 'casa.example' ? fuera : undefined
    await expect(exigirAmparo(casa(host), null, buscar)).rejects.toThrow(
      /npm run certificado.*CAMBISTA_CERTIFICADO.*CAMBISTA_PROXY/,
    )
    expect(await exigirAmparo(casa(host), certificado())).toBe(false)
    // Behind a proxy it serves nobody else.
    const proxies = ['172.18.0.0/16']
    expect(await exigirAmparo(casa(host, proxies), null, buscar)).toBe(true)
    expect(await exigirAmparo(casa(host, proxies), certificado())).toBe(false)
  },
)

test('the program itself says so before it opens anything', () => {
  // An address reserved for documentation: even if it were not refused, nobody could connect.
  const env: NodeJS.ProcessEnv = { ...process.env, HOST: '203.0.113.7', CAMBISTA_DEMO: '0' }
  for (const name of ['CAMBISTA_PROXY', 'CAMBISTA_CERTIFICADO', 'CAMBISTA_CERTIFICADO_LLAVE'])
    delete env[name]
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('src/main.server.ts')], {
    env: { ...env, DATABASE_URL: 'postgres://nadie@127.0.0.1:1/nada' },
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Sin certificado no se escucha en 203\.0\.113\.7, .*\.\n$/)
})

test('a certificate that ends within a month, or has ended, is told at the start', async () => {
  const app = await startTestApp()
  const tls = certificado()
  const el = async (instant: string) => {
    app.setClock(instant)
    return avisoDeVencimiento(app.db, tls)
  }
  // The tests' certificate is good until the last second of 2049.
  expect(await avisoDeVencimiento(app.db, null)).toBeNull()
  expect(await el('2049-11-30T00:00:00Z')).toBeNull()
  expect(await el('2049-12-02T12:00:00Z')).toMatch(
    /^Aviso: el certificado vence el 31\/12\/2049.*npm run certificado/,
  )
  expect(await el('2050-01-01T12:00:00Z')).toMatch(/^Aviso: el certificado venció el /)
})

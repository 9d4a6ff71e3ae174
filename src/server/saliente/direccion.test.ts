import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { esPrivada, exigirDireccion, resolver } from './direccion.ts'
import { pedir } from './pedir.ts'

/* where the program connects to by somebody else's word. */

const server = createServer((req, res) => {
  if (req.url === '/lejos') res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  else res.end('x'.repeat(3000))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
afterAll(() => void server.close())
const { port } = server.address() as AddressInfo

const outside = (direccion: string, alcance: 'publica' | 'equipo' = 'publica') =>
  pedir({ direccion, alcance, cabeceras: {}, plazo_ms: 20_000 })

test('nobody can make the program reach the internal network, by address, by name or without https', async () => {
  await expect(outside('http://example.com/')).rejects.toThrow(/Solo se admiten direcciones https/)
  for (const host of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '[::1]',
    '192.168.1.1',
    '2130706433',
    '0x7f.1',
  ]) {
    await expect(outside(`https://${host}/`)).rejects.toThrow(/red interna/)
  }
  await expect(outside('https://localhost/')).rejects.toThrow(/red interna/)
  await expect(outside('https://yo:clave@example.com/')).rejects.toThrow(/usuario ni clave/)
  for (const text of ['file:///etc/passwd', 'ftp://example.com/', 'example.com', ''])
    await expect(outside(text)).rejects.toThrow(/no se entiende/)
  for (const inside of [
    '0.0.0.0',
    '100.64.0.1',
    '172.31.9.9',
    '255.255.255.255',
    '::',
    '::ffff:10.0.0.1',
    'fd00::1',
  ]) {
    expect([inside, esPrivada(inside)]).toEqual([inside, true])
  }
  for (const open of ['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450::5']) {
    expect([open, esPrivada(open)]).toEqual([open, false])
  }
})

test('with this machine in reach, the rest of the own network is not', async () => {
  expect(exigirDireccion('http://127.0.0.1:9/a', 'equipo').port).toBe('9')
  expect(exigirDireccion('http://localhost/', 'equipo').hostname).toBe('localhost')
  expect(() => exigirDireccion('http://10.0.0.1/', 'equipo')).toThrow(/https/)
  for (const host of ['10.0.0.1', '169.254.169.254', '192.168.0.9', '[fd00::1]'])
    expect(() => exigirDireccion(`https://${host}/`, 'equipo')).toThrow(/red interna/)
  expect(() => exigirDireccion('http://example.com/', 'equipo')).toThrow(/https/)
})

test('a name is refused by what it resolves to, at the moment of the connection', async () => {
  const resolved = (alcance: 'publica' | 'equipo') =>
    new Promise<string>((resolve) =>
      resolver(alcance)('localhost', { all: false }, (error, address) =>
        resolve(error ? error.message : String(address)),
      ),
    )
  expect(await resolved('publica')).toMatch(/red interna/)
  expect(await resolved('equipo')).toMatch(/^(127\.|::1)/)
})

test('a redirect is an answer and is not followed; a long body is cut', async () => {
  const away = await outside(`http://127.0.0.1:${port}/lejos`, 'equipo')
  expect(away.estado).toBe(302)
  away.soltar()
  const long = await outside(`http://127.0.0.1:${port}/`, 'equipo')
  const { bytes, entera } = await long.leer(100)
  expect([bytes.length, entera]).toEqual([100, false])
  await expect(outside('http://127.0.0.1:1/', 'equipo')).rejects.toThrow(/no acepta conexiones/)
})

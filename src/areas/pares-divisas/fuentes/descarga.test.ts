import { expect, test } from 'vitest'
import { descargar, esPrivada } from './descarga.ts'

test('no source reaches into the own network, by address, by name or without https', async () => {
  const outside = (url: string) => Promise.resolve().then(() => descargar(url, { locales: false }))
  await expect(outside('http://example.com/')).rejects.toThrow(/Solo se leen direcciones https/)
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

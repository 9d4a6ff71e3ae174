import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/* escala/haproxy.cfg as HAProxy reads it: whose a request is decides which program answers. */

const HAPROXY = '/usr/sbin/haproxy'
const falta = spawnSync(HAPROXY, ['-v']).status !== 0
const root = mkdtempSync(join(tmpdir(), 'cmb-'))
const finales: (() => void)[] = []
afterAll(() => {
  for (const each of finales) each()
  rmSync(root, { recursive: true, force: true })
})

/** A program that says its name to whatever is asked. */
async function programa(nombre: string): Promise<number> {
  const server = createServer((_, answer) => answer.end(nombre))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  finales.push(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

/** HAProxy in front of two programs, on a socket of its own and without what it does for PostgreSQL. */
async function repartir(): Promise<string> {
  const socket = join(root, 'casa')
  const [casa = ''] = readFileSync('escala/haproxy.cfg', 'utf8').split('# The PostgreSQL that')
  const text = casa
    .replace(/bind :443 .*/, `bind unix@${socket}`)
    .replaceAll('10.0.0.21:3000', `127.0.0.1:${await programa('uno')}`)
    .replaceAll('10.0.0.22:3000', `127.0.0.1:${await programa('dos')}`)
  expect(text).not.toMatch(/server \w+ 10\./)
  writeFileSync(join(root, 'haproxy.cfg'), text)
  const child = spawn(HAPROXY, ['-db', '-f', join(root, 'haproxy.cfg')], { stdio: 'ignore' })
  finales.push(() => child.kill())
  return socket
}

const pedir = (socketPath: string, headers: Record<string, string>) =>
  new Promise<string>((done, fail) => {
    const asked = request({ socketPath, path: '/api/monedas', headers, agent: false }, (answer) => {
      let body = ''
      answer.on('data', (part) => {
        body += String(part)
      })
      answer.on('end', () => done(body))
    })
    asked.on('error', fail).end()
  })

test.skipIf(falta)(
  'a key, as a session, stays with one program; those of several are shared out',
  async () => {
    const socket = await repartir()
    await expect.poll(() => pedir(socket, {}).catch(() => 'not yet')).toMatch(/^(uno|dos)$/)
    const dan = async (headers: Record<string, string>) => {
      const veces = await Promise.all(Array.from({ length: 8 }, () => pedir(socket, headers)))
      return [...new Set(veces)].toSorted()
    }
    for (const cabecera of ['authorization', 'x-token']) {
      const suyos = await Promise.all(
        Array.from({ length: 24 }, (_, n) => dan({ [cabecera]: `Bearer cmb_${n}` })),
      )
      expect(suyos.map((each) => each.length)).toEqual(suyos.map(() => 1))
      expect([...new Set(suyos.flat())].toSorted()).toEqual(['dos', 'uno'])
    }
    // A proxy's password beside sessions is of all of them, and does not put them all in one place.
    const deProxy = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        dan({ 'x-token': `t${n}`, authorization: 'Basic eA==' }),
      ),
    )
    expect([...new Set(deProxy.flat())].toSorted()).toEqual(['dos', 'uno'])
    // Who is nobody yet goes to each in turn.
    expect(await dan({})).toEqual(['dos', 'uno'])
  },
)

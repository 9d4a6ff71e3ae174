import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, retrying } from './db.ts'

/** Work that fails `times` times with a code of PostgreSQL before it succeeds; counts the attempts. */
function failing(times: number, code: string) {
  const made = {
    tried: 0,
    work: async () => {
      made.tried += 1
      if (made.tried <= times) throw Object.assign(new Error(code), { code })
      return 'done'
    },
  }
  return made
}

test.each(['40P01', '40001'])(
  'what lost by %s is tried again, three times at most',
  async (code) => {
    const thrice = failing(3, code)
    expect(await retrying(thrice.work)).toBe('done')
    expect(thrice.tried).toBe(4)
    const always = failing(9, code)
    await expect(retrying(always.work)).rejects.toThrow(code)
    expect(always.tried).toBe(4)
  },
)

test.each(['23505', '55P03', '57014', 'CB001'])('%s is not retried', async (code) => {
  const once = failing(1, code)
  await expect(retrying(once.work)).rejects.toThrow(code)
  expect(once.tried).toBe(1)
})

/** A server that signs in whoever comes and answers nothing else, as a pooler that has no connection left. */
async function mudo() {
  const open = new Set<Socket>()
  let asked = 0
  const int = (n: number) => Buffer.from([n >>> 24, n >>> 16, n >>> 8, n])
  const message = (kind: string, body: Buffer) =>
    Buffer.concat([Buffer.from(kind), int(body.length + 4), body])
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    let signed = false
    socket.on('data', () => {
      if (signed) {
        asked += 1
        return
      }
      signed = true
      socket.write(Buffer.concat([message('R', int(0)), message('Z', Buffer.from('I'))]))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/b`,
    preguntas: () => asked,
    cerrar() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

test('whoever gets a connection that says nothing after it was opened waits no longer than for any', async () => {
  const server = await mudo()
  const db = connect({ url: server.url, espera: 300 })
  try {
    await expect(sql`SELECT 1`.execute(db)).rejects.toMatchObject({ code: 'NO_DISPONIBLE' })
    expect(server.preguntas()).toBeGreaterThan(0)
  } finally {
    server.cerrar()
    await db.destroy()
  }
})

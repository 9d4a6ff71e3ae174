import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** A TCP proxy between a browser and the server whose connection can be cut and restored. */
export interface Cable {
  url: string
  /** Ends every connection and refuses new ones. */
  cortar(): void
  reponer(): void
}

export async function tenderCable(hasta: string): Promise<Cable> {
  const { port, hostname } = new URL(hasta)
  let cut = false
  const open = new Set<Socket>()
  const server = createServer((client) => {
    if (cut) return client.destroy()
    const target = connect(Number(port), hostname)
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    return undefined
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const cortar = () => {
    cut = true
    for (const socket of open) socket.destroy()
  }
  afterAll(() => {
    cortar()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cortar,
    reponer: () => {
      cut = false
    },
  }
}

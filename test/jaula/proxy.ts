import { connect, createServer, type Socket } from 'node:net'
import type { Azar } from './azar.ts'

export interface Proxy {
  puerto: number
  /** Number of answers that were dropped. */
  readonly cortadas: number
  cerrar(): Promise<void>
}

/**
 * A TCP proxy in front of the server: it forwards every request and, at random, cuts the connection when
 * the answer comes back. The server has executed the request, but its client does not know.
 */
export async function proxy(destino: number, azar: Azar, probabilidad: number): Promise<Proxy> {
  let cortadas = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(destino, '127.0.0.1')
    const end = () => {
      client.destroy()
      target.destroy()
    }
    for (const socket of [client, target]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', () => {
        open.delete(socket)
        end()
      })
    }
    client.pipe(target)
    target.on('data', (answer) => {
      if (azar.fraccion() >= probabilidad) return client.write(answer)
      cortadas += 1
      return end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    puerto: typeof address === 'object' && address ? address.port : 0,
    get cortadas() {
      return cortadas
    },
    cerrar: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy()
        server.close(() => done())
      }),
  }
}

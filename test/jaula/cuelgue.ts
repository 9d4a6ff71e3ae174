import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A PostgreSQL behind a wire that can go dead without being cut. */
export interface Cuelgue {
  /** The same database, through the wire. */
  url: string
  /** From now on nothing passes; connections are still taken, as a full backlog or a dead router does. */
  colgar(): void
  /** The next time `texto` is sent it arrives, and from then on nothing comes back. */
  callarTras(texto: string): void
  /** True once the wire is dead. */
  readonly colgado: boolean
  /** Connections that were taken so far. */
  readonly tomadas: number
  /** What was held goes on. */
  soltar(): void
  cerrar(): Promise<void>
}

/** Puts a wire before the PostgreSQL of `url`, which listens on a socket of the file system. */
export async function conCuelgue(url: string): Promise<Cuelgue> {
  const real = new URL(url)
  const path = join(
    real.searchParams.get('host') ?? '',
    `.s.PGSQL.${real.searchParams.get('port') ?? 5432}`,
  )
  const pairs = new Set<readonly [client: Socket, target: Socket]>()
  let colgado = false
  let tomadas = 0
  let texto: string | undefined
  const hold = () => {
    colgado = true
    texto = undefined
    for (const pair of pairs) for (const socket of pair) socket.pause()
  }
  const server = createServer((client) => {
    tomadas += 1
    const target = connect(path)
    const pair = [client, target] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      target.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    client.on('data', (sent) => {
      target.write(sent)
      if (texto !== undefined && sent.includes(texto)) hold()
    })
    target.on('data', (answer) => client.write(answer))
    if (colgado) for (const socket of pair) socket.pause()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `postgresql://${real.username}@127.0.0.1:${port}${real.pathname}?sslmode=disable`,
    colgar: hold,
    callarTras: (wanted) => {
      texto = wanted
    },
    get colgado() {
      return colgado
    },
    get tomadas() {
      return tomadas
    },
    soltar: () => {
      colgado = false
      for (const pair of pairs) for (const socket of pair) socket.resume()
    },
    cerrar: () =>
      new Promise((done) => {
        for (const pair of pairs) for (const socket of pair) socket.destroy()
        server.close(() => done())
      }),
  }
}

import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A PostgreSQL behind a proxy that can stop forwarding without closing its connections. */
export interface Cuelgue {
  /** Connection string of the same database through the proxy. */
  url: string
  /** Stops forwarding; connections are still accepted, as with a full backlog or a dead router. */
  colgar(): void
  /** Forwards the next data that contains `texto` and drops every answer from then on. */
  callarTras(texto: string): void
  /** True once forwarding has stopped. */
  readonly colgado: boolean
  /** Number of connections accepted so far. */
  readonly tomadas: number
  /** Resumes forwarding. */
  soltar(): void
  cerrar(): Promise<void>
}

/** Puts a proxy in front of the PostgreSQL of `url`, which listens on a Unix socket. */
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

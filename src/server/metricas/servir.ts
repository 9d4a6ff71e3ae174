import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Medidas } from './medidas.ts'

/** Where the measures are served: apart from the house's own address, which everybody reaches. */
export interface Lugar {
  host: string
  port: number
}

/** A scraper asks every few seconds; whoever is slower than this is none. */
const ESPERA_MS = 5_000

/**
 * Serves `GET /metricas` at an address of its own, and nothing else there. Answers its address, and a function that
 * stops it.
 * @throws Error in one Spanish sentence when it cannot listen there.
 */
export async function servirMetricas(
  { host, port }: Lugar,
  medidas: Pick<Medidas, 'leer' | 'tipo'>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const say = (code: number, type: string, text: string) =>
      response.writeHead(code, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    if (request.method !== 'GET' || request.url !== '/metricas')
      return say(404, 'text/plain; charset=utf-8', 'Aquí solo está GET /metricas.\n')
    try {
      return say(200, medidas.tipo, await medidas.leer())
    } catch {
      return say(500, 'text/plain; charset=utf-8', 'Las métricas no se pudieron leer.\n')
    }
  })
  server.requestTimeout = ESPERA_MS
  server.headersTimeout = ESPERA_MS
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'otro programa ya lo usa' : error.code
      fail(
        new Error(`CAMBISTA_METRICAS no puede usar ${host}:${port}: ${why}. Indique otro puerto.`),
      )
    })
    server.listen(port, host, done)
  })
  const { address, port: real, family } = server.address() as AddressInfo
  const name = family === 'IPv6' ? `[${address}]` : address
  return {
    url: `http://${name}:${real}/metricas`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

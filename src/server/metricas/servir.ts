import { createServer } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { anfitrionDe, nombreDe } from '../http/guardia/anfitrion.ts'
import { esEsteEquipo } from '../proceso/demo.ts'
import { espaciada } from './espaciada.ts'
import type { Medidas } from './medidas.ts'

/** Where the measures are served: apart from the house's own address, which everybody reaches. */
export interface Lugar {
  host: string
  port: number
}

/** A scraper asks every few seconds; whoever is slower than this is none. */
const ESPERA_MS = 5_000

/** More than whoever watches has use for. */
const CONEXIONES = 64

interface Servidas {
  url: string
  /** In Spanish, for whoever starts it, where other machines reach that address; null where none does. */
  aviso: string | null
  close: () => Promise<void>
}

/**
 * Serves `GET /metricas` at an address of its own, and nothing else there, to whoever asks for that address, for this
 * machine or for one of `nombres`. Answers its address, and a function that stops it.
 * @throws Error in one Spanish sentence when it cannot listen there.
 */
export async function servirMetricas(
  { host, port }: Lugar,
  medidas: Pick<Medidas, 'leer' | 'tipo'>,
  nombres: readonly string[] = [],
): Promise<Servidas> {
  const leer = espaciada(medidas.leer)
  const exigirAnfitrion = anfitrionDe(nombres)
  const server = createServer(async (request, response) => {
    const say = (code: number, type: string, text: string) =>
      response.writeHead(code, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    try {
      // A page in a browser of this machine reaches it only by a name that it points here, never by an address.
      const { host: asked = '' } = request.headers
      if (isIP(nombreDe(asked)) === 0) exigirAnfitrion(asked)
    } catch (error) {
      return say(421, 'text/plain; charset=utf-8', `${(error as Error).message}\n`)
    }
    if (request.method !== 'GET' || request.url !== '/metricas')
      return say(404, 'text/plain; charset=utf-8', 'Aquí solo está GET /metricas.\n')
    try {
      return say(200, medidas.tipo, await leer())
    } catch {
      return say(500, 'text/plain; charset=utf-8', 'Las métricas no se pudieron leer.\n')
    }
  })
  server.requestTimeout = ESPERA_MS
  server.headersTimeout = ESPERA_MS
  server.maxConnections = CONEXIONES
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
  const url = `http://${name}:${real}/metricas`
  return {
    url,
    aviso: await avisoDeMetricas(host, url),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** One sentence in Spanish where other machines reach the measures at `url`; null where none does. */
export async function avisoDeMetricas(host: string, url: string): Promise<string | null> {
  if (await esEsteEquipo(host)) return null
  return `Aviso: las métricas van en claro y sin contraseña a quien llegue a ${url}: que un cortafuegos lo deje solo a quien vigila.`
}

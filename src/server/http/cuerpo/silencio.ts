import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { FastifyInstance } from 'fastify'

/** By how much a connection outlives its call's own limit, so that the refusal still goes over it. */
const MARGEN_MS = 5_000

/**
 * Lets whoever waits for an answer wait for it. Nothing passes over his connection meanwhile, and `connectionTimeout`
 * ends a connection over which nothing passes: it is meant for who neither sends nor reads. It cut what took longer than
 * 15 seconds, though a call has 30 of them and a file that is imported more. So while a call is answered its own
 * limit counts, by which it is refused in words; with the last call that a connection has, `ms` counts again.
 */
export function esperarRespuestas(app: FastifyInstance, ms: number): void {
  const estados = new WeakMap<Conexion, { limites: number[]; puesto: number }>()
  app.addHook('preHandler', (request, reply, done) => {
    const conexion = conexionDe(request.raw)
    const estado = estados.get(conexion) ?? { limites: [], puesto: ms }
    estados.set(conexion, estado)
    const esperar = () => {
      estado.puesto = Math.max(ms, ...estado.limites)
      conexion.setTimeout?.(estado.puesto)
    }
    const limite = request.routeOptions.handlerTimeout + MARGEN_MS
    estado.limites.push(limite)
    esperar()
    reply.raw.once('close', () => {
      estado.limites.splice(estado.limites.indexOf(limite), 1)
      // Node itself sets how long a connection of HTTP/1.1 is kept that has been answered.
      if (!conexion.destroyed && conexion.timeout === estado.puesto) esperar()
    })
    done()
  })
}

interface Conexion {
  /** Missing where a request was put in without a connection (`inject`). */
  setTimeout?(ms: number): unknown
  /** What was set last. */
  timeout?: number
  destroyed: boolean
}

/** What has the timer: the socket, or in HTTP/2 the session, which many calls share. */
const conexionDe = (raw: IncomingMessage | Http2ServerRequest): Conexion =>
  'stream' in raw && raw.stream.session ? raw.stream.session : raw.socket

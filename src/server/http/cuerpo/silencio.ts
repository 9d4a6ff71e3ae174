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
  const abiertas = new WeakMap<Conexion, number[]>()
  const esperar = (conexion: Conexion) =>
    conexion.setTimeout?.(Math.max(ms, ...(abiertas.get(conexion) ?? [])))
  app.addHook('preHandler', (request, reply, done) => {
    const conexion = conexionDe(request.raw)
    const limite = request.routeOptions.handlerTimeout + MARGEN_MS
    abiertas.set(conexion, [...(abiertas.get(conexion) ?? []), limite])
    esperar(conexion)
    reply.raw.once('close', () => {
      const all = abiertas.get(conexion) ?? []
      all.splice(all.indexOf(limite), 1)
      if (!conexion.destroyed) esperar(conexion)
    })
    done()
  })
}

interface Conexion {
  /** Missing where a request was put in without a connection (`inject`). */
  setTimeout?(ms: number): unknown
  destroyed: boolean
}

/** What has the timer: the socket, or in HTTP/2 the session, which many calls share. */
const conexionDe = (raw: IncomingMessage | Http2ServerRequest): Conexion =>
  'stream' in raw && raw.stream.session ? raw.stream.session : raw.socket

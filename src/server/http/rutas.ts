import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Endpoint } from '../../core/contract.ts'
import { DomainError } from '../../core/errors.ts'
import type { Afuera } from '../acceso/clave.ts'
import type { Quien, Sesiones } from '../acceso/sesion.ts'
import type { Area, Todo } from '../area.ts'
import { type Db, type PorSucursal, retrying, toRefusal, transaction } from '../db/db.ts'
import { exigirLectura, type Lectura, porLeer, porReplica } from '../lectura/lectura.ts'
import { isLost } from '../proceso/breaker.ts'
import { etagOf, exigirLibros, namingWho, tagged, withIfMatch } from '../proceso/version.ts'
import type { vistaDe } from '../sucursales.ts'
import { acceptFile, type Bajado, sendFile } from './archivos.ts'
import { admit, admitted, inPlace, tokenOf } from './guardia/admision.ts'
import type { Denegados } from './guardia/denegado.ts'
import { galleta, galletasDe } from './guardia/galletas.ts'
import type { Guardia } from './guardia/limites.ts'
import { conPrivados } from './guardia/privados.ts'
import { schemaOf } from './openapi/llamada.ts'
import type { Cursors } from './page.ts'
import { digest, isKeyed, mayBeKeyed, NO_DIGEST, once } from './una-vez.ts'
import { pedirVisto } from './visto.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** A whole file of rows that is imported, which says its progress meanwhile, also on a slow machine. */
const ARCHIVO_ENTERO_MS = 600_000

/** What every route handler receives from the server, and what admits or refuses it. */
export interface Given {
  db: Db
  ramas: PorSucursal
  lectura: Lectura | undefined
  exigirVista: ReturnType<typeof vistaDe>
  cursores: Cursors
  afuera: Afuera
  guardia: Guardia
  denegados: Denegados
  sesiones: Sesiones
}

/**
 * Makes a route of each call of an area: who asks, may he, is it well formed, and its handler in one transaction.
 * @throws Error when a call names no access rule or has no handler.
 */
export function registerArea(app: FastifyInstance, given: Given, area: Area): void {
  for (const [name, endpoint] of Object.entries(area.contrato)) {
    const handler = area.handlers[name]
    if (!endpoint.acceso) throw new Error(`${endpoint.method} ${endpoint.path}: no access declared`)
    if (!handler) throw new Error(`${endpoint.method} ${endpoint.path}: no handler`)
    exigirLectura(endpoint)
    const route: RouteOptions = {
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      schema: schemaOf(endpoint, name),
      config: { endpoint },
      ...(endpoint.sube && endpoint.pesada && { handlerTimeout: ARCHIVO_ENTERO_MS }),
      // Access is checked before the input: a stranger learns nothing about the shape of a body.
      onRequest: async (request) => {
        request.duplicados = area.duplicados
        await admit(given, endpoint, request)
      },
      preValidation: async (request) => {
        exigirLibros(endpoint, request.headers)
        conPrivados(endpoint, request)
        request.body = withIfMatch(endpoint, request.headers['if-match'], request.body)
      },
      handler: (request, reply) =>
        inPlace(given.guardia, endpoint, request, async () => {
          await given.exigirVista(endpoint, request.params, request.body, admitted.get(request))
          return handle(given, endpoint, handler, request, reply)
        })
          .catch((error) => pedirVisto(given.db, admitted.get(request), error))
          .catch((error) => given.denegados.tarde(admitted.get(request), endpoint, request, error)),
    }
    const { sube } = endpoint
    if (!sube) app.route(route)
    // Its own scope, because bodies are JSON everywhere else.
    else
      app.register(async (scope) => {
        acceptFile(scope, sube)
        scope.route(route)
      })
  }
}

/** Answers one call that was admitted. */
async function handle(
  given: Given,
  endpoint: Endpoint,
  handler: Area['handlers'][string],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const clave = String(request.headers['idempotency-key'] ?? '')
  const keyed = isKeyed(endpoint, clave)
  if (keyed && !UUID.test(clave)) throw new DomainError('FALTA_CLAVE')
  const quien = admitted.get(request) as Quien
  const { ramas, lectura, exigirVista: _, ...deTodos } = given
  const context: Todo = {
    ...deTodos,
    // Who sees some branches alone reads no row of another; what he writes is judged by all of them.
    db:
      (endpoint.method === 'GET' || endpoint.consulta) && quien?.ve ? ramas.de(quien.ve) : given.db,
    endpoint,
    params: request.params,
    query: request.query,
    body: request.body,
    quien,
    ip: request.ip,
    agente: String(request.headers['user-agent'] ?? ''),
    solicitud: request.id,
    token: tokenOf(request),
    cookies: galletasDe(request.headers.cookie),
    fijar: (cookie) => reply.header('set-cookie', galleta(cookie, request.headers.origin)),
    clave,
    huella: keyed ? digest(endpoint, request) : NO_DIGEST,
    tipo: String(request.headers['content-type'] ?? ''),
    repetida: () => reply.header('idempotency-replayed', 'true'),
  }
  reply.code(endpoint.status)
  if (typeof handler === 'object' && 'directo' in handler) {
    return retrying(() => handler.directo(context)).catch((error) => {
      // One statement is its own transaction: when its answer is lost, the outcome is unknown.
      throw mayBeKeyed(endpoint) && isLost(error) ? new DomainError('INCIERTO') : error
    })
  }
  if (typeof handler === 'object')
    return handler.antes(context).then(() => handle(given, endpoint, handler.luego, request, reply))
  if (endpoint.baja) return sendFile(reply, (await handler(context)) as Bajado, endpoint)
  if (lectura && porLeer(endpoint, request.headers))
    return porReplica(lectura, { endpoint, context, handler }, reply)
  if (endpoint.method === 'GET') {
    const answer = await handler(context)
    if (tagged(endpoint)) reply.header('etag', etagOf(answer))
    return answer
  }
  try {
    return await transaction(context.db as Db, (tx) =>
      keyed ? once(endpoint, { ...context, db: tx }, handler) : handler({ ...context, db: tx }),
    )
  } catch (error) {
    const refusal = toRefusal(error, request.duplicados)
    throw await namingWho(given.db, endpoint, context.params, context.quien, refusal)
  }
}

import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Endpoint } from '../../core/contract.ts'
import { cabeceraDe, MONEDA_CABECERA, monedaFuncional } from '../../core/dinero/moneda.ts'
import { DomainError } from '../../core/errors.ts'
import { LIMA, ZONA_CABECERA, zonaHoraria } from '../../core/zona.ts'
import type { Afuera } from '../acceso/clave.ts'
import type { Sesiones } from '../acceso/sesion.ts'
import type { Area } from '../area.ts'
import { type Db, type Duplicados, type PorSucursal, toRefusal } from '../db/db.ts'
import type { Lectura } from '../lectura/lectura.ts'
import { trasCambiar } from '../proceso/reloj.ts'
import { vistaDe } from '../sucursales.ts'
import { leerRestos } from './cuerpo/resto.ts'
import { esperarRespuestas } from './cuerpo/silencio.ts'
import { answerError, answerSocket, inputError, inSpanish } from './errors.ts'
import { cuotaDe } from './guardia/admision.ts'
import { anfitrionDe } from './guardia/anfitrion.ts'
import { denegadosDe } from './guardia/denegado.ts'
import { type Guardia, guardiaDe, type Limites } from './guardia/limites.ts'
import { type Esperas, servidorTls, type Tls } from './guardia/tls.ts'
import { acceptOnlyJson } from './json.ts'
import { documentApi } from './openapi/servir.ts'
import type { Cursors } from './page.ts'
import { COMPRESSION, POLITICA_API } from './respuesta/codificacion.ts'
import { juzgada, tal } from './respuesta/contrato.ts'
import { registerArea } from './rutas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    duplicados: Duplicados
  }
  interface FastifyInstance {
    guardia: Guardia
    /** Whether every answer is judged by its contract. */
    juzga: boolean
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export interface HttpOptions {
  db: Db
  /** The same database as whoever sees some branches alone reads it. */
  ramas: PorSucursal
  /** A replica that reports are read from. */
  lectura?: Lectura | undefined
  areas: readonly Area[]
  cursores: Cursors
  afuera: Afuera
  sesiones: Sesiones
  /** Receives unforeseen errors, with the request id that the user sees. */
  onBug?: (error: unknown, solicitud: string) => void
  /** Awaited before a change of a setting, a currency or a country is answered: the answer says the new currency. */
  alAjustar?: () => Promise<void>
  /** Every answer is judged by its contract: where the program is tested and developed. */
  juzga?: boolean
  /** How much a session and an address may ask; without it, anything. */
  limites?: Limites | undefined
  /** Names under which it is reached, besides the machine's own. */
  nombres?: readonly string[]
  /** Proxies of the house: they say whose a request is. Of anybody else the connection's address counts. */
  proxies?: readonly string[]
  /** The certificate of a house that speaks https itself. */
  tls?: Tls | null
}

export const BODY_LIMIT = 64 * 1024
const URL_LIMIT = 2048

const ESPERAS: Esperas = {
  requestTimeout: 15_000,
  connectionTimeout: 15_000,
  keepAliveTimeout: 5_000,
  headersTimeout: 10_000,
  // Slow clients are looked for every 2 s, not every 30 s (Node's default).
  connectionsCheckingInterval: 2_000,
}

/**
 * Builds the server from its areas, none of which knows the web framework. Does not listen.
 * @throws Error when a route names no access rule.
 */
export function buildHttp(options: HttpOptions): FastifyInstance {
  const { db, ramas, areas, cursores, afuera, sesiones, onBug = () => {}, proxies = [] } = options
  const guardia = guardiaDe(options.limites ?? { porSesion: 0 })
  const exigirAnfitrion = anfitrionDe(options.nombres ?? [])
  const denegados = denegadosDe(db, (error) => onBug(error, 'denegado'))
  const app = fastify({
    schemaController: { compilersFactory: { buildValidator: ours, buildSerializer: ours } },
    bodyLimit: BODY_LIMIT,
    ...(proxies.length > 0 && { trustProxy: [...proxies] }),
    ...ESPERAS,
    handlerTimeout: 30_000,
    http: ESPERAS,
    ...(options.tls && { serverFactory: servidorTls(options.tls, ESPERAS) }),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: answerSocket,
    frameworkErrors: (error, request, reply) => {
      const answer = () =>
        answerError(reply.header('x-solicitud', request.id), error, request.id, onBug)
      antes(reply, answer)
    },
  })
  const antes = leerRestos(app)
  esperarRespuestas(app, ESPERAS.connectionTimeout)
  app.setSerializerCompiler(options.juzga ? juzgada : tal)
  app.setValidatorCompiler(({ schema }) => (data) => {
    const result = (schema as Endpoint['body']).safeParse(data ?? {}, { error: inSpanish })
    if (result.success) return { value: result.data }
    return { error: inputError(result.error, schema as Endpoint['body'], data) }
  })
  acceptOnlyJson(app)
  app.decorate('guardia', guardia)
  app.decorate('juzga', options.juzga ?? false)
  app.decorateRequest('duplicados', null as unknown as Duplicados)
  app.addHook('onRequest', async (request) => {
    if (request.url.length > URL_LIMIT) throw new DomainError('DIRECCION_LARGA')
    // In HTTP/2 the name stands in the request's own line.
    exigirAnfitrion(String(request.headers[':authority'] ?? request.headers.host ?? ''))
    if (!isFile(request)) guardia.direccion(request.ip)
  })
  app.addHook('onClose', () => denegados.cerrar())
  app.addHook('onSend', trasCambiar(options.alAjustar))
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers({ 'x-solicitud': request.id, ...cuotaDe(guardia, request) })
    const moneda = cabeceraDe(monedaFuncional())
    if (moneda) reply.header(MONEDA_CABECERA, moneda)
    if (zonaHoraria() !== LIMA) reply.header(ZONA_CABECERA, zonaHoraria())
    // However its address was spelled: who serves a file or the page alone says that it may be kept.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (!reply.hasHeader('content-security-policy') && !isFile(request))
      reply.header('content-security-policy', POLITICA_API)
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error, request.duplicados ?? {})
    return answerError(reply, refusal, request.id, onBug, request.routeOptions.config.endpoint)
  })
  documentApi(app)
  app.register(compress, COMPRESSION)
  app.register(async (api) => {
    const exigirVista = vistaDe(ramas, Object.assign({}, ...areas.map(({ filas }) => filas)))
    const given = {
      db,
      ramas,
      lectura: options.lectura,
      exigirVista,
      cursores,
      afuera,
      sesiones,
      guardia,
      denegados,
    }
    for (const area of areas) registerArea(api, given, area)
  })
  return app
}

/** Contracts validate input and output; this replaces the framework's own compilers, so that they are not loaded. */
function ours(): never {
  throw new Error('a contract checks every call')
}

/** A file of the web app: it costs nothing, and one page asks for many. */
const isFile = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith('/assets/')

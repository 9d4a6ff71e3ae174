import { readFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2'
import { createSecureContext, type Server as TlsServer } from 'node:tls'

/** A certificate, with those that signed it, and its key: PEM. */
export interface Tls {
  cert: string
  key: string
}

/** How long a connection may take; the same over http and https. */
export interface Esperas {
  connectionTimeout: number
  requestTimeout: number
  keepAliveTimeout: number
  headersTimeout: number
  connectionsCheckingInterval: number
}

/** Requests that one connection has open at once: a page with its files and its first questions, and tabs beside it. */
const ABIERTAS = 100

/** What holds for each certificate: setting one on a server that listens sets this anew too. */
const VERSION = { minVersion: 'TLSv1.2' } as const

/**
 * Makes the server of a house with a certificate: TLS 1.2 and 1.3, with the suites that Node prefers. HTTP/2, so that
 * the files of a page share one connection, and HTTP/1.1 for who does not speak it.
 */
export function servidorTls({ cert, key }: Tls, { connectionTimeout, ...waits }: Esperas) {
  return (handler: RequestListener): Server => {
    const settings = { maxConcurrentStreams: ABIERTAS }
    const how = { cert, key, ...VERSION, allowHTTP1: true, settings, ...waits }
    // Requests and answers of HTTP/2 have the same shape.
    const listener = handler as unknown as (a: Http2ServerRequest, b: Http2ServerResponse) => void
    const server = createSecureServer(how, listener)
    const sessions = new Set<ServerHttp2Session>()
    server.on('session', (session) => {
      sessions.add(session)
      session.setTimeout(connectionTimeout, () => session.close())
      session.once('close', () => sessions.delete(session))
    })
    server.setTimeout(connectionTimeout)
    // The framework calls it when it ends: requests under way are answered, and no session takes another.
    const closeHttp2Sessions = () => {
      for (const session of sessions) session.close()
    }
    return Object.assign(server, { closeHttp2Sessions }) as unknown as Server
  }
}

/** Gives a server that `servidorTls` made another certificate: whoever connects from here on gets it. */
export function cambiarTls(servidor: Server, { cert, key }: Tls): void {
  const tls = servidor as unknown as TlsServer
  tls.setSecureContext({ cert, key, ...VERSION })
}

/**
 * The certificate of the settings; null for a house without one.
 * @throws Error in one Spanish sentence when it cannot be used.
 */
export function leerTls(env: NodeJS.ProcessEnv): Tls | null {
  const { CAMBISTA_CERTIFICADO: cert, CAMBISTA_CERTIFICADO_LLAVE: key } = env
  if (!cert && !key) return null
  if (!cert || !key) {
    throw new Error('CAMBISTA_CERTIFICADO y CAMBISTA_CERTIFICADO_LLAVE van juntos: falta uno.')
  }
  const read = { cert: leer(cert), key: leer(key) }
  try {
    createSecureContext(read)
  } catch (cause) {
    throw new Error(
      `El certificado «${cert}» no sirve con la llave «${key}»: use dos archivos PEM que sean pareja, la llave sin contraseña.`,
      { cause },
    )
  }
  return read
}

function leer(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`No se puede leer «${path}»: indique el certificado y su llave en PEM.`, {
      cause,
    })
  }
}

import { readFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:https'
import { createSecureContext } from 'node:tls'

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

/** Makes the server of a house with a certificate: TLS 1.2 and 1.3, with the suites that Node prefers. */
export function servidorTls({ cert, key }: Tls, { connectionTimeout, ...waits }: Esperas) {
  return (handler: RequestListener): Server => {
    const server = createServer({ cert, key, minVersion: 'TLSv1.2', ...waits }, handler)
    server.setTimeout(connectionTimeout)
    return server
  }
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

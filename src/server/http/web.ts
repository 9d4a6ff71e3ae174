import { existsSync, readFileSync } from 'node:fs'
import helmet from '@fastify/helmet'
import statics from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError } from '../../core/errors.ts'

/**
 * The security headers of every answer and, where `dist` was built, the browser app: hashed files for ever,
 * the page itself never cached. Every address that is not the API's is the app's; its router says what
 * does not exist.
 */
export function serveWeb(app: FastifyInstance, dist: string): void {
  app.register(helmet, {
    contentSecurityPolicy: false,
    // For browsers that are gone: bytes on every answer, for nothing.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  })
  const page = existsSync(`${dist}/index.html`) ? readFileSync(`${dist}/index.html`, 'utf8') : null
  if (page) {
    app.register(statics, {
      root: dist,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/')
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/assets/')) return
    for (const header of OF_DOCUMENTS) reply.removeHeader(header)
  })
  app.setNotFoundHandler((request, reply) => {
    const api = request.url === '/api' || request.url.startsWith('/api/')
    if (api || request.method !== 'GET' || !page) throw new DomainError('RUTA_NO_EXISTE')
    // A file that an older page asks for after an update: the app offers to reload.
    if (request.url.startsWith('/assets/')) return reply.code(404).send()
    return sendPage(reply, page)
  })
}

/** What says nothing of a file that never changes: half of the bytes of a small one. */
const OF_DOCUMENTS = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'strict-transport-security',
  'x-frame-options',
  'x-solicitud',
  'accept-ranges',
  'last-modified',
  'etag',
]

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page)
}

/** Without an exception: nothing is injected at run time, styles come from files. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

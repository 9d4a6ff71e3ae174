import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip as zip } from 'node:zlib'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { encodingFor } from '../respuesta/codificacion.ts'

/** The document as it is sent: made and compressed once, since anybody may ask. */
async function made(routes: readonly RouteOptions[]) {
  const { describe } = await import('./documento.ts')
  const plain = Buffer.from(JSON.stringify(await describe(routes)))
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const [br, gzip] = await Promise.all([promisify(brotliCompress)(plain), promisify(zip)(plain)])
  return { etag, plain, br, gzip }
}

/**
 * Whether an `If-None-Match` names this tag: among others, or as a weak one, into which a proxy that compresses turns it
 * (RFC 9110, 13.1.2). Our tags have no comma in them.
 */
function yaLaTiene(header: string | undefined, etag: string): boolean {
  const named = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return named.includes('*') || named.includes(etag)
}

/** Serves the API document. Its generator is loaded, and the document made, at the first request for it. */
export function documentApi(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && route.method !== 'HEAD') routes.push(route)
  })
  let document: ReturnType<typeof made> | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    document ??= made(routes)
    const { etag, ...bodies } = await document
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (yaLaTiene(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const encoding = encodingFor(request)
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .type('application/json; charset=utf-8')
      .serializer((body) => body)
      .send(bodies[encoding ?? 'plain'])
  })
}

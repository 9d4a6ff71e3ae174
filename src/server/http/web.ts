import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import statics from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../core/errors.ts'
import { INFORMES } from './guardia/informes.ts'
import { encodingFor, POLITICA_API } from './respuesta/codificacion.ts'

/**
 * Sets the security headers of every answer and, where `dist` was built, serves the browser app: hashed files are
 * cached for ever, the page itself never. Every address outside the API belongs to the app, whose router tells which
 * do not exist. While `estreno` says that the house is new, its sign-in page leads to the page that begins it. A page of
 * a demo says that it is one.
 */
export function serveWeb(
  app: FastifyInstance,
  dist: string,
  estreno?: Estreno,
  demo = false,
  sinLinea = true,
): void {
  const plain = existsSync(`${dist}/index.html`) ? conPrecarga(dist) : null
  const page =
    plain && demo
      ? (path: string) => plain(path).replace('</head>', '<meta name="demo"></head>')
      : plain
  const policy = politica(page?.('/') ?? '')
  if (page) {
    serveFiles(app, dist)
    serveWorker(app, dist, sinLinea)
  }
  app.addHook('onSend', (request, reply, _payload, done) => {
    const file = request.url.startsWith('/assets/')
    const data = reply.getHeader('content-security-policy') === POLITICA_API
    reply.headers(file ? OF_ALL : data ? OF_DATA : OF_PAGES)
    for (const header of file ? ONLY_OF_DOCUMENTS : []) reply.removeHeader(header)
    done()
  })
  const nueva = estreno && mientras(estreno.estrena)
  app.setNotFoundHandler(async (request, reply) => {
    const api = /^\/api(?:[/?]|$)/.test(request.url)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (api || !reads || !page) throw new DomainError('RUTA_NO_EXISTE')
    // An older page requests a file that an update removed: the app then offers to reload.
    if (request.url.startsWith('/assets/')) return reply.code(404).send()
    const path = request.url.split('?')[0] ?? ''
    if (path === '/' && estreno && (await nueva?.())) return reply.redirect(estreno.pagina)
    return sendPage(request, reply, page(path), policy)
  })
}

/** A house that nobody has opened yet, and the page that opens it. */
interface Estreno {
  estrena: () => Promise<boolean>
  pagina: string
}

/** Asks as long as the answer is yes; once it was no, it stays no. */
function mientras(ask: () => Promise<boolean>): () => Promise<boolean> {
  let yes = true
  return async () => {
    if (yes) yes = await ask()
    return yes
  }
}

/**
 * Files of the build, by their exact names. Those of a page have one route: a route each, compressed ones too, was 6 MB
 * and a sixth of the start.
 */
function serveFiles(app: FastifyInstance, dist: string): void {
  app.register(statics, {
    root: dist,
    index: false,
    wildcard: false,
    globIgnore: ['assets/**', 'sw.js', ...COMPRESSED.map((end) => `**/*${end}`)],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/')
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const names = new Set(
    readdirSync(`${dist}/assets`).filter((name) => !COMPRESSED.some((end) => name.endsWith(end))),
  )
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    return names.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound()
  })
}

const COMPRESSED = ['.br', '.gz']

/** What a browser that keeps the program runs instead, where the house switched that off: it forgets all and goes. */
const QUITAR = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.delete(name))))
  .then(() => registration.unregister())))
`

/** A worker runs under the policy of its own file: it may fetch what is ours, and nothing else. */
const POLITICA_TRABAJADOR = "default-src 'none'; connect-src 'self'"

function serveWorker(app: FastifyInstance, dist: string, sinLinea: boolean): void {
  const file = `${dist}/sw.js`
  const text = sinLinea && existsSync(file) ? readFileSync(file, 'utf8') : QUITAR
  app.get('/sw.js', async (_request, reply) =>
    reply
      .header('content-security-policy', POLITICA_TRABAJADOR)
      .header('cache-control', 'no-cache')
      .type('application/javascript; charset=utf-8')
      .send(text),
  )
}

/**
 * The page for each address: it names the files that the address needs, so that they are fetched beside the first one
 * and not one after another. Files only; what they are is the same for everybody. The sign-in form, at `/`,
 * waits for none.
 */
export function conPrecarga(dist: string): (path: string) => string {
  const page = readFileSync(`${dist}/index.html`, 'utf8')
  const file = `${dist}/precarga.json`
  if (!existsSync(file)) return () => page
  const {
    siempre,
    rutas,
    primeras,
    completas = [],
  } = JSON.parse(readFileSync(file, 'utf8')) as Precarga
  const patternOf = (path: string) => {
    const pattern = path.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/\$\w+/g, '[^/]+')
    return new RegExp(`^${pattern}/?$`)
  }
  const screens = Object.entries(rutas).map(([path, own]) => [patternOf(path), own] as const)
  const withoutBar = completas.map(patternOf)
  const linksOf = (names: readonly string[]) =>
    names
      .map(
        (name) =>
          (name.endsWith('.css') ? `preload" as="style" ` : `modulepreload" `) +
          `crossorigin href="/${name}`,
      )
      .map((link) => `<link rel="${link}">`)
      .join('')
  return (path) => {
    if (path === '/') return page
    const own = screens.find(([pattern]) => pattern.test(path))?.[1] ?? []
    const bar = withoutBar.some((pattern) => pattern.test(path)) ? '' : '<meta name="barra">'
    return page
      .replace('<script>', `${bar}${firstCallsOf(primeras?.[path.replace(/\/$/, '')])}<script>`)
      .replace('</head>', `${linksOf([...siempre, ...own])}</head>`)
  }
}

/** Names the calls with which the screen begins, for the page's own script; the same for everybody. */
function firstCallsOf(first: Primeras | undefined): string {
  if (!first) return ''
  const { acceso, pide } = first
  return `<meta name="primeras" data-acceso="${acceso}" data-content="${pide.join(' ')}">`
}

interface Primeras {
  acceso: string
  pide: readonly string[]
}

interface Precarga {
  siempre: readonly string[]
  rutas: Readonly<Record<string, readonly string[]>>
  primeras?: Readonly<Record<string, Primeras>>
  completas?: readonly string[]
}

/** What every answer says of itself, whatever it is. */
const OF_ALL = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** An answer of the API: its policy lets no page come of it, and the page itself says the rest. */
export const OF_DATA = {
  ...OF_ALL,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

const OF_PAGES = {
  ...OF_DATA,
  'origin-agent-cluster': '?1',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-frame-options': 'SAMEORIGIN',
}

/** What a file that never changes does without: a small one takes half of the bytes. */
const ONLY_OF_DOCUMENTS = ['x-solicitud', 'accept-ranges', 'last-modified', 'etag']

/** Pages as they are sent, by their text: each is compressed once, and there are as many as screens. */
const packed = new Map<string, { br: Buffer; gzip: Buffer }>()

function packedOf(page: string) {
  const found = packed.get(page) ?? { br: brotliCompressSync(page), gzip: gzipSync(page) }
  packed.set(page, found)
  return found
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  policy: string,
): FastifyReply {
  const encoding = encodingFor(request)
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
    .send(encoding ? packedOf(page)[encoding] : page)
}

/** The page's own script, which begins its first calls; it is the same in every page. */
const INLINE = /<script>([\s\S]*?)<\/script>/g

/**
 * Content security policy: styles and scripts come from files. The one script in the page is allowed by the
 * digest of its text, so nothing that somebody got into the page runs.
 */
export function politica(page: string): string {
  const own = [...page.matchAll(INLINE)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return [`script-src ${["'self'", ...own].join(' ')}`, ...POLICY].join('; ')
}

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types trabajador',
  `report-uri ${INFORMES}`,
]

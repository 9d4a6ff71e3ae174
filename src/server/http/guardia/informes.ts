import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../../core/errors.ts'
import { bucketsOf, redDe } from './limites.ts'

/** Where browsers report what the content policy refused. */
export const INFORMES = '/api/informes-csp'
const LIMIT = 8 * 1024
/** Reports per second, of one address and in all: ten times that at once. */
const POR_DIRECCION = 0.5
const EN_TOTAL = 2
const TIPOS = ['application/csp-report', 'application/reports+json', 'application/json']

interface Informe {
  'effective-directive'?: unknown
  effectiveDirective?: unknown
  'violated-directive'?: unknown
  'blocked-uri'?: unknown
  blockedURL?: unknown
  'document-uri'?: unknown
  documentURL?: unknown
}

/** Letters of a directive or of an area's name; anything else could be somebody's data. */
const plain = (value: unknown) => /^[a-z-]{1,40}/i.exec(String(value ?? ''))?.[0] ?? '?'

/** Scheme and host of what was refused, or its keyword (`inline`, `eval`). */
function originOf(value: unknown): string {
  try {
    const { protocol, host } = new URL(String(value))
    return `${protocol}//${host}`.slice(0, 100)
  } catch {
    return plain(value)
  }
}

/** The screen: the first part of its path, which names no person and no document. */
function screenOf(value: unknown): string {
  try {
    return `/${plain(new URL(String(value)).pathname.split('/')[1])}`
  } catch {
    return '?'
  }
}

/** A report as one line, without personal data: directive, origin of what was refused, screen. Null when it is none. */
export function lineaDe(body: unknown): string | null {
  const [first] = Array.isArray(body) ? body : [body]
  const { 'csp-report': old, body: recent } = (first ?? {}) as Record<string, unknown>
  const report = (old ?? recent) as Informe | undefined
  if (typeof report !== 'object' || report === null) return null
  const directive = plain(
    report['effective-directive'] ?? report.effectiveDirective ?? report['violated-directive'],
  )
  const refused = originOf(report['blocked-uri'] ?? report.blockedURL)
  return `CSP: ${directive} ${refused} en ${screenOf(report['document-uri'] ?? report.documentURL)}`
}

/** `POST /api/informes-csp`: takes small reports, a few at a time, and hands them on as one line each. */
export function serveReports(app: FastifyInstance, log: (line: string) => void): void {
  const deDireccion = bucketsOf(POR_DIRECCION)
  const total = bucketsOf(EN_TOTAL)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      TIPOS,
      { parseAs: 'string', bodyLimit: LIMIT },
      async (_: unknown, text: string) => {
        try {
          return JSON.parse(text)
        } catch {
          throw new DomainError('CUERPO_INVALIDO')
        }
      },
    )
    const summary = 'Lo que el navegador rechazó por la política de contenido'
    scope.post(INFORMES, { schema: { summary } }, async (request, reply) => {
      deDireccion(redDe(request.ip))
      total('todos')
      const line = lineaDe(request.body)
      if (line) log(line)
      return reply.code(204).send()
    })
  })
}

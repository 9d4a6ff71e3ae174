import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../../core/errors.ts'

const MAX_DEPTH = 8

/**
 * Parses a body. Refuses broken JSON, nesting deeper than 8, the same key twice in one object (parsers
 * disagree on which one counts), keys that reach prototypes, and anything but an object at the top.
 * @throws DomainError CUERPO_INVALIDO
 */
export function parseJson(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new DomainError('CUERPO_INVALIDO')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DomainError('CUERPO_INVALIDO')
  }
  checkKeys(text)
  return value as Record<string, unknown>
}

/** Walks over valid JSON: a set of keys per open object, null per open array. */
function checkKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/g
  const colon = /\s*:/y
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const part = match[0]
    if (part === '{' || part === '[') {
      open.push(part === '{' ? new Set() : null)
      if (open.length > MAX_DEPTH) throw new DomainError('CUERPO_INVALIDO')
    } else if (part === '}' || part === ']') {
      open.pop()
    } else if (followedBy(colon, text, token.lastIndex)) {
      const key = JSON.parse(part) as string
      const keys = open.at(-1)
      if (key === '__proto__' || keys?.has(key)) throw new DomainError('CUERPO_INVALIDO')
      keys?.add(key)
    }
  }
}

function followedBy(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at
  return sticky.test(text)
}

/** Bodies are JSON and nothing else: no other type, no encoding, no duplicate keys. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      const { 'content-type': type = '', 'content-encoding': encoding } = request.headers
      if (encoding || !/^application\/json(; ?charset=utf-8)?$/i.test(type))
        throw new DomainError('TIPO_CONTENIDO')
      if (body === '') return {}
      return parseJson(body)
    },
  )
  app.addContentTypeParser('*', async () => {
    throw new DomainError('TIPO_CONTENIDO')
  })
}

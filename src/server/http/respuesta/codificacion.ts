import type { FastifyRequest } from 'fastify'

/** Of what is kept compressed in two ways, the one that who asks can read; none where he says nothing. */
export function encodingFor({ headers }: FastifyRequest): 'br' | 'gzip' | undefined {
  const asked = String(headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).find((name) => asked.includes(name))
}

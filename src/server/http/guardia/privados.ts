import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../core/contract.ts'

/**
 * What may name a person is sent in the header `x-consulta`, written as a query, and read as if the address had it
 * addresses are kept in logs and histories. The same value in the address is taken too.
 */
export function conPrivados(endpoint: Endpoint, request: FastifyRequest): void {
  const { 'x-consulta': sent } = request.headers
  if (typeof sent !== 'string') return
  const params = request.params as Record<string, string>
  const query = request.query as Record<string, unknown>
  for (const [name, value] of new URLSearchParams(sent)) {
    if (endpoint.privada && name in params) params[name] = value
    // The schema refuses a name that it does not know, and one that is there twice.
    else query[name] = name in query ? [query[name], value] : value
  }
}

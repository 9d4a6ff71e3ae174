import { type AnswerOf, type CallOf, type Endpoint, fillPath } from '../../core/contract.ts'
import { request } from './http.ts'

type Loose = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** Options of a call besides the input of its contract. */
export interface Envio {
  /** `Idempotency-Key`; required by endpoints that move money. */
  clave?: string
  signal?: AbortSignal
}

/** The arguments of a call; optional when its contract requires no input. */
export type Args<E> =
  Record<never, never> extends CallOf<E> ? [call?: CallOf<E>] : [call: CallOf<E>]

/** Calls an endpoint, typed by its contract. Errors as `request`. */
export async function callWith<E extends Endpoint>(
  endpoint: E,
  given: CallOf<E> | undefined,
  envio: Envio = {},
): Promise<AnswerOf<E>> {
  const { params, query, body } = (given ?? {}) as Loose
  // The server reads the place of a private term from the header.
  const path = fillPath(endpoint.path, endpoint.privada ? { term: '_' } : params)
  const answer = await request(endpoint.method, path, {
    query: endpoint.privada ? { ...params, ...query } : query,
    body: endpoint.method === 'GET' ? undefined : body,
    clave: envio.clave,
    signal: envio.signal,
  })
  return (endpoint.lee ? endpoint.lee(answer) : answer) as AnswerOf<E>
}

/** Cache key of an answer: the filled path comes first, so that the answers of an area can be marked stale. */
export function queryKey<E extends Endpoint>(endpoint: E, given?: CallOf<E>): readonly unknown[] {
  const { params, query } = (given ?? {}) as Loose
  return [fillPath(endpoint.path, params), query ?? {}]
}

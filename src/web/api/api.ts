import { type AnswerOf, type CallOf, type Endpoint, fillPath } from '../../core/contract.ts'
import { request } from './http.ts'

type Loose = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** How a call goes out besides what its contract says. */
export interface Envio {
  /** `Idempotency-Key`; required by endpoints that move money. */
  clave?: string
  signal?: AbortSignal
}

/** True when nothing has to be given: the call may be left out. */
export type Args<E> =
  Record<never, never> extends CallOf<E> ? [call?: CallOf<E>] : [call: CallOf<E>]

/** Calls an endpoint, typed by its contract. Errors as `request`. */
export async function callWith<E extends Endpoint>(
  endpoint: E,
  given: CallOf<E> | undefined,
  envio: Envio = {},
): Promise<AnswerOf<E>> {
  const { params, query, body } = (given ?? {}) as Loose
  const answer = await request(endpoint.method, fillPath(endpoint.path, params), {
    query,
    body: endpoint.method === 'GET' ? undefined : body,
    clave: envio.clave,
    signal: envio.signal,
  })
  return (endpoint.lee ? endpoint.lee(answer) : answer) as AnswerOf<E>
}

/** Key under which an answer is kept: the filled path first, so that an area can be marked stale by it. */
export function queryKey<E extends Endpoint>(endpoint: E, given?: CallOf<E>): readonly unknown[] {
  const { params, query } = (given ?? {}) as Loose
  return [fillPath(endpoint.path, params), query ?? {}]
}

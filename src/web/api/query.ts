import {
  type QueryClient as Client,
  keepPreviousData,
  type Query,
  QueryClient,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { AnswerOf, CallOf, Endpoint } from '../../core/contract.ts'
import { type Args, callWith, queryKey } from './api.ts'
import { ApiError } from './http.ts'

/** Retries only lost answers; a refusal is an answer. */
function retry(count: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status < 500
  return !refused && count < 2
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry,
      refetchOnWindowFocus: true,
      // A machine without a network may reach the server all the same, and one with it may not: only asking tells.
      networkMode: 'always',
    },
  },
})

interface AnswerOptions {
  /** False: the request is not sent yet. */
  activa?: boolean
  /** Keeps showing the last answer while the next one is loading (lists). */
  conserva?: boolean
  /** Asks again each time it comes on screen: what it depends on changes without an event of its area. */
  fresca?: boolean
}

/** The answer of a GET, cached, shared and refreshed. A late answer never overwrites that of a newer request. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  ...[given, options]: [...Args<E>, options?: AnswerOptions]
): UseQueryResult<AnswerOf<E>> {
  const { activa = true, conserva = false, fresca = false } = (options ?? {}) as AnswerOptions
  const asked = given as CallOf<E> | undefined
  return useQuery({
    queryKey: queryKey(endpoint, asked),
    queryFn: ({ signal }) => callWith(endpoint, asked, { signal }),
    enabled: activa,
    ...(conserva && { placeholderData: keepPreviousData }),
    ...(fresca && { staleTime: 0 }),
  }) as UseQueryResult<AnswerOf<E>>
}

/**
 * `data` for a page's rows or its form: what comes later than the page is drawn in parts, between which a key or a touch
 * is answered. Until all of it is drawn, the page shows what it showed before.
 */
export const useEnPartes = <T>(data: T): T => useDeferredValue(data)

/** The area that a path belongs to: `/cuentas/movimientos` → `cuentas`. */
export function areaOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** Queries to refetch as soon as they arrive, because they may have been read before the change. */
const onTheWay = new WeakMap<Query, Promise<void>>()

/**
 * Refetches `query` if it is on screen. A request in progress finishes first and is then repeated; it is not
 * cancelled, because under continuous changes no answer would ever arrive.
 */
async function again(client: Client, query: Query): Promise<void> {
  const refetch = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  if (query.state.fetchStatus !== 'fetching') return refetch()
  const after =
    onTheWay.get(query) ??
    query
      .fetch()
      .catch(() => undefined)
      .then(() => {
        onTheWay.delete(query)
        return refetch()
      })
  onTheWay.set(query, after)
  return after
}

/**
 * Marks every answer of these areas, or of all, as stale and refetches those on screen.
 * @returns a promise that resolves when the new answers have arrived.
 */
export async function invalidate(areas?: Iterable<string>, client: Client = queryClient) {
  const wanted = areas && new Set(areas)
  const stale = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [path] }) => wanted?.has(areaOf(String(path))) ?? true })
  await Promise.all(stale.map((query) => again(client, query)))
}

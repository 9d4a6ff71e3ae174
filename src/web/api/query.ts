import {
  type QueryClient as Client,
  keepPreviousData,
  type Query,
  QueryClient,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import type { AnswerOf, CallOf, Endpoint } from '../../core/contract.ts'
import { type Args, callWith, queryKey } from './api.ts'
import { ApiError } from './http.ts'

/** A refusal is an answer; only a lost one is asked for again. */
function retry(count: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status < 500
  return !refused && count < 2
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

interface AnswerOptions {
  /** False: not asked yet. */
  activa?: boolean
  /** Keeps showing the last answer while the next one is on its way (lists). */
  conserva?: boolean
}

/** The answer of a GET, kept, shared and refreshed. Late answers never overwrite a newer question. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  ...[given, options]: [...Args<E>, options?: AnswerOptions]
): UseQueryResult<AnswerOf<E>> {
  const { activa = true, conserva = false } = (options ?? {}) as AnswerOptions
  const asked = given as CallOf<E> | undefined
  return useQuery({
    queryKey: queryKey(endpoint, asked),
    queryFn: ({ signal }) => callWith(endpoint, asked, { signal }),
    enabled: activa,
    ...(conserva && { placeholderData: keepPreviousData }),
  }) as UseQueryResult<AnswerOf<E>>
}

/** The area that a path belongs to: `/cuentas/movimientos` → `cuentas`. */
export function areaOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** Asked again as soon as they are here: they may have been read before the change. */
const onTheWay = new WeakMap<Query, Promise<void>>()

/**
 * Asks again for `query` where it is on screen. One that is on its way comes first and is then asked for again: it is
 * not called off, or under a stream of changes nothing would ever arrive.
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
 * Marks stale, and asks again for what is on screen, every answer of these areas, or of all.
 * @returns When the new answers are here.
 */
export async function invalidate(areas?: Iterable<string>, client: Client = queryClient) {
  const wanted = areas && new Set(areas)
  const stale = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [path] }) => wanted?.has(areaOf(String(path))) ?? true })
  await Promise.all(stale.map((query) => again(client, query)))
}

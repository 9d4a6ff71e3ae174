import {
  type QueryClient as Client,
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import type { AnswerOf, CallOf, Endpoint } from '../core/contract.ts'
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

/** Marks stale, and asks again for what is on screen, every answer of these areas. */
export async function invalidate(areas: Iterable<string>, client: Client = queryClient) {
  const wanted = new Set(areas)
  await client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => wanted.has(areaOf(String(path))),
  })
}

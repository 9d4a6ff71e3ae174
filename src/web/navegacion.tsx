import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { ruta } from './screens.ts'

export type Busqueda = Record<string, string | undefined>

/** Back to the first page: what a change of filter means for a list of pages. */
export const PRIMERA = { cursor: undefined, pagina: undefined }

/** Text of the address's query, nothing converted: `?limite=50&buscar=garcia`. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, v]) => v !== undefined && v !== null && v !== '')
  const text = new URLSearchParams(pairs.map(([k, v]) => [k, String(v)])).toString()
  return text && `?${text}`
}

/** `id` of the address as a number. */
export function useId(): number {
  const { id } = useParams({ strict: false }) as { id?: string }
  return Number(id)
}

/**
 * The search parameters of the address and how to change some of them: what is undefined or empty goes
 * away. Typing replaces the entry of the history; choosing (`push`) adds one.
 */
export function useBusqueda(): [Busqueda, (change: Busqueda, how?: 'push' | 'replace') => void] {
  const search = useSearch({ strict: false }) as Busqueda
  const navigate = useNavigate()
  function change(values: Busqueda, how: 'push' | 'replace' = 'replace') {
    void navigate({
      to: '.',
      search: ((before: Busqueda) => ({ ...before, ...values })) as never,
      replace: how === 'replace',
      resetScroll: false,
    })
  }
  return [search, change]
}

type Destino = { a: string; params?: Record<string, string | number>; search?: Busqueda }

/** Goes to a screen by its route name. */
export function useIr(): (nombre: string, params?: Destino['params'], search?: Busqueda) => void {
  const navigate = useNavigate()
  return (nombre, params, search = {}) => {
    void navigate({ to: ruta(nombre, params), search: search as never })
  }
}

/** Goes back, or to a screen when there is nothing behind. */
export function useVolver(nombre: string): () => void {
  const router = useRouter()
  const ir = useIr()
  return () => (router.history.canGoBack() ? router.history.back() : ir(nombre))
}

/** A link to a screen by its route name. */
export function Enlace({
  a,
  params,
  search,
  children,
  ...rest
}: Destino & {
  children: ReactNode
  className?: string | undefined
  'aria-label'?: string
  title?: string
  /** A link within a row that opens something itself keeps its click. */
  onClick?: (event: MouseEvent) => void
}) {
  return (
    <Link to={ruta(a, params)} search={(search ?? {}) as never} {...rest}>
      {children}
    </Link>
  )
}

import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import type { Endpoint, Escrita } from '../../core/contract.ts'
import { numeroDe, terminoDe } from './buscados.ts'
import { direccion, type Params, type Resto, type Ruta, type RutaCon } from './screens.ts'

export type Busqueda = Record<string, string | undefined>

/** Search parameters that return a paged list to its first page, for a change of filter. */
export const PRIMERA = { cursor: undefined, pagina: undefined }

/** Text of the address's query, nothing converted but what was searched: `?limite=50&buscar=*0`. */
export function parseSearch(text: string): Record<string, string> {
  const { buscar, ...rest } = Object.fromEntries(new URLSearchParams(text))
  const term = buscar && terminoDe(buscar)
  return { ...rest, ...(term && { buscar: term }) }
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, v]) => v !== undefined && v !== null && v !== '')
  const text = new URLSearchParams(
    pairs.map(([k, v]) => [k, k === 'buscar' ? numeroDe(String(v)) : String(v)]),
  ).toString()
  return text && `?${text}`
}

/** Casts a query for the router, which knows no route's types, because screens are data. */
export function enRuta(search: Busqueda | ((before: Busqueda) => Busqueda)): never {
  return search as never
}

/** `id` of the address as a number. */
export function useId(): number {
  return Number(useCodigo())
}

/** The id in the address as it stands there; undefined on the page of no row. */
export function useCodigo(): string | undefined {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id
}

/**
 * The search parameters of the address and a function to change some of them; undefined or empty ones are
 * removed. Typing replaces the history entry; choosing (`push`) adds one.
 */
export function useBusqueda(): [Busqueda, (change: Busqueda, how?: 'push' | 'replace') => void] {
  const search = useSearch({ strict: false }) as Busqueda
  const navigate = useNavigate()
  function change(values: Busqueda, how: 'push' | 'replace' = 'replace') {
    void navigate({
      to: '.',
      search: enRuta((before: Busqueda) => ({ ...before, ...values })),
      replace: how === 'replace',
      resetScroll: false,
    })
  }
  return [search, change]
}

/** The address's parameters as the query of a call. They are not validated here: the server's schema does that. */
export function escritaPara<E extends Endpoint>(_endpoint: E, busqueda: Busqueda): Escrita<E> {
  return busqueda as Escrita<E>
}

/** A screen by its route name, with the parameters of its path, as properties of a link. */
export type Destino<R extends Ruta> = {
  a: R
  search?: Busqueda
} & (Record<never, never> extends Params<R> ? { params?: Params<R> } : { params: Params<R> })

/** Goes to a screen by its route name. */
export function useIr(): <R extends Ruta>(nombre: R, ...to: Resto<R, [search?: Busqueda]>) => void {
  const navigate = useNavigate()
  return (nombre, ...[params, search = {}]) => {
    void navigate({ to: direccion(nombre, params), search: enRuta(search) })
  }
}

/** Goes back, or to a screen when the history is empty. */
export function useVolver(nombre: RutaCon): () => void {
  const router = useRouter()
  const ir = useIr()
  return () => (router.history.canGoBack() ? router.history.back() : ir(nombre))
}

/** A link to a screen by its route name. */
export function Enlace<R extends Ruta>({
  a,
  params,
  search,
  children,
  ...rest
}: Destino<R> & {
  children: ReactNode
  className?: string | undefined
  'aria-label'?: string
  title?: string
  /** The anchor on the page where the link leads. */
  hash?: string
  target?: '_blank'
  /** A link within a row that opens something itself keeps its click. */
  onClick?: (event: MouseEvent) => void
}) {
  return (
    <Link to={direccion(a, params)} search={enRuta(search ?? {})} {...rest}>
      {children}
    </Link>
  )
}

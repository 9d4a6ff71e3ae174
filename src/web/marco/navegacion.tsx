import { type MouseEvent, type ReactNode, useMemo } from 'react'
import type { Endpoint, Escrita } from '../../core/contract.ts'
import { parseSearch, stringifySearch } from './ruteo/consulta.ts'
import { Link } from './ruteo/enlace.tsx'
import { useRuteo } from './ruteo/hooks.ts'
import { history, irA } from './ruteo/ruteo.ts'
import { direccion, type Params, type Resto, type Ruta, type RutaCon } from './screens.ts'

export type Busqueda = Record<string, string | undefined>

/** Search parameters that return a paged list to its first page, for a change of filter. */
export const PRIMERA = { cursor: undefined, pagina: undefined }

const NADA = {}

/** What stands in the places of the screen's path. */
export const useLugares = (): Readonly<Record<string, string>> =>
  useRuteo(({ mostrada }) => mostrada?.params ?? NADA)

/** `id` of the address as a number. */
export function useId(): number {
  return Number(useLugares().id)
}

/**
 * The search parameters of the address and a function to change some of them; undefined or empty ones are
 * removed. Typing replaces the history entry; choosing (`push`) adds one.
 */
export function useBusqueda(): [Busqueda, (change: Busqueda, how?: 'push' | 'replace') => void] {
  const text = useRuteo(({ mostrada }) => mostrada?.location.search ?? '')
  const search = useMemo(() => parseSearch(text), [text])
  function change(values: Busqueda, how: 'push' | 'replace' = 'replace') {
    const { pathname, search: now } = history.location
    const href = pathname + stringifySearch({ ...parseSearch(now), ...values })
    irA(href, { replace: how === 'replace', resetScroll: false })
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
  return (nombre, ...[params, search = {}]) => {
    irA(direccion(nombre, params) + stringifySearch(search))
  }
}

/** Goes back, or to a screen when the history is empty. */
export function useVolver(nombre: RutaCon): () => void {
  const ir = useIr()
  return () => (history.canGoBack() ? history.back() : ir(nombre))
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
  /** A link within a row that opens something itself keeps its click. */
  onClick?: (event: MouseEvent) => void
}) {
  return (
    <Link to={direccion(a, params)} search={search} {...rest}>
      {children}
    </Link>
  )
}

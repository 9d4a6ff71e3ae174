import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type Permiso, puede } from '../../core/permisos.ts'
import { callWith } from '../api/api.ts'
import { request } from '../api/http.ts'
import type { Buscable, Buscador } from '../marco/aportes.ts'
import { direccion } from '../marco/screens.ts'
import { sesion } from '../sesion/sesion.ts'
import { mejores, palabrasDe } from './busqueda.ts'
import type { Linea } from './catalogo.ts'

type Row = Record<string, unknown> & { id: number }

/** Rows of each list that are asked for and shown. */
const LIMITE = 5
const DEBOUNCE_MS = 120

/** The call that a list answers, with what was typed. */
function llamada({ lista, como }: Buscable, term: string) {
  // A private term does not stand in the address.
  if (como === 'termino') return { path: `${lista}/_`, query: { term } }
  return { path: lista, query: como ? {} : { buscar: term, limite: String(LIMITE) } }
}

/** The code with which areas find what was typed in their own lists; it comes once. */
const useBuscadores = (listas: readonly Buscable[]) =>
  useQuery({
    queryKey: ['paleta', listas.map(({ lista }) => lista)],
    queryFn: async () =>
      new Map<string, Buscador>(
        await Promise.all(
          listas.flatMap((each) =>
            each.como === 'lineas'
              ? [each.lineas().then((module) => [each.lista, module.default] as const)]
              : [],
          ),
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

const mio = (permiso: Permiso) => puede(sesion().usuario?.permisos, permiso)

/** What of a list's answer is offered for `term`. */
function lineasDe(each: Buscable, rows: Row[], term: string, propio?: Buscador): Linea[] {
  if (each.como === 'lineas') {
    return (propio?.(rows, term, mio) ?? []).map((one) => ({ grupo: each.titulo, ...one }))
  }
  const lines = rows.map((row) => {
    const nota = each.notas.map((field) => row[field]).filter(Boolean)
    return {
      grupo: each.titulo,
      texto: String(row[each.texto] ?? ''),
      ...(nota.length > 0 && { nota: nota.join(' · ') }),
      a: direccion(each.detalle, { id: row.id }),
    }
  })
  return each.como === 'entera'
    ? mejores(lines, palabrasDe(term), ({ texto, nota = '' }) => `${texto} ${nota}`)
    : lines
}

/** The records that the lists find, and whether some list has still to answer. */
export function useHallados(listas: readonly Buscable[], typed: string) {
  const [term] = useDebouncedValue(typed, DEBOUNCE_MS)
  const activa = term.length > 1 || /^\d+$/.test(term)
  const buscadores = useBuscadores(listas)
  const answers = useQueries({
    queries: listas.map((each) => {
      const { path, query } = llamada(each, term)
      return {
        queryKey: [path, query],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          if (each.como === 'lineas')
            return callWith((await each.lineas()).listar, undefined, { signal }) as Promise<Row[]>
          const answer = await request<Row[] | { items: Row[] }>('GET', path, { query, signal })
          return Array.isArray(answer) ? answer : answer.items
        },
        enabled: activa,
      }
    }),
  })
  const pending = buscadores.isFetching || answers.some(({ isFetching }) => isFetching)
  const busca = typed !== term || (activa && pending)
  if (!activa || typed === '') return { lineas: [], busca: typed !== term }
  const lineas = listas.flatMap((each, at) =>
    lineasDe(each, answers[at]?.data ?? [], term, buscadores.data?.get(each.lista)).slice(
      0,
      LIMITE,
    ),
  )
  // Another list may take the number alone: what says what was typed comes first.
  const words = palabrasDe(term).join(' ')
  const says = (one: Linea) => palabrasDe(`${one.texto} ${one.nota ?? ''}`).join(' ')
  const exact = (one: Linea) => (says(one).includes(words) ? 0 : 1)
  return { lineas: lineas.toSorted((a, b) => exact(a) - exact(b)), busca }
}

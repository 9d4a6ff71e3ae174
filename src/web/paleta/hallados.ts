import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { request } from '../api/http.ts'
import type { Buscable } from '../marco/aportes.ts'
import { direccion } from '../marco/screens.ts'
import { mejores, palabrasDe } from './busqueda.ts'
import type { Linea } from './catalogo.ts'

type Row = Record<string, unknown> & { id: number }

/** Rows of each list that are asked for and shown. */
const LIMITE = 5
const DEBOUNCE_MS = 120

function linea({ titulo, detalle, texto, notas }: Buscable, row: Row): Linea {
  const nota = notas.map((field) => row[field]).filter(Boolean)
  return {
    grupo: titulo,
    texto: String(row[texto] ?? ''),
    ...(nota.length > 0 && { nota: nota.join(' · ') }),
    a: direccion(detalle, { id: row.id }),
  }
}

/** The records that the lists find, and whether some list has still to answer. */
export function useHallados(listas: readonly Buscable[], typed: string) {
  const [term] = useDebouncedValue(typed, DEBOUNCE_MS)
  const activa = term.length > 1 || /^\d+$/.test(term)
  const answers = useQueries({
    queries: listas.map(({ lista, entera }) => {
      const query = entera ? {} : { buscar: term, limite: String(LIMITE) }
      return {
        queryKey: [lista, query],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const answer = await request<Row[] | { items: Row[] }>('GET', lista, { query, signal })
          return Array.isArray(answer) ? answer : answer.items
        },
        enabled: activa,
      }
    }),
  })
  const busca = typed !== term || answers.some(({ isFetching }) => isFetching)
  if (!activa || typed === '') return { lineas: [], busca: typed !== term }
  const words = palabrasDe(term)
  const lineas = listas.flatMap((each, at) => {
    const lines = (answers[at]?.data ?? []).map((row) => linea(each, row))
    const found = each.entera
      ? mejores(lines, words, ({ texto, nota = '' }) => `${texto} ${nota}`)
      : lines
    return found.slice(0, LIMITE)
  })
  // Another list may take the number alone: what says what was typed comes first.
  const says = (one: Linea) => palabrasDe(`${one.texto} ${one.nota ?? ''}`).join(' ')
  const exact = (one: Linea) => (says(one).includes(words.join(' ')) ? 0 : 1)
  return { lineas: lineas.toSorted((a, b) => exact(a) - exact(b)), busca }
}

import { useQueries, useQuery } from '@tanstack/react-query'
import { type Permiso, puede } from '../../core/permisos.ts'
import { callWith } from '../api/api.ts'
import { request } from '../api/http.ts'
import type { Buscable, Buscador, Hacedor } from '../marco/aportes.ts'
import { direccion } from '../marco/screens.ts'
import { sesion } from '../sesion/sesion.ts'
import { mejores, numeroDe, palabrasDe, pedidoDe } from './busqueda.ts'
import { HACER, type Linea } from './catalogo.ts'
import { useAlPaso } from './paso.ts'

type Row = Record<string, unknown> & { id: number }

/** Rows of each list that are asked for and shown. */
const LIMITE = 5

const pedido = (each: Buscable, term: string) =>
  'hacer' in each && each.hacer ? pedidoDe(term, each.hacer) : null

/** The call that a list answers, with what was typed. */
function llamada(each: Buscable, typed: string) {
  const { lista, como } = each
  const said = pedido(each, typed)?.termino ?? typed
  const term = each.como === undefined && each.texto === 'numero' ? numeroDe(said) : said
  // A private term does not stand in the address.
  if (como === 'termino') return { path: `${lista}/_`, query: { term } }
  return { path: lista, query: como ? {} : { buscar: term, limite: String(LIMITE) } }
}

interface Codigo {
  buscador?: Buscador
  hacedor?: Hacedor
}

const codigoDe = async (each: Buscable): Promise<Codigo> => {
  if (each.como === 'lineas') return { buscador: (await each.lineas()).default }
  return each.hacer ? { hacedor: (await each.hacer.codigo()).default } : {}
}

/** The code with which areas find what was typed in their own lists, and say what to do with it; it comes once. */
const useCodigos = (listas: readonly Buscable[]) =>
  useQuery({
    queryKey: ['paleta', listas.map(({ lista }) => lista)],
    queryFn: async () =>
      new Map(
        await Promise.all(listas.map(async (each) => [each.lista, await codigoDe(each)] as const)),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

const mio = (permiso: Permiso) => puede(sesion().usuario?.permisos, permiso)

/** What of a list's answer is offered for `term`. */
function lineasDe(each: Buscable, rows: Row[], term: string, codigo: Codigo = {}): Linea[] {
  if (each.como === 'lineas') {
    return (codigo.buscador?.(rows, term, mio) ?? []).map((one) => ({ grupo: each.titulo, ...one }))
  }
  const { verbo } = pedido(each, term) ?? {}
  const yo = { id: sesion().usuario?.id, puede: mio }
  const hechas = verbo ? rows.flatMap((row) => codigo.hacedor?.(row, verbo, yo) ?? []) : []
  const lines = rows.map((row) => {
    const nota = each.notas.map((field) => row[field]).filter(Boolean)
    return {
      grupo: each.titulo,
      texto: String(row[each.texto] ?? ''),
      ...(nota.length > 0 && { nota: nota.join(' · ') }),
      a: direccion(each.detalle, { id: row.id }),
    }
  })
  if (each.como === 'entera')
    return mejores(lines, palabrasDe(term), ({ texto, nota = '' }) => `${texto} ${nota}`)
  return [...hechas.map((one) => ({ grupo: HACER, ...one })), ...lines]
}

/**
 * The records that the lists find, whether some list has still to answer, and whether what is shown was found for what
 * had been typed before (`atrasadas`).
 */
export function useHallados(listas: readonly Buscable[], typed: string) {
  const term = useAlPaso(typed)
  const activa = term.length > 1 || /^\d+$/.test(term)
  const codigos = useCodigos(listas)
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
  const pending = codigos.isFetching || answers.some(({ isFetching }) => isFetching)
  const atrasadas = typed !== term
  const busca = atrasadas || (activa && pending)
  if (!activa || typed === '') return { lineas: [], busca: atrasadas, atrasadas }
  const lineas = listas.flatMap((each, at) =>
    lineasDe(each, answers[at]?.data ?? [], term, codigos.data?.get(each.lista)).slice(0, LIMITE),
  )
  // What was asked for with a verb comes first, then what says what was typed: another list may take the number alone.
  const words = palabrasDe(term).join(' ')
  const says = (one: Linea) => palabrasDe(`${one.texto} ${one.nota ?? ''}`).join(' ')
  const exact = (one: Linea) => (one.grupo === HACER ? 0 : says(one).includes(words) ? 1 : 2)
  return { lineas: lineas.toSorted((a, b) => exact(a) - exact(b)), busca, atrasadas }
}

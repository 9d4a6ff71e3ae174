import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type Permiso, puede } from '../../core/permisos.ts'
import { callWith } from '../api/api.ts'
import { request } from '../api/http.ts'
import type { Buscable, Buscador, Hacedor } from '../marco/aportes.ts'
import { direccion } from '../marco/screens.ts'
import { sesion } from '../sesion/sesion.ts'
import { mejores, numeroDe, palabrasDe, pedidoDe, sinLlamada } from './busqueda.ts'
import { type ConClave, HACER, type Linea } from './catalogo.ts'
import { useAlPaso } from './paso.ts'

type Row = Record<string, unknown> & { id: number }

/** Rows of each list that are shown. */
const LIMITE = 5

const pedido = (each: Buscable, term: string) =>
  !each.como && each.hacer ? pedidoDe(term, each.hacer.verbos, each.llamada) : null

/** What is asked of a list for what was typed: nothing of one in which the server finds nothing by such words. */
function terminosDe(each: ConClave, typed: string): [clave: string, term: string][] {
  if (each.como) return []
  const said = pedido(each, typed)?.termino ?? sinLlamada(typed, each.llamada)
  if (each.porNumero && !/\d/.test(said)) return []
  return [[each.clave, each.texto === 'numero' ? numeroDe(said) : said]]
}

type Answer = Row[] | { items: Row[] }
const rowsOf = (answer: Answer) => (Array.isArray(answer) ? answer : answer.items)

/** What the server finds in its lists, all of them asked in one call. */
function useDelServidor(listas: readonly ConClave[], term: string, activa: boolean) {
  const terminos = Object.fromEntries(listas.flatMap((each) => terminosDe(each, term)))
  return useQuery({
    queryKey: ['/paleta/hallar', terminos],
    queryFn: ({ signal }) =>
      request<Record<string, Row[]>>('POST', '/paleta/hallar', { body: { terminos }, signal }),
    enabled: activa && Object.keys(terminos).length > 0,
    // Nothing is remembered: what an order's state allows is asked anew.
    gcTime: 0,
    staleTime: 0,
    // What was found for the key before stays until the next answer: nothing blinks.
    placeholderData: keepPreviousData,
  })
}

/** The lists that come whole, by their key: they are asked for when the palette opens, so that the first key asks less. */
function useEnteras(listas: readonly ConClave[]) {
  const whole = listas.filter((each) => each.como !== undefined)
  const answers = useQueries({
    queries: whole.map((each) => ({
      queryKey: [each.lista, {}],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        if (each.como === 'lineas')
          return callWith((await each.lineas()).listar, undefined, { signal }) as Promise<Row[]>
        return rowsOf(await request<Answer>('GET', each.lista, { signal }))
      },
    })),
  })
  return new Map(whole.map(({ clave }, at) => [clave, answers[at] as (typeof answers)[number]]))
}

interface Codigo {
  buscador?: Buscador
  hacedor?: Hacedor
}

const codigoDe = async (each: Buscable): Promise<Codigo> => {
  if (each.como === 'lineas') return { buscador: (await each.lineas()).default }
  return !each.como && each.hacer ? { hacedor: (await each.hacer.codigo()).default } : {}
}

/** The code with which areas find what was typed in their own lists, and say what to do with it; it comes once. */
const useCodigos = (listas: readonly ConClave[]) =>
  useQuery({
    queryKey: ['paleta', listas.map(({ clave }) => clave)],
    queryFn: async () =>
      new Map(
        await Promise.all(listas.map(async (each) => [each.clave, await codigoDe(each)] as const)),
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
 * The records that the lists find, whether some list has still to answer, whether what is shown was found for what had
 * been typed before (`atrasadas`), and whether no answer came (`fallo`).
 */
export function useHallados(listas: readonly ConClave[], typed: string) {
  const term = useAlPaso(typed)
  const activa = term.length > 1 || /^\d+$/.test(term)
  const codigos = useCodigos(listas)
  const servidor = useDelServidor(listas, term, activa)
  const enteras = useEnteras(listas)
  const pending = [codigos, servidor, ...enteras.values()].some(({ isFetching }) => isFetching)
  const atrasadas = typed !== term || servidor.isPlaceholderData
  const busca = atrasadas || (activa && pending)
  if (!activa || typed === '') return { lineas: [], busca: atrasadas, atrasadas, fallo: false }
  const fallo = servidor.isError
  const lineas = listas.flatMap((each) => {
    const { clave } = each
    const rows = enteras.get(clave)?.data ?? servidor.data?.[clave] ?? []
    return lineasDe(each, rows, term, codigos.data?.get(clave)).slice(0, LIMITE)
  })
  // What was asked for with a verb comes first, then the very number or name, then what is called so, then what says it
  // besides: another list may take a part of the number, and documents name accounts and clients.
  const words = palabrasDe(term).join(' ')
  const says = (one: Linea) => palabrasDe(`${one.texto} ${one.nota ?? ''}`).join(' ')
  const number = Number(/(?<!\d)\d+$/.exec(term)?.[0] ?? Number.NaN)
  const itself = (one: Linea) => Number(/-(\d+)$/.exec(one.texto)?.[1] ?? Number.NaN) === number
  const exact = (one: Linea) => {
    if (one.grupo === HACER) return Number(!itself(one))
    const name = palabrasDe(one.texto).join(' ')
    if (itself(one) || name === words) return 2
    return name.includes(words) ? 3 : says(one).includes(words) ? 4 : 5
  }
  return { lineas: lineas.toSorted((a, b) => exact(a) - exact(b)), busca, atrasadas, fallo }
}

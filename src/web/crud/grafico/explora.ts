import { useQuery } from '@tanstack/react-query'
import { diaDe, finDelDia, inicioDelDia } from '../../../core/zona.ts'
import { callWith, queryKey } from '../../api/api.ts'
import { useBusqueda } from '../../marco/navegacion.tsx'
import { useAhora } from '../../reloj.ts'
import type { Punto } from './escala.ts'
import type { Anterior, GraficoProps } from './grafico.tsx'
import {
  alcance,
  dentroDe,
  emparejar,
  escribirRango,
  esModo,
  type Fila,
  leerRango,
  MODOS,
  type Modo,
  type Rango,
  rangoAntes,
  recortar,
  trasladar,
} from './tramo.ts'

/** The answer for the days with which a chart is compared; nothing is asked for while there are none. */
function useAntes(source: Anterior | undefined, antes: Rango | null) {
  const call = source && antes ? source.pide(antes) : undefined
  return useQuery({
    queryKey: source && call ? queryKey(source.endpoint, call) : ['sin-comparar'],
    queryFn: ({ signal }) => (source ? callWith(source.endpoint, call, { signal }) : null),
    enabled: call !== undefined,
  })
}

/** What of a chart is shown, as its address says: some of its days (`entre`), beside others (`compara`). */
export function useExplora(props: GraficoProps & { puntos: readonly Punto[] }) {
  const { puntos, porDia = false, anterior } = props
  const [{ entre, compara }, cambiar] = useBusqueda()
  const ahora = useAhora()
  const hasta = props.hasta ? Date.parse(props.hasta) : ahora
  const todo = alcance(puntos, hasta)
  const elegido = dentroDe(leerRango(entre), todo)
  const rango = elegido ?? todo
  const shown = elegido ? recortar(puntos, elegido, porDia) : puntos
  const modo = anterior && esModo(compara) ? compara : undefined
  const antes = rango && modo ? rangoAntes(rango, modo) : null
  const { data, error, isFetching, refetch } = useAntes(anterior, antes)
  const pair = rango && antes ? ([rango, antes] as const) : null
  const before =
    anterior && pair && data ? recortar(anterior.lee(data, pair[1]), pair[1], porDia) : []
  const filas: readonly Fila[] = pair
    ? emparejar(shown, before, pair, porDia)
    : shown.map((punto) => ({ ...punto, antes: null }))
  const elegir = (next: Rango | undefined) =>
    cambiar({ entre: next && escribirRango(next) }, 'push')
  return {
    filas,
    previos: pair ? trasladar(before, pair) : [],
    /** Its days, all that there are, and those beside which it stands. */
    rango,
    todo,
    antes,
    cerca: elegido !== undefined,
    inicio: elegido && Date.parse(inicioDelDia(elegido.desde)),
    fin: elegido ? Math.min(Date.parse(finDelDia(elegido.hasta)), hasta) : hasta,
    modo,
    /** With what it can be compared. */
    modos: (Object.keys(MODOS) as Modo[]).filter(
      (each) => anterior && rango && rangoAntes(rango, each),
    ),
    fallo: antes && error && !data ? () => void refetch() : undefined,
    trayendo: antes !== null && isFetching && !data,
    elegir,
    comparar: (next: string | undefined) => cambiar({ compara: next }, 'push'),
    /** The days from one row to the other, in either order. */
    acercar(from: number, to: number) {
      const [first, last] = from < to ? [from, to] : [to, from]
      const [own, next] = [filas[first], filas[last + 1]]
      if (!own) return
      const end = next ? Date.parse(next.desde) : hasta
      const desde = diaDe(Date.parse(own.desde))
      elegir({ desde, hasta: diaDe(Math.max(end - 1, Date.parse(own.desde))) })
    },
  }
}

export type Explora = ReturnType<typeof useExplora>

import { useQuery } from '@tanstack/react-query'
import type { Marca } from '../../../core/documento/logo.ts'
import type { Campo, Control } from '../../../core/fields.ts'
import { request } from '../../api/http.ts'
import { queryClient } from '../../api/query.ts'

type Row = Record<string, unknown>
type Referencia = Extract<Control, { tipo: 'referencia' }>

export interface OpcionReferencia {
  value: string
  label: string
  disabled?: boolean
  /** By what it is recognised, where its rows have a logo. */
  marca?: Marca | null | undefined
}

/** Rows of another catalogue, `GET /api/{recurso}`, cached for a while because they change rarely. */
const rowsOf = (recurso: string | undefined, fresca = false) => ({
  queryKey: [`/${recurso}`, {}],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request<Row[]>('GET', `/${recurso}`, { signal }),
  enabled: recurso !== undefined,
  staleTime: fresca ? 0 : 5 * 60_000,
})

function useRows(recurso: string | undefined, fresca = false) {
  return useQuery(rowsOf(recurso, fresca))
}

/** Whether what these fields refer to has been answered, or refused: what is drawn then keeps its size. */
export function useConocidas(campos: readonly (Campo | undefined)[]): boolean {
  const named = campos.flatMap((campo): string[] => {
    const control = campo?.control
    if (control?.tipo === 'referencia') return [control.recurso]
    const own = control?.tipo === 'lista' ? Object.values(control.campos) : []
    return own.flatMap(({ control: one }) => (one.tipo === 'referencia' ? [one.recurso] : []))
  })
  const { isPending } = useQuery({
    queryKey: ['conocidas', ...named],
    queryFn: async () => {
      await Promise.allSettled(named.map((recurso) => queryClient.ensureQueryData(rowsOf(recurso))))
      return true
    },
  })
  return !isPending
}

function label(row: Row, { muestra }: Referencia): string {
  return muestra
    .map((key) => row[key])
    .filter((text) => text !== null && text !== undefined && text !== '')
    .join(' · ')
}

/** Options of a reference select. Inactive rows are offered only where they are already chosen. */
export function useOpciones(control: Control, chosen?: unknown) {
  const referencia = control.tipo === 'referencia' ? control : undefined
  const { data, isPending, isError, refetch } = useRows(referencia?.recurso, referencia?.fresca)
  const rows = data ?? []
  const options: OpcionReferencia[] = referencia
    ? rows
        .filter((row) => row.estatus !== false || row[referencia.clave] === chosen)
        .map((row) => ({
          value: String(row[referencia.clave]),
          label: label(row, referencia),
          ...('logo' in row && {
            marca: { nombre: String(row.nombre), logo: row.logo as string | null },
          }),
        }))
    : []
  const numeric = typeof rows[0]?.[referencia?.clave ?? 'id'] === 'number'
  return { options, numeric, isPending: referencia !== undefined && isPending, isError, refetch }
}

/** The label of one reference; undefined until it is loaded. */
export function useEtiqueta(control: Control, valor: unknown): string | undefined {
  const referencia = control.tipo === 'referencia' ? control : undefined
  const { data } = useRows(referencia?.recurso)
  if (!referencia) return undefined
  const row = data?.find((each) => each[referencia.clave] === valor)
  return row && label(row, referencia)
}

/** The label of a row of a growing collection; undefined until it is loaded. */
export function usePalabras(recurso: string, muestra: readonly string[], id: unknown) {
  const { data } = useQuery({
    queryKey: [`/${recurso}/${id}`, {}],
    queryFn: ({ signal }) => request<Row>('GET', `/${recurso}/${id}`, { signal }),
    enabled: typeof id === 'number',
  })
  return data && wordsOf(data, muestra)
}

/** The columns of a row that name it. */
export function wordsOf(row: Row, muestra: readonly string[]): string {
  return muestra.map((key) => String(row[key] ?? '')).join(' · ')
}

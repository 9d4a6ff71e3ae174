import { type FiltroDe, filtroDe } from '../../../web/crud/lista/filtros.tsx'
import type { MonedaActiva } from '../../monedas/contract.ts'
import { REFERENCIA } from '../../paises/contract.ts'
import type { contrato, FilaOrden } from '../contract.ts'
import { ESTADOS, REVISAR } from '../rules.ts'

export type Monedas = ReadonlyMap<number, MonedaActiva>

interface Casa {
  monedas: Monedas
  paises: readonly { id: string; nombre: string }[]
  /** The open orders, whose payers are the options of a filter. */
  abiertas: readonly FilaOrden[]
  yo: number | undefined
}

/** Filters of both views; the board needs no filter by state, because its columns are states. */
export function filtrosDe(
  { monedas, paises, abiertas, yo }: Casa,
  estados: boolean,
): FiltroDe<typeof contrato.listar>[] {
  const currencies = [...monedas.values()].map(({ id, iso }) => [String(id), iso] as const)
  const payers = new Map(
    abiertas.flatMap(({ pagador_id, pagador }) =>
      pagador_id && pagador && pagador_id !== yo ? [[String(pagador_id), pagador] as const] : [],
    ),
  )
  return [
    { tipo: 'fechas' },
    ...(estados ? [filtroDe('estado', 'Estado', ESTADOS)] : []),
    filtroDe('revisar', 'Qué revisar', REVISAR),
    filtroDe('envia_moneda_id', 'Envía', currencies),
    filtroDe('recibe_moneda_id', 'Recibe', currencies),
    filtroDe(
      'pais_destino',
      'Destino',
      paises.flatMap(({ id, nombre }) => (id === REFERENCIA ? [] : [[id, nombre] as const])),
    ),
    filtroDe('pagador_id', 'Pagador', [...(yo ? [[String(yo), 'Yo'] as const] : []), ...payers]),
  ]
}

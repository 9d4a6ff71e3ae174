import type { Filtro } from '../../web/crud/filtros.tsx'
import type { MonedaActiva } from '../monedas/contract.ts'
import type { FilaOrden } from './contract.ts'
import { ESTADOS, REVISAR } from './rules.ts'

export type Monedas = ReadonlyMap<number, MonedaActiva>

const opciones = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([valor, etiqueta]) => ({ valor, etiqueta }))

interface Casa {
  monedas: Monedas
  paises: readonly { id: string; nombre: string }[]
  /** Open orders: whoever holds one can be asked for. */
  abiertas: readonly FilaOrden[]
  yo: number | undefined
}

/** Filters of both views; a board has its states for columns. */
export function filtrosDe({ monedas, paises, abiertas, yo }: Casa, estados: boolean): Filtro[] {
  const currencies = [...monedas.values()].map(({ id, iso }) => [String(id), iso] as const)
  const payers = new Map(
    abiertas.flatMap(({ pagador_id, pagador }) =>
      pagador_id && pagador && pagador_id !== yo ? [[String(pagador_id), pagador] as const] : [],
    ),
  )
  const choice = (clave: string, titulo: string, pairs: Iterable<readonly [string, string]>) => ({
    tipo: 'opciones' as const,
    clave,
    titulo,
    opciones: [...pairs].map(([valor, etiqueta]) => ({ valor, etiqueta })),
  })
  return [
    { tipo: 'fechas' },
    ...(estados
      ? [
          {
            tipo: 'opciones' as const,
            clave: 'estado',
            titulo: 'Estado',
            opciones: opciones(ESTADOS),
          },
        ]
      : []),
    { tipo: 'opciones', clave: 'revisar', titulo: 'Qué revisar', opciones: opciones(REVISAR) },
    choice('envia_moneda_id', 'Envía', currencies),
    choice('recibe_moneda_id', 'Recibe', currencies),
    choice(
      'pais_destino',
      'Destino',
      paises.map(({ id, nombre }) => [id, nombre] as const),
    ),
    choice('pagador_id', 'Pagador', [...(yo ? [[String(yo), 'Yo'] as const] : []), ...payers]),
  ]
}

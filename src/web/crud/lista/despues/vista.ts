import { type Busqueda, PRIMERA } from '../../../marco/navegacion.tsx'
import { diasDe, TRAMOS, type Tramo, tramoDe } from '../arreglo/dias.ts'
import { AJENAS, type Guardada } from '../arreglo/panel-vistas.ts'

const propias = (busqueda: Busqueda) =>
  Object.entries(busqueda).filter(
    (pair): pair is [string, string] => !AJENAS.includes(pair[0]) && Boolean(pair[1]),
  )

/** The address as a view keeps it: days that have a word are kept as the word, so that they move with time. */
export function filtrosDe(busqueda: Busqueda): Record<string, string> {
  const { desde, hasta, ...rest } = Object.fromEntries(propias(busqueda))
  const dias = tramoDe({ desde, hasta })
  if (dias) return { ...rest, dias }
  return { ...rest, ...(desde && { desde }), ...(hasta && { hasta }) }
}

/** What a kept view puts into the address, in place of all that the list has there. */
export function direccionDe({ filtros }: Guardada, now: Busqueda): Busqueda {
  const { dias, ...rest } = filtros
  const none = Object.fromEntries(propias(now).map(([clave]) => [clave, undefined]))
  const days = dias !== undefined && dias in TRAMOS ? diasDe(dias as Tramo) : {}
  return { ...none, ...PRIMERA, ...rest, ...days }
}

import type { Dato, Hallazgo } from './lector.ts'
import type { Pegado } from './pegado.ts'
import { llano } from './texto.ts'

/** One datum of the form as far as the text says it: a value, or why there is none and what it may be. */
export interface Pieza<T = Hallazgo> {
  valor: T | null
  opciones: readonly T[]
  /** Why nothing is filled; null when something is, or when the text says nothing of it. */
  motivo: string | null
}

const NADA: Pieza = { valor: null, opciones: [], motivo: null }

/** The same value twice is one. */
function distintos(all: readonly Hallazgo[]): Hallazgo[] {
  const key = ({ valor, tipo_doc }: Hallazgo) => `${tipo_doc ?? ''} ${llano(valor)}`
  return all.filter((one, i) => all.findIndex((other) => key(other) === key(one)) === i)
}

/** The only sure value of the first of these data of which there is anything; of two, none. */
export function piezaDe(
  { hallazgos }: Pegado,
  datos: readonly Dato[],
  pais: string | null = null,
): Pieza {
  const own = hallazgos.filter((one) => pais === null || !one.pais || one.pais === pais)
  const dato = datos.find((some) => own.some((one) => one.dato === some))
  if (!dato) return NADA
  const all = own.filter((one) => one.dato === dato)
  const sure = distintos(all.filter(({ duda }) => duda === undefined))
  const [only] = sure
  if (only && sure.length === 1) return { valor: only, opciones: sure, motivo: null }
  if (only) return { valor: null, opciones: sure, motivo: 'el texto tiene más de uno' }
  return { valor: null, opciones: distintos(all), motivo: all[0]?.duda ?? null }
}

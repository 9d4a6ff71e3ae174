import type { Dato, Hallazgo } from './lector.ts'
import type { Pegado } from './pegado.ts'
import { llano } from './texto.ts'

/** One datum of the form: its value, or the reason why it is doubtful with the possible values. */
export interface Pieza<T = Hallazgo> {
  valor: T | null
  opciones: readonly T[]
  /** Why nothing is filled in; null when a value is, or when the text does not contain the datum. */
  motivo: string | null
}

const NADA: Pieza = { valor: null, opciones: [], motivo: null }

/** Removes duplicates of the same value. */
function distintos(all: readonly Hallazgo[]): Hallazgo[] {
  const key = ({ valor, tipo_doc }: Hallazgo) => `${tipo_doc ?? ''} ${llano(valor)}`
  return all.filter((one, i) => all.findIndex((other) => key(other) === key(one)) === i)
}

/** The single certain value of the first of these data that appears; none when two differ. */
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

import { llano } from '../../beneficiarios/rules/pegado/texto.ts'

/** A column that a file may have: the datum it holds, how files call it, and how it is written. */
export interface Columna {
  /** Path of the datum in the body of the call that creates: `beneficiarios_finales.0.nombre`. */
  clave: string
  titulo: string
  requerida: boolean
  /** Other words that files use. */
  alias: readonly string[]
  /** What it may be, where that is a list. */
  opciones: readonly string[]
  decimal: boolean
  ejemplo: string
}

/** The column that we add to the rows that were refused: read again, it is nobody's. */
export const MOTIVO = 'Motivo'

/**
 * Which column each title of a file names; null where none does. The words of the screens, of the API and of other
 * programs count, without accents, case or signs. A title said twice is two candidates: whoever reads decides.
 */
export function reconocer(
  encabezado: readonly string[],
  columnas: readonly Columna[],
): (string | null)[] {
  const known = new Map<string, string>()
  for (const { clave, titulo, alias } of [...columnas].reverse()) {
    for (const name of [...alias, clave, titulo]) known.set(llano(name), clave)
  }
  return encabezado.map((titulo) => known.get(llano(titulo)) ?? null)
}

/** What is wrong with the titles as a whole; empty when the rows can be read. */
export function faltaEncabezado(
  claves: readonly (string | null)[],
  columnas: readonly Columna[],
): string[] {
  const tituloDe = (clave: string) => columnas.find((c) => c.clave === clave)?.titulo ?? clave
  const found = claves.filter((clave) => clave !== null)
  const twice = new Set(found.filter((clave, n) => found.indexOf(clave) !== n))
  const missing = columnas.filter(({ clave, requerida }) => requerida && !found.includes(clave))
  return [
    ...[...twice].map((clave) => `Hay dos columnas de «${tituloDe(clave)}»: deje una.`),
    ...(missing.length > 0
      ? [`Falta la columna ${missing.map(({ titulo }) => `«${titulo}»`).join(', ')}.`]
      : []),
  ]
}

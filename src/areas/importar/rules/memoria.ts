import { llano } from '../../beneficiarios/rules/pegado/texto.ts'
import type { Columna } from './columnas.ts'

/** How a person read the columns of a file once: a meaning for each title, null for one that was left out. */
export interface Recordado {
  encabezado: readonly string[]
  claves: readonly (string | null)[]
}

/** The most maps that are kept of a person for one kind; the one that was used longest ago gives way. */
export const MAPAS = 20

/** What tells the titles of a file from others, in whatever order they stand: accents, case and signs do not count. */
export const titulosDe = (encabezado: readonly string[]): string =>
  encabezado.map(llano).toSorted().join('\n')

/**
 * The meanings that the same titles had before; null when they were never read. A column that the house no longer has
 * is left out.
 */
export function recordado(
  encabezado: readonly string[],
  mapas: readonly Recordado[],
  columnas: readonly Columna[],
): (string | null)[] | null {
  const titulos = titulosDe(encabezado)
  const mapa = mapas.find((each) => titulosDe(each.encabezado) === titulos)
  if (!mapa) return null
  const known = new Set(columnas.map(({ clave }) => clave))
  // Titles that repeat keep their order.
  const left = mapa.encabezado.map((titulo, n) => ({
    titulo: llano(titulo),
    clave: mapa.claves[n],
  }))
  return encabezado.map((titulo) => {
    const at = left.findIndex((each) => each.titulo === llano(titulo))
    const [found] = left.splice(at, 1)
    return found?.clave && known.has(found.clave) ? found.clave : null
  })
}

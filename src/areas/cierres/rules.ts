import type { Resumen } from './contract.ts'

/** The summary as somebody without a right to gains and costs sees it; and without what only the check of the books reads. */
export function resumenVisible(resumen: Resumen, ganancia: boolean): Resumen {
  if (ganancia) return resumen
  const { ganancia: _, margen, resultado, resultados, posiciones, ...resto } = resumen
  return {
    ...resto,
    posiciones: posiciones.map(({ costo, promedio, ganancia: __, ...posicion }) => posicion),
  }
}

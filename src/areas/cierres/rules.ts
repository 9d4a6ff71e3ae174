import type { Resumen } from './contract.ts'

/**
 * The summary for a user: without gains and costs unless `ganancia`, and always without the figures that only the
 * verification needs.
 */
export function resumenVisible(resumen: Resumen, ganancia: boolean): Resumen {
  if (ganancia) return resumen
  const { ganancia: _, margen, resultado, resultados, posiciones, ...resto } = resumen
  return {
    ...resto,
    posiciones: posiciones.map(({ costo, promedio, ganancia: __, ...posicion }) => posicion),
  }
}

/** The summary without the tills of these turns: their reader counted them himself, and nobody has approved them. */
export function sinCajas(resumen: Resumen, turnos: readonly number[]): Resumen {
  return { ...resumen, cajas: resumen.cajas.filter(({ turno_id }) => !turnos.includes(turno_id)) }
}

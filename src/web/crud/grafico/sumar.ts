import { decimal, suma, texto } from '../../../core/dinero/decimal.ts'
import type { Punto } from './escala.ts'

/** The exact sum of a series, as decimal text; null where nothing is known. */
export function sumar(puntos: readonly Punto[], serie: number, decimales: number): string | null {
  const known = puntos.flatMap(({ valores }) => valores[serie] ?? [])
  if (known.length === 0) return null
  return texto(suma(known.map(decimal)), decimales)
}

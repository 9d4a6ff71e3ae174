import { decimalesDe, isDecimal } from './dinero/decimal.ts'

/*
 * The original brief names few fields of its answers. The same screens work with a server that answers those and no
 * others: what such an answer lacks is filled in here, once, before any screen reads it (`lee` of an endpoint).
 */

export type Fila = Readonly<Record<string, unknown>>

/** A number as it may come, as text; empty when there is none that can be read. */
export function numeroTexto(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && isDecimal(text) ? text : ''
}

/** The decimals of a rate that does not say them: those it shows, at least two. */
export function precisionDe(precision: unknown, tasa: string): number {
  return typeof precision === 'number' ? precision : Math.max(decimalesDe(tasa), 2)
}

/** A currency of the original brief: id, nombre, imagen, simbolo, iso; inside a card, its nombre alone. */
export function completarMoneda(moneda: unknown): Fila {
  const known = (moneda ?? {}) as Fila
  const iso = known.iso ?? known.nombre ?? ''
  return { id: 0, nombre: iso, imagen: null, simbolo: known.iso ?? '', decimales: 2, ...known, iso }
}

/** `complete` for every row of a list; what is no list stays as it is. */
export function cadaUna(complete: (fila: Fila) => Fila) {
  return (answer: unknown) => (Array.isArray(answer) ? answer.map(complete) : answer)
}

import { decimalesDe, isDecimal } from './dinero/decimal.ts'

/*
 * The original brief names few fields of its answers. The same screens must work with a server that answers only those
 * . The functions below fill in the missing fields before any screen reads an answer (`lee` of an endpoint).
 */

export type Fila = Readonly<Record<string, unknown>>

/** The text of a value that is a number or a numeric text; empty for any other value. */
export function numeroTexto(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && isDecimal(text) ? text : ''
}

/** The precision of a rate. When `precision` is missing, it is the decimals that `tasa` shows, at least two. */
export function precisionDe(precision: unknown, tasa: string): number {
  return typeof precision === 'number' ? precision : Math.max(decimalesDe(tasa), 2)
}

/** Completes a currency of the original brief: it has id, nombre, imagen, simbolo and iso, or in a card only nombre. */
export function completarMoneda(moneda: unknown): Fila {
  const known = (moneda ?? {}) as Fila
  const iso = known.iso ?? known.nombre ?? ''
  return { id: 0, nombre: iso, imagen: null, simbolo: known.iso ?? '', decimales: 2, ...known, iso }
}

/** A function that applies `complete` to each row of a list and returns any other value unchanged. */
export function cadaUna(complete: (fila: Fila) => Fila) {
  return (answer: unknown) => (Array.isArray(answer) ? answer.map(complete) : answer)
}

/** How many notes of one value a bill counter counted. */
export interface Contado {
  /** As the house writes the denomination: `100`, `0.50`. */
  valor: string
  cantidad: number
}

/**
 * A line of a bill counter: a value and how many, with a sign between them (`100 x 25`, `100,25`, `50:3`, `20=40`).
 * Null for anything else, such as its totals.
 */
export function leerContado(line: string): Contado | null {
  const [, valor, cantidad] =
    /^\s*(?:[A-Z]{3}\s+)?(\d{1,6}(?:\.\d{1,2})?)\s*[xX*,;:=\t]\s*(\d{1,5})\s*(?:PCS)?\s*$/.exec(
      line,
    ) ?? []
  return valor && cantidad ? { valor, cantidad: Number(cantidad) } : null
}

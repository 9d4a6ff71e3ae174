/** How many notes of one value a bill counter counted. */
export interface Contado {
  /** As the house writes the denomination: `100`, `0.50`. */
  valor: string
  cantidad: number
  /** The currency that the device named, if it did: `USD`. */
  iso: string | null
}

/** The total that a bill counter writes below its values, in decimal text. */
export interface TotalContado {
  total: string
  iso: string | null
}

/**
 * A line of a bill counter: a value and how many, with a sign between them (`100 x 25`, `100,25`, `50:3`, `20=40`), or
 * its total (`TOTAL 2500`). Null for anything else.
 */
export function leerContado(line: string): Contado | TotalContado | null {
  const [, iso = null, valor, cantidad] =
    /^\s*(?:([A-Z]{3})\s+)?(\d{1,6}(?:\.\d{1,2})?)\s*[xX*,;:=\t]\s*(\d{1,5})\s*(?:PCS)?\s*$/.exec(
      line,
    ) ?? []
  if (valor && cantidad) return { valor, cantidad: Number(cantidad), iso }
  const [, before, total, after] =
    /^\s*(?:([A-Z]{3})\s+)?TOTAL\s*[:=]?\s*(\d{1,9}(?:\.\d{1,2})?)(?:\s+([A-Z]{3}))?\s*$/i.exec(
      line,
    ) ?? []
  return total ? { total, iso: (before ?? after)?.toUpperCase() ?? null } : null
}

/**
 * The account for which a device counted: the one in which somebody stands, unless the device named another currency;
 * from elsewhere the only one that it can be. Null where nobody can tell.
 */
export function cuentaContada<T extends { iso: string }>(
  cuentas: readonly T[],
  iso: string | null,
  enfocada: T | undefined,
): T | null {
  if (enfocada && (iso === null || enfocada.iso === iso)) return enfocada
  const all = cuentas.filter((c) => iso === null || c.iso === iso)
  return (all.length === 1 && all[0]) || null
}

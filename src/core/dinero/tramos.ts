import type { Palabras } from '../base.ts'
import { type Decimal, decimal } from './decimal.ts'
import { cotizar, type Tasa } from './tasa.ts'

/** What a corridor's rates are called, from the smallest amounts on. */
export const SEGMENTOS = {
  publico: 'Público',
  mayorista: 'Mayorista',
  preferente: 'Preferente',
} as const satisfies Record<Palabras['tipos_cambios.segmento'], string>
export type Segmento = keyof typeof SEGMENTOS

/** The rate of a segment inside a sentence: `tasa al público`, `tasa mayorista`. */
export function nombreTasa(segmento: Segmento): string {
  return segmento === 'publico' ? 'tasa al público' : `tasa ${SEGMENTOS[segmento].toLowerCase()}`
}

/** A step of a corridor's ladder, by what the client hands over. Decimal texts. */
export interface Tramo extends Tasa {
  /** From here on, this amount in. */
  desde: string
  /** Up to here, this amount out: where the next step begins. Null: no end. */
  hasta: string | null
  /** Its own largest amount, in; null: none. */
  tope: string | null
}

function contiene({ desde, hasta, tope }: Tramo, monto: Decimal): boolean {
  return (
    monto.gte(decimal(desde)) &&
    (hasta === null || monto.lt(decimal(hasta))) &&
    (tope === null || monto.lte(decimal(tope)))
  )
}

/** The step of an amount that the client hands over; null when it has none. */
export function tramoDe<T extends Tramo>(tramos: readonly T[], envia: string): T | null {
  const monto = decimal(envia)
  return tramos.find((tramo) => contiene(tramo, monto)) ?? null
}

export type ParaRecibir<T> =
  /** Handing over `envia` at this step's rate yields what is wanted. */
  | { tramo: T; envia: string; salto: false }
  /**
   * No amount yields exactly that: the step below would ask as much as this one begins with, which yields more.
   * `envia` is that beginning.
   */
  | { tramo: T; envia: string; salto: true }

/**
 * The step at which somebody receives `recibe`, and what he hands over for it, rounded up in his currency's
 * decimals. `tramos` in order. Null when it is less than the least or more than the most that is quoted.
 */
export function tramoParaRecibir<T extends Tramo>(
  tramos: readonly T[],
  recibe: string,
  decimales: { envia: number; recibe: number },
): ParaRecibir<T> | null {
  const asked = tramos.map((tramo) => ({ tramo, ...cotizar({ recibe }, tramo, decimales) }))
  const exact = asked.find(({ tramo, envia }) => contiene(tramo, decimal(envia)))
  if (exact) return { tramo: exact.tramo, envia: exact.envia, salto: false }
  const above = asked.find(({ tramo, envia }) => decimal(envia).lt(decimal(tramo.desde)))
  if (!above || above === asked[0]) return null
  // A step below that ends before, by its own bound, leaves the amount without a rate: nothing to jump over.
  const below = asked[asked.indexOf(above) - 1]
  if (!below?.tramo.hasta || decimal(below.envia).lt(decimal(below.tramo.hasta))) return null
  return { tramo: above.tramo, envia: above.tramo.desde, salto: true }
}

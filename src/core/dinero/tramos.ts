import type { Palabras } from '../base.ts'
import { type Decimal, decimal } from './decimal.ts'
import { cotizar, type Tasa } from './tasa.ts'

/** Labels of the rates of a corridor, from the smallest amounts to the largest. */
export const SEGMENTOS = {
  publico: 'Público',
  mayorista: 'Mayorista',
  preferente: 'Preferente',
} as const satisfies Record<Palabras['tipos_cambios.segmento'], string>
export type Segmento = keyof typeof SEGMENTOS

/** The name of a segment's rate within a sentence: `tasa al público`, `tasa mayorista`. */
export function nombreTasa(segmento: Segmento): string {
  return segmento === 'publico' ? 'tasa al público' : `tasa ${SEGMENTOS[segmento].toLowerCase()}`
}

/** A step (`tramo`) of a corridor. Its bounds are amounts that the client hands over, as decimal texts. */
export interface Tramo extends Tasa {
  /** First amount of the step, inclusive. */
  desde: string
  /** First amount of the next step, exclusive; null in the last step. */
  hasta: string | null
  /** Largest amount quoted in this step, inclusive; null when it has none of its own. */
  tope: string | null
}

/**
 * The steps that reign for a client of `segmento`, in ascending order: his own begins with the first amount that is
 * quoted, and none below it reigns for him. Twin of SQL `tipos_cambios_del_cliente`.
 */
export function tramosPara<T extends Tramo & { segmento: Segmento }>(
  tramos: readonly T[],
  segmento: Segmento | undefined,
): readonly T[] {
  const at = segmento === 'publico' ? 0 : tramos.findIndex((each) => each.segmento === segmento)
  const [first, own] = [tramos[0], tramos[at]]
  if (at <= 0 || !first || !own) return tramos
  return [{ ...own, desde: first.desde }, ...tramos.slice(at + 1)]
}

function contiene({ desde, hasta, tope }: Tramo, monto: Decimal): boolean {
  return (
    monto.gte(decimal(desde)) &&
    (hasta === null || monto.lt(decimal(hasta))) &&
    (tope === null || monto.lte(decimal(tope)))
  )
}

/** The step that contains the amount `envia`; null when none does. */
export function tramoDe<T extends Tramo>(tramos: readonly T[], envia: string): T | null {
  const monto = decimal(envia)
  return tramos.find((tramo) => contiene(tramo, monto)) ?? null
}

export type ParaRecibir<T> =
  /** `envia` yields `recibe` at the rate of `tramo`. */
  | { tramo: T; envia: string; salto: false }
  /**
   * No amount yields exactly `recibe`: at the rate of the step below it would cost no less than the first amount of
   * `tramo`, which already yields more. `envia` is that first amount.
   */
  | { tramo: T; envia: string; salto: true }

/**
 * Finds the step whose rate yields `recibe`, and the amount `envia` to hand over for it, rounded up to the decimals of
 * its currency. `tramos` must be in ascending order. Returns null when the amount is outside what is quoted.
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
  // When the step below has a `tope` of its own, amounts between it and this step have no rate: this is no jump.
  const below = asked[asked.indexOf(above) - 1]
  if (!below?.tramo.hasta || decimal(below.envia).lt(decimal(below.tramo.hasta))) return null
  return { tramo: above.tramo, envia: above.tramo.desde, salto: true }
}

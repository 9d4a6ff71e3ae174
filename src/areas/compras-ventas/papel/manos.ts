import { type ConCodigo, formatMonto, sinConfundir } from '../../../core/formato.ts'
import type { Esperado, Lado, Parte } from '../rules.ts'

/** The amounts that change hands, from the client's side: what he hands over and what he receives. */
export interface Manos {
  entrega: string
  recibe: string
}

/**
 * The amounts of each side in words, each in its own currency: `€ 50.00 y S/ 5.00`. Two currencies of one symbol, such as
 * dollars in notes and by Zelle, are told apart by their codes.
 */
export function manosDe(
  totales: readonly Esperado[],
  monedas: Readonly<Record<Parte, ConCodigo>>,
): Manos {
  const signs = sinConfundir(totales.map(({ parte }) => monedas[parte]))
  const side = (lado: Lado) =>
    totales
      .flatMap((one, n) => {
        const sign = signs[n]
        return one.lado === lado && sign ? [formatMonto(one.total, sign)] : []
      })
      .join(' y ')
  return { entrega: side('recibimos'), recibe: side('entregamos') }
}

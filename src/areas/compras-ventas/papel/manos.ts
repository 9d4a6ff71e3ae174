import { formatMonto, type Simbolo } from '../../../core/formato.ts'
import type { Esperado, Lado, Parte } from '../rules.ts'

/** The amounts that change hands, from the client's side: what he hands over and what he receives. */
export interface Manos {
  entrega: string
  recibe: string
}

/** The amounts of each side in words, each in its own currency: `€ 50.00 y S/ 5.00`. */
export function manosDe(totales: readonly Esperado[], monedas: Record<Parte, Simbolo>): Manos {
  const side = (lado: Lado) =>
    totales
      .filter((one) => one.lado === lado)
      .map(({ parte, total }) => formatMonto(total, monedas[parte]))
      .join(' y ')
  return { entrega: side('recibimos'), recibe: side('entregamos') }
}

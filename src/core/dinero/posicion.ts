import { type Decimal, dividir } from './decimal.ts'

/** Decimals of the functional currency (PEN), in which every cost is kept. */
export const DECIMALES_FUNCIONAL = 2

/** The house's holding of one foreign currency and its cost. */
export interface Posicion {
  /** Quantity, in the currency itself, ≥ 0. */
  cantidad: Decimal
  /** Cost of that quantity in the functional currency, ≥ 0. */
  costo: Decimal
}

/**
 * Cost of an outflow of `cantidad`: `cantidad · costo / cantidad held`, rounded half away from zero to the functional
 * decimals. When the whole quantity leaves, all the remaining cost leaves with it, so no cent stays behind.
 * @throws RangeError when `cantidad` exceeds the quantity held.
 */
export function costoDeSalida(posicion: Posicion, cantidad: Decimal): Decimal {
  if (cantidad.gt(posicion.cantidad)) throw new RangeError('more leaves than the position holds')
  if (cantidad.eq(posicion.cantidad)) return posicion.costo
  return dividir(cantidad.times(posicion.costo), posicion.cantidad, DECIMALES_FUNCIONAL, 'medio')
}

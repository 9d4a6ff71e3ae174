import { type Decimal, dividir } from './decimal.ts'

/** Decimals of the functional currency (PEN), in which every cost is kept. */
export const DECIMALES_FUNCIONAL = 2

/** What the house holds of one foreign currency, and what it cost. */
export interface Posicion {
  /** Quantity, in the currency itself, ≥ 0. */
  cantidad: Decimal
  /** Cost of that quantity in the functional currency, ≥ 0. */
  costo: Decimal
}

/**
 * Cost at which `cantidad` leaves: `cantidad · K / Q`, half away from zero to the functional decimals;
 * the last unit takes all that is left of the cost, so no cent stays behind.
 * Throws `RangeError` when more leaves than there is.
 */
export function costoDeSalida(posicion: Posicion, cantidad: Decimal): Decimal {
  if (cantidad.gt(posicion.cantidad)) throw new RangeError('more leaves than the position holds')
  if (cantidad.eq(posicion.cantidad)) return posicion.costo
  return dividir(cantidad.times(posicion.costo), posicion.cantidad, DECIMALES_FUNCIONAL, 'medio')
}

import type { z } from 'zod'
import { decimal, isDecimal } from '../../core/dinero/decimal.ts'

export const AL_REVES = 'La venta no puede ser menor que la compra: revise si están al revés.'

/** Whether two prices are the wrong way round: nobody buys for more than he sells. */
export function alReves(compra: unknown, venta: unknown): boolean {
  if (typeof compra !== 'string' || typeof venta !== 'string') return false
  return isDecimal(compra) && isDecimal(venta) && decimal(compra).gt(decimal(venta))
}

/** Refuses a pair of prices the wrong way round. */
export function exigirOrden(
  { compra, venta }: { compra: string; venta: string },
  ctx: z.core.$RefinementCtx,
): void {
  if (!alReves(compra, venta)) return
  ctx.addIssue({ code: 'custom', message: AL_REVES, path: ['venta'], input: venta })
}

/** A signed difference in words, so that nothing is said by a sign or a colour alone. */
export function enPalabras(monto: string): 'más' | 'menos' | 'igual' {
  const value = decimal(monto)
  if (value.eq(0)) return 'igual'
  return value.gt(0) ? 'más' : 'menos'
}

import type { z } from 'zod'
import { decimal, isDecimal } from '../../core/dinero/decimal.ts'

/** Nobody buys for more than he sells: refuses a pair of prices the wrong way round. */
export function exigirOrden(
  { compra, venta }: { compra: string; venta: string },
  ctx: z.core.$RefinementCtx,
): void {
  if (!isDecimal(compra) || !isDecimal(venta) || decimal(compra).lte(decimal(venta))) return
  const message = 'La venta no puede ser menor que la compra: revise si están al revés.'
  ctx.addIssue({ code: 'custom', message, path: ['venta'], input: venta })
}

/** A signed difference in words, so that nothing is said by a sign or a colour alone. */
export function enPalabras(monto: string): 'más' | 'menos' | 'igual' {
  const value = decimal(monto)
  if (value.eq(0)) return 'igual'
  return value.gt(0) ? 'más' : 'menos'
}

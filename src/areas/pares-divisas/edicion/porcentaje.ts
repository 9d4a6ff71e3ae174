import { decimal } from '../../../core/dinero/decimal.ts'
import { formatDecimal } from '../../../core/formato.ts'

/** `+0.57 %`, `−1.20 %`, `0.00 %`. */
export function porcentaje(text: string): string {
  return `${decimal(text).gt(0) ? '+' : ''}${formatDecimal(text, 2)} %`
}

import { formatMonto, type Simbolo } from '../../../core/formato.ts'
import type { Tarifa } from './tarifa.ts'

/**
 * What the client pays for using a way of paying, as a list says it: `1.5 % + S/ 2.00, de S/ 1.00 a S/ 10.00`; null where it
 * is free. Fixed amounts are in the currency of the books.
 */
export function tarifaEnPalabras({ pct, fija, min, max }: Tarifa, libros: Simbolo): string | null {
  const monto = (text: string) => formatMonto(text, libros)
  const parts = [pct && `${pct} %`, fija && monto(fija)].filter(Boolean)
  if (parts.length === 0) return null
  const limits = [
    min && `${max ? 'de' : 'desde'} ${monto(min)}`,
    max && `${min ? 'a' : 'hasta'} ${monto(max)}`,
  ]
  const between = limits.filter(Boolean).join(' ')
  return `${parts.join(' + ')}${between && `, ${between}`}`
}

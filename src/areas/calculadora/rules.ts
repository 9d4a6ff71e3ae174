import { decimal, texto } from '../../core/dinero/decimal.ts'
import { convertir, esTasa, type Tasa } from '../../core/dinero/tasa.ts'

/** A card's amount: what would have been taken in that currency for the same total, with 2 decimals. Null without a price. */
export function enDivisa(total: string, compra: string): string | null {
  if (!esTasa(compra)) return null
  const rate: Tasa = { tasa: compra, metodo_calculo: 'd' }
  return texto(convertir(decimal(total), rate, 2, 'medio'), 2)
}

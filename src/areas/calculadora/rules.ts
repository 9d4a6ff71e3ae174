import { decimal, texto } from '../../core/dinero/decimal.ts'
import { convertir, esTasa, type Tasa } from '../../core/dinero/tasa.ts'

/**
 * A card's amount: what the same total would be in that currency at our buying price; 2 decimals. Null without a price.
 */
export function enDivisa(total: string, compra: string): string | null {
  if (!esTasa(compra)) return null
  const tasa: Tasa = { tasa: compra, metodo_calculo: 'd' }
  return texto(convertir(decimal(total), tasa, 2, 'medio'), 2)
}

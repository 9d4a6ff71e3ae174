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

/** The currency with which a calculator is quoted at first, VES. */
const COTIZACION_ID = 1

/**
 * The currency to receive before anybody chose one. A house whose own currency is the usual quote begins with the first
 * corridor of its country; null where it has none.
 */
export function cotizacionInicial(
  casa: number,
  { pais, base }: { pais: string; base: number },
  corredores: readonly { pais: string; base_id: number; cotizacion_id: number }[],
): number | null {
  if (casa !== COTIZACION_ID) return COTIZACION_ID
  const own = corredores.find((each) => each.pais === pais && each.base_id === base)
  return own?.cotizacion_id ?? null
}

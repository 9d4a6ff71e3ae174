import { decimal } from '../../../core/dinero/decimal.ts'
import type { Opciones, TasaMostrador } from '../mostrador/calculo/tipos.ts'

/** What the house pays and asks for one unit of a currency, at the smallest amount. */
export interface Precio {
  divisa: TasaMostrador['divisa']
  compra: TasaMostrador | null
  venta: TasaMostrador | null
}

/** The prices of the public against the functional currency, in the order of the counter; expired ones are left out. */
export function preciosDe({ tasas, funcional }: Pick<Opciones, 'tasas' | 'funcional'>): Precio[] {
  const shown = tasas.filter(
    ({ tipo, segmento, contramoneda, desde, vencida }) =>
      tipo !== 'canje' &&
      segmento === 'publico' &&
      contramoneda.id === funcional.id &&
      decimal(desde).eq(0) &&
      !vencida,
  )
  const byId = new Map<number, Precio>()
  for (const tasa of shown) {
    const precio = byId.get(tasa.divisa.id) ?? { divisa: tasa.divisa, compra: null, venta: null }
    precio[tasa.tipo === 'compra' ? 'compra' : 'venta'] ??= tasa
    byId.set(tasa.divisa.id, precio)
  }
  return [...byId.values()]
}

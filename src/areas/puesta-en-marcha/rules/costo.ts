import { type Decimal, decimal, dividir, texto, UNO } from '../../../core/dinero/decimal.ts'

/** Digits that a price of a payout currency is given, which is a small part of a unit of the books. */
const CIFRAS = 5
const MINIMO = 2
const MAXIMO = 8

interface Casa {
  id: number
  pais: string
}

interface Publicado {
  pais: string
  base_id: number
  cotizacion_id: number
  compra: string
  precision: number
  estatus: boolean
}

export interface Costo {
  compra: string
  precision: number
}

/**
 * What one unit of each currency costs the house today, in the currency of its books, by currency: the purchase price
 * of its counter; of what it pays out, the currency whose sale brings it, at its own cost.
 */
export function costosDe(pares: readonly Publicado[], casa: Casa): Map<number, Costo> {
  const published = pares.filter(({ estatus }) => estatus)
  const costs = new Map<number, Costo>(
    published
      .filter(({ pais, cotizacion_id }) => pais === casa.pais && cotizacion_id === casa.id)
      .map(({ base_id, compra, precision }) => [base_id, { compra, precision }]),
  )
  const direct = new Map(costs)
  for (const { base_id, cotizacion_id, compra } of published) {
    const own = direct.get(base_id)
    if (cotizacion_id === casa.id || costs.has(cotizacion_id)) continue
    const base = base_id === casa.id ? UNO : own && decimal(own.compra)
    if (base) costs.set(cotizacion_id, enLibros(base, decimal(compra)))
  }
  return costs
}

/** The cost of a unit where `unidades` of them cost `costo`: `CIFRAS` digits from its first on, within the bounds. */
function enLibros(costo: Decimal, unidades: Decimal): Costo {
  const { e } = dividir(costo, unidades, MAXIMO + 2, 'medio')
  const precision = Math.min(MAXIMO, Math.max(MINIMO, CIFRAS - 1 - e))
  return { compra: texto(dividir(costo, unidades, precision, 'medio'), precision), precision }
}

/**
 * The ids of the currencies that the house publishes to pay out in and holds no account in: an order to be paid in one
 * of them is registered and waits. A pair of another country, or of the reference, is priced in what it pays out.
 */
export function monedasSinCuenta(
  pares: readonly Pick<Publicado, 'pais' | 'cotizacion_id' | 'estatus'>[],
  cuentas: readonly { moneda: { id: number } }[],
  casa: Casa,
): number[] {
  const held = new Set([casa.id, ...cuentas.map(({ moneda }) => moneda.id)])
  const paid = pares
    .filter(({ pais, estatus }) => estatus && pais !== casa.pais)
    .map(({ cotizacion_id }) => cotizacion_id)
  return [...new Set(paid)].filter((id) => !held.has(id))
}

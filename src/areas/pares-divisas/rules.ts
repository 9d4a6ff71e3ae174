import { CERO, decimal, decimalesDe, dividir, isDecimal, texto } from '../../core/dinero/decimal.ts'
import { esTasa } from '../../core/dinero/tasa.ts'

export interface Precios {
  compra: string
  venta: string
}

/** We never sell cheaper than we buy. True as well while one of the two cannot be read yet. */
export function ordenados({ compra, venta }: Precios): boolean {
  if (!isDecimal(compra) || !isDecimal(venta)) return true
  return decimal(compra).lte(decimal(venta))
}

/** Does a price need more decimals than its pair has? */
export function excedeDecimales(precio: string, precision: number): boolean {
  return decimalesDe(precio) > precision
}

/**
 * How far a price moves, in percent of the one before with two decimals and its sign: `3.520` → `3.6256`
 * is `3.00`. Prices are decimal texts > 0.
 */
export function variacion(antes: string, despues: string): string {
  const change = decimal(despues).minus(decimal(antes)).times(100)
  return texto(dividir(change, decimal(antes), 2, 'medio'), 2)
}

/** Does one of the two prices move more than `alerta` percent? Exact, before any rounding. */
export function superaAlerta(antes: Precios, despues: Precios, alerta: string): boolean {
  const far = (from: string, to: string) =>
    decimal(to)
      .minus(decimal(from))
      .abs()
      .times(100)
      .gt(decimal(from).times(decimal(alerta)))
  return far(antes.compra, despues.compra) || far(antes.venta, despues.venta)
}

/** The larger of both prices' variations, as it is told to the person. */
export function mayorVariacion(antes: Precios, despues: Precios): string {
  const both = [variacion(antes.compra, despues.compra), variacion(antes.venta, despues.venta)]
  const size = (text: string | undefined) => (text ? decimal(text).abs() : CERO)
  return (size(both[1]).gt(size(both[0])) ? both[1] : both[0]) ?? '0.00'
}

/** Difference between sale and purchase, and its percent of the purchase with two decimals; null without both. */
export function spread({ compra, venta }: Precios, precision: number) {
  if (!esTasa(compra) || !esTasa(venta)) return null
  return {
    monto: texto(decimal(venta).minus(decimal(compra)), precision),
    pct: variacion(compra, venta),
  }
}

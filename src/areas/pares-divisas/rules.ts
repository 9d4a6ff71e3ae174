import { CERO, decimal, decimalesDe, dividir, isDecimal, texto } from '../../core/dinero/decimal.ts'
import { esTasa } from '../../core/dinero/tasa.ts'

export interface Precios {
  compra: string
  venta: string
}

/** Is the sale price at least the purchase price? Also true while either is not a number yet. */
export function ordenados({ compra, venta }: Precios): boolean {
  if (!isDecimal(compra) || !isDecimal(venta)) return true
  return decimal(compra).lte(decimal(venta))
}

/** Does a price have more decimals than its pair's precision? */
export function excedeDecimales(precio: string, precision: number): boolean {
  return decimalesDe(precio) > precision
}

/**
 * The change of a price, in percent of the old one, with sign and two decimals: `3.520` → `3.6256` is `3.00`. Prices
 * are decimal texts above zero.
 */
export function variacion(antes: string, despues: string): string {
  const change = decimal(despues).minus(decimal(antes)).times(100)
  return texto(dividir(change, decimal(antes), 2, 'medio'), 2)
}

/** Does either price move more than `alerta` percent? Compared exactly, without rounding. */
export function superaAlerta(antes: Precios, despues: Precios, alerta: string): boolean {
  const far = (from: string, to: string) =>
    decimal(to)
      .minus(decimal(from))
      .abs()
      .times(100)
      .gt(decimal(from).times(decimal(alerta)))
  return far(antes.compra, despues.compra) || far(antes.venta, despues.venta)
}

/** The larger of the two prices' variations, for the message. */
export function mayorVariacion(antes: Precios, despues: Precios): string {
  const both = [variacion(antes.compra, despues.compra), variacion(antes.venta, despues.venta)]
  const size = (text: string | undefined) => (text ? decimal(text).abs() : CERO)
  return (size(both[1]).gt(size(both[0])) ? both[1] : both[0]) ?? '0.00'
}

/**
 * The difference between sale and purchase, and its percentage of the purchase with two decimals; null without both.
 */
export function spread({ compra, venta }: Precios, precision: number) {
  if (!esTasa(compra) || !esTasa(venta)) return null
  return {
    monto: texto(decimal(venta).minus(decimal(compra)), precision),
    pct: variacion(compra, venta),
  }
}

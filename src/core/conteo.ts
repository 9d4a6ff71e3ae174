import { decimal, isDecimal, suma, texto } from './decimal.ts'

/** So many notes or coins of one value, as text and whole number. */
export interface Conteo {
  clase: 'billete' | 'moneda'
  valor: string
  cantidad: number
}

/** What a count comes to, in the currency's decimals. Twin of SQL `denominaciones_suma`. */
export function sumaConteo(conteo: readonly Conteo[], decimales: number): string {
  return texto(suma(conteo.map(({ valor, cantidad }) => decimal(valor).times(cantidad))), decimales)
}

/** True when a count comes to exactly this amount. */
export function cuadra(conteo: readonly Conteo[], monto: string): boolean {
  return isDecimal(monto) && decimal(sumaConteo(conteo, 8)).eq(monto)
}

/** A count in words: `2 × 50 · 3 × 0.20`. */
export function conteoTexto(conteo: readonly Conteo[]): string {
  return conteo.map(({ cantidad, valor }) => `${cantidad} × ${valor}`).join(' · ')
}

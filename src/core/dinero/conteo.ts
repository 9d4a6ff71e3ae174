import { z } from 'zod'
import { montoSchema } from '../fields.ts'
import { decimal, isDecimal, suma, texto } from './decimal.ts'

/** A note or a coin. */
export const clasePieza = z.enum(['billete', 'moneda'], { error: 'Elija billete o moneda.' })

/** So many notes or coins of one value, as text and whole number. */
export interface Conteo {
  clase: z.infer<typeof clasePieza>
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

/** Body of a count: so many notes or coins of each value; an empty one is an empty till. */
export const denominacionesSchema = z
  .array(
    z.strictObject({
      clase: clasePieza,
      valor: montoSchema,
      cantidad: z
        .int({ error: 'Escriba un número entero.' })
        .min(1, 'Debe ser al menos 1.')
        .max(99_999, 'Debe ser como máximo 99999.'),
    }),
  )
  .max(40, 'Son demasiadas denominaciones.')

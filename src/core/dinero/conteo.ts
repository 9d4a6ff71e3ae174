import { z } from 'zod'
import { montoSchema } from '../fields.ts'
import { decimal, isDecimal, suma, texto } from './decimal.ts'

/** Kind of a denomination: note or coin. */
export const clasePieza = z.enum(['billete', 'moneda'], { error: 'Elija billete o moneda.' })

/** Upper bound of the notes or coins of one value in a count. */
export const MAX_PIEZAS = 99_999

/** Number of notes or coins of one value: 1 to `MAX_PIEZAS`. */
export const cantidadPiezas = z
  .int({ error: 'Escriba un número entero.' })
  .min(1, 'Debe ser al menos 1.')
  .max(MAX_PIEZAS, `Debe ser como máximo ${MAX_PIEZAS}.`)

/** One line of a count: `cantidad` notes or coins of `valor` (decimal text) each. */
export interface Conteo {
  clase: z.infer<typeof clasePieza>
  valor: string
  cantidad: number
}

/** The sum of a count, as text with the currency's `decimales`. Twin of SQL `denominaciones_suma`. */
export function sumaConteo(conteo: readonly Conteo[], decimales: number): string {
  return texto(suma(conteo.map(({ valor, cantidad }) => decimal(valor).times(cantidad))), decimales)
}

/** True when the count sums to exactly `monto`; false when `monto` is not decimal text. */
export function cuadra(conteo: readonly Conteo[], monto: string): boolean {
  return isDecimal(monto) && decimal(sumaConteo(conteo, 8)).eq(monto)
}

/** A count as text for the user: `2 × 50 · 3 × 0.20`. */
export function conteoTexto(conteo: readonly Conteo[]): string {
  return conteo.map(({ cantidad, valor }) => `${cantidad} × ${valor}`).join(' · ')
}

/** Body of a count: at most 40 lines. An empty list means that the till is empty. */
export const denominacionesSchema = z
  .array(
    z.strictObject({
      clase: clasePieza,
      valor: montoSchema,
      cantidad: cantidadPiezas,
    }),
  )
  .max(40, 'Son demasiadas denominaciones.')

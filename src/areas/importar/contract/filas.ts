import { z } from 'zod'
import { keyOf } from '../../../core/contract.ts'

/** The outcome of a row of the file. */
export const ESTADOS = {
  nueva: 'Se crea',
  igual: 'Ya está',
  distinta: 'Ya está, distinta',
  rechazada: 'No se puede',
} as const
export type EstadoFila = keyof typeof ESTADOS

export const fila = z.object({
  /** Row number, 1 for the first row below the titles; empty rows are not counted. */
  fila: z.int(),
  /** Line number in the file that was read. */
  linea: z.int(),
  estado: keyOf(ESTADOS),
  nombre: z.string(),
  /** The row that was created, or the existing one that this row repeats. */
  id: z.int().nullable(),
  /** `clave`: the column; null when the reason concerns the whole row. */
  motivos: z.array(z.object({ clave: z.string().nullable(), msg: z.string() })),
})
export type Fila = z.infer<typeof fila>

export const totales = z.object({
  filas: z.int(),
  nueva: z.int(),
  igual: z.int(),
  distinta: z.int(),
  rechazada: z.int(),
})
export type Totales = z.infer<typeof totales>

/** The decimal sign of the file, needed when the numbers are ambiguous. */
export const decimales = z.enum(['punto', 'coma'], { error: 'Elija punto o coma.' }).optional()

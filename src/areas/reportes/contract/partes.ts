import { z } from 'zod'
import { consultaPagina } from '../../../core/contract.ts'
import { PERIODOS, type Periodo } from '../rules.ts'

export const TIPOS = {
  compra: 'Compra',
  venta: 'Venta',
  canje: 'Canje',
  orden: 'Orden',
  transferencia: 'Transferencia',
  otro: 'Otros',
} as const
export type Tipo = keyof typeof TIPOS

export const enumOf = <T extends Record<string, string>>(words: T, error: string) =>
  z.enum(Object.keys(words) as [keyof T & string], { error })

const numero = (error: string, max = 9) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${max}}$`), error)
    .transform(Number)
    .optional()

/** The period: a name, or dates. The server answers which days it covers. */
export const porPeriodo = {
  periodo: z
    .enum(Object.keys(PERIODOS) as [Periodo, ...Periodo[]], { error: 'Ese período no existe.' })
    .optional(),
  desde: consultaPagina.desde,
  hasta: consultaPagina.hasta,
}

/** Filters of a report of operations. Zero selects operations without one. */
export const porOperacion = {
  moneda_id: numero('La moneda no es válida.'),
  /** Currencies handed over and received by the client: `2-3`. */
  corredor: z
    .string()
    .regex(/^\d{1,9}-\d{1,9}$/, 'El corredor no es válido.')
    .optional(),
  /** The user who registered the operation. */
  usuario_id: numero('El usuario no es válido.'),
  /** The branch of the operation. */
  sucursal_id: numero('La sucursal no es válida.'),
  tipo: enumOf(TIPOS, 'Elija un tipo de la lista.').optional(),
  /** Hour of the day in Lima: 9 is from 09:00 to 09:59. */
  hora: z
    .string()
    .regex(/^(1?\d|2[0-3])$/, 'La hora no es válida.')
    .transform(Number)
    .optional(),
}

const rango = z.object({ desde: z.iso.date(), hasta: z.iso.date() })

/** Fields that every report answers besides its figures. */
export const comparacion = {
  periodo: rango,
  antes: rango,
  /** Seconds by which what was read is behind the books, where a replica was read; left out when nothing is missing. */
  datos_hace: z.int().optional(),
}

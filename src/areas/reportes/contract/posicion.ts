import { z } from 'zod'
import { decimalText, endpoint } from '../../../core/contract.ts'
import { comparacion, porOperacion, porPeriodo } from './partes.ts'

const fila = z.object({
  /** The day, in a report of one currency; null in a report of the whole period. */
  fecha: z.iso.date().nullable(),
  moneda_id: z.int(),
  /** In units of the currency: opening plus movements equals closing. */
  apertura: decimalText,
  comprado: decimalText,
  vendido: decimalText,
  ordenes: decimalText,
  transferencias: decimalText,
  otros: decimalText,
  cierre: decimalText,
  /** Owed now in this currency, and the close without it; only where the close is the present one. */
  debe: decimalText.optional(),
  neta: decimalText.optional(),
  /** At the close, in the functional currency; only for users who may see cost. */
  costo: decimalText.optional(),
  promedio: decimalText.nullable().optional(),
})
export type FilaPosicion = z.infer<typeof fila>

const posicion = z.object({
  ...comparacion,
  filas: z.array(fila),
  /** Total cost at the close of the period; only for users who may see cost. */
  costo: decimalText.optional(),
})
export type Posicion = z.infer<typeof posicion>

export const posiciones = {
  posicion: endpoint({
    method: 'GET',
    path: '/reportes/posicion',
    pesada: true,
    acceso: 'reportes:ver',
    resumen:
      'Apertura, movimientos y cierre de cada divisa en el período; de una divisa, día por día',
    query: z.strictObject({ ...porPeriodo, moneda_id: porOperacion.moneda_id }),
    response: posicion,
  }),
}

import { z } from 'zod'
import { decimalText, endpoint } from '../../../core/contract.ts'
import { comparacion, porOperacion, porPeriodo } from './partes.ts'

const fila = z.object({
  /** The day, where it is of one currency; null where it is of the whole period. */
  fecha: z.iso.date().nullable(),
  moneda_id: z.int(),
  /** In the currency's own units: opening and what moved it add up to the closing. */
  apertura: decimalText,
  comprado: decimalText,
  vendido: decimalText,
  ordenes: decimalText,
  transferencias: decimalText,
  otros: decimalText,
  cierre: decimalText,
  /** At the close, in the functional currency; only for those who may see cost. */
  costo: decimalText.optional(),
  promedio: decimalText.nullable().optional(),
})
export type FilaPosicion = z.infer<typeof fila>

const posicion = z.object({
  ...comparacion,
  filas: z.array(fila),
  /** What all of it cost at the close of the period; only for those who may see cost. */
  costo: decimalText.optional(),
})
export type Posicion = z.infer<typeof posicion>

export const posiciones = {
  posicion: endpoint({
    method: 'GET',
    path: '/reportes/posicion',
    acceso: 'reportes:ver',
    resumen:
      'Apertura, movimientos y cierre de cada divisa en el período; de una divisa, día por día',
    query: z.strictObject({ ...porPeriodo, moneda_id: porOperacion.moneda_id }),
    response: posicion,
  }),
}

import { z } from 'zod'
import { type Contract, decimalText, endpoint } from '../../core/contract.ts'

export const posicion = z.object({
  moneda: z.object({
    id: z.int(),
    iso: z.string(),
    nombre: z.string(),
    simbolo: z.string(),
    decimales: z.int(),
    imagen: z.string().nullable(),
  }),
  /** Quantity held, in the currency itself. */
  cantidad: decimalText,
  /** What is owed in it and not paid out yet, and what is left of `cantidad` then: below zero the house is short. */
  debe: decimalText,
  neta: decimalText,
  /** Market value of one unit today, in the functional currency; null when there is no price. */
  precio: decimalText.nullable(),
  /** `par`: our own purchase price. `cruce`: through the dollar, when we have no pair of our own. */
  precio_origen: z.enum(['par', 'cruce']).nullable(),
  valor: decimalText.nullable(),
  /** The fields below only for those who may see cost and profit; all in the functional currency. */
  costo: decimalText.optional(),
  promedio: decimalText.nullable().optional(),
  no_realizada: decimalText.nullable().optional(),
  ganancia_hoy: decimalText.optional(),
  ganancia_total: decimalText.optional(),
})
export type PosicionFila = z.infer<typeof posicion>

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/posiciones',
    acceso: 'posiciones:ver',
    resumen: 'Cantidad, costo, valor y ganancia de cada divisa',
    response: z.array(posicion),
  }),
} satisfies Contract

import { z } from 'zod'
import { type Contract, decimalText, endpoint } from '../../../core/contract.ts'
import { comparacion, enumOf, porOperacion, porPeriodo } from './partes.ts'

/** Groupings of the report of counts. */
export const VISTAS_ARQUEOS = { cajero: 'Cajero', cuenta: 'Caja' } as const
export type VistaArqueos = keyof typeof VISTAS_ARQUEOS

/** Counts of tills at their close, as approved; money in the functional currency, at the cost that was posted. */
const sumas = z.object({
  conteos: z.int(),
  /** Those that agreed with the books at the first count. */
  exactos: z.int(),
  recontados: z.int(),
  faltantes: z.int(),
  /** What lacked, above zero. */
  faltante: decimalText,
  sobrantes: z.int(),
  sobrante: decimalText,
  /** Surpluses less shortages. */
  neto: decimalText,
})
export type SumasArqueos = z.infer<typeof sumas>

const grupo = sumas.extend({
  clave: z.string(),
  nombre: z.string(),
  /** Counts between opening and close, by surprise or at the change of a shift; null by cashier. */
  arqueos: z.int().nullable(),
})
export type GrupoArqueos = z.infer<typeof grupo>

/** Apart from the contract of the other reports, which need not load it. */
export const contrato = {
  arqueos: endpoint({
    method: 'GET',
    acceso: 'reportes:ver',
    path: '/reportes/arqueos',
    pesada: true,
    replica: true,
    resumen: 'Cómo cuadraron las cajas del período, por cajero o por caja; pide ver cierres',
    query: z.strictObject({
      ...porPeriodo,
      sucursal_id: porOperacion.sucursal_id,
      por: enumOf(VISTAS_ARQUEOS, 'Esa vista no existe.').optional(),
    }),
    response: z.object({
      ...comparacion,
      filas: z.array(grupo),
      total: sumas,
      total_antes: sumas,
    }),
  }),
} satisfies Contract

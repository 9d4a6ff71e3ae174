import { z } from 'zod'
import { type Contract, decimalText, endpoint } from '../../../core/contract.ts'
import { comparacion, porOperacion, porPeriodo } from './partes.ts'

/** How many clients the report names; the others are in its totals. */
export const MAXIMO_CLIENTES = 100

const sumas = z.object({
  operaciones: z.int(),
  /** Value in dollars, as computed when each operation was made. */
  usd: decimalText,
})

const fila = sumas.extend({
  /** Null for operations without a client, all together. */
  cliente_id: z.int().nullable(),
  cliente: z.string().nullable(),
  /** Dollars per operation. */
  ticket: decimalText,
  /** Part of all dollars of the period, in percent; null where there are none. */
  parte: decimalText.nullable(),
  /** Dollars of the period before. */
  antes: decimalText,
  /** The business day of the latest operation. */
  ultima: z.iso.date(),
})
export type FilaCliente = z.infer<typeof fila>

/** Apart from the contract of the other reports, which need not load it. */
export const contrato = {
  clientes: endpoint({
    method: 'GET',
    acceso: 'reportes:ver',
    path: '/reportes/clientes',
    pesada: true,
    replica: true,
    resumen: 'Quiénes movieron más en el período, sin las anuladas; pide ver clientes',
    query: z.strictObject({
      ...porPeriodo,
      tipo: porOperacion.tipo,
      sucursal_id: porOperacion.sucursal_id,
    }),
    response: z.object({
      ...comparacion,
      filas: z.array(fila),
      /** Of all clients, those that are not named as well. */
      total: sumas.extend({ clientes: z.int() }),
      total_antes: sumas.extend({ clientes: z.int() }),
    }),
  }),
} satisfies Contract

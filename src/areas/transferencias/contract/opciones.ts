import { z } from 'zod'
import { decimalText } from '../../../core/contract.ts'
import { clasePieza } from '../../../core/dinero/conteo.ts'
import { monedaBreve } from '../../monedas/contract.ts'

/** An account for the form; limits and fees in its own currency. */
export const cuenta = z.object({
  id: z.int(),
  nombre: z.string(),
  tipo: z.string(),
  efectivo: z.boolean(),
  moneda: monedaBreve,
  /** Null of an account of another branch, for whoever does not see that: it may only arrive there. */
  saldo: decimalText.nullable(),
  /** What may leave: balance plus overdraft. */
  disponible: decimalText.nullable(),
  saldo_min: decimalText.nullable(),
  saldo_max: decimalText.nullable(),
  limite_op: decimalText.nullable(),
  comision_salida_pct: decimalText.nullable(),
  comision_salida_fija: decimalText.nullable(),
  responsable_id: z.int().nullable(),
  responsable: z.string().nullable(),
  /** The same, of another person's. */
  de: z.string().nullable(),
  sucursal_id: z.int().nullable(),
  /** Whether this user may transfer from it. */
  origen: z.boolean(),
})
export type Cuenta = z.infer<typeof cuenta>

/** The data that the form needs. */
export const opciones = z.object({
  cuentas: z.array(cuenta),
  desvio_pct: decimalText,
  /** Active people of the house, who may carry cash to another branch. */
  personas: z.array(z.object({ id: z.int(), nombre: z.string() })),
  /** Notes and coins of the currencies that define them, largest first. */
  piezas: z.array(
    z.object({
      moneda_id: z.int(),
      clase: clasePieza,
      valor: decimalText,
    }),
  ),
})
export type Opciones = z.infer<typeof opciones>

import { z } from 'zod'
import { decimalText } from '../contract.ts'
import { idSchema, montoSchema, opcional, texto } from '../fields.ts'
import { cantidadPiezas, clasePieza } from './conteo.ts'

export const referencia = opcional(texto('Referencia', { max: 60 }))

/** Fields of one line of a count, without its value: note or coin, and how many. */
export const conteo = { clase: clasePieza, cantidad: cantidadPiezas }

/** What the fees of payments are called on papers. */
export const TARIFA = 'Tarifa por forma de pago'

/** What the client pays for using a way of paying, in the functional currency; null for nothing. */
export const tarifaDeForma = z
  .object({
    pct: decimalText.nullable(),
    fija: decimalText.nullable(),
    min: decimalText.nullable(),
    max: decimalText.nullable(),
  })
  .nullable()

const tarifa = z.union([montoSchema, z.literal('0'), z.literal('0.00')], {
  error: 'Escriba un monto válido.',
})

/** One payment of an operation, from or to the client; SQL `pagos_leer` reads it. */
export const pago = z.strictObject({
  tipo_pago_id: idSchema,
  cuenta_id: idSchema,
  monto: montoSchema,
  referencia: referencia.schema,
  /** Id that the upload of its voucher answered. */
  comprobante_id: idSchema.nullable().default(null),
  /** The cash that was handed over, where it is more than `monto`: the rest is given back at once. */
  recibido: montoSchema.nullable().default(null),
  /** Count of the cash; it sums to `recibido`, or else to `monto`. */
  denominaciones: z
    .array(z.strictObject({ ...conteo, valor: montoSchema }))
    .min(1, 'El conteo está vacío.')
    .max(40, 'Son demasiadas denominaciones.')
    .nullable()
    .default(null),
})

/** A payment with the fee that its screen showed: the server computes it, and refuses another one. */
export const pagoConTarifa = pago.extend({ tarifa: tarifa.default('0') })

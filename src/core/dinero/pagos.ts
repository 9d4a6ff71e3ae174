import { z } from 'zod'
import { idSchema, montoSchema, opcional, texto } from '../fields.ts'
import { cantidadPiezas, clasePieza } from './conteo.ts'

export const referencia = opcional(texto('Referencia', { max: 60 }))

/** Fields of one line of a count, without its value: note or coin, and how many. */
export const conteo = { clase: clasePieza, cantidad: cantidadPiezas }

/** One payment of an operation, from or to the client; SQL `pagos_leer` reads it. */
export const pago = z.strictObject({
  tipo_pago_id: idSchema,
  cuenta_id: idSchema,
  monto: montoSchema,
  referencia: referencia.schema,
  /** Id that the upload of its voucher answered. */
  comprobante_id: idSchema.nullable().default(null),
  /** Count of the cash; it sums to `monto`. */
  denominaciones: z
    .array(z.strictObject({ ...conteo, valor: montoSchema }))
    .min(1, 'El conteo está vacío.')
    .max(40, 'Son demasiadas denominaciones.')
    .nullable()
    .default(null),
})

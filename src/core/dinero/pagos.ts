import { z } from 'zod'
import { idSchema, montoSchema, opcional, texto } from '../fields.ts'
import { clasePieza } from './conteo.ts'

export const referencia = opcional(texto('Referencia', { max: 60 }))

/** So many notes or coins of one value. */
export const conteo = {
  clase: clasePieza,
  cantidad: z
    .int({ error: 'Escriba un número entero.' })
    .min(1, 'Debe ser al menos 1.')
    .max(99_999, 'Debe ser como máximo 99999.'),
}

/** One line of how a client pays or is paid: what SQL `pagos_leer` reads. */
export const pago = z.strictObject({
  tipo_pago_id: idSchema,
  cuenta_id: idSchema,
  monto: montoSchema,
  referencia: referencia.schema,
  /** What the upload of its voucher answered. */
  comprobante_id: idSchema.nullable().default(null),
  /** Cash as it was counted; sums to `monto`. */
  denominaciones: z
    .array(z.strictObject({ ...conteo, valor: montoSchema }))
    .min(1, 'El conteo está vacío.')
    .max(40, 'Son demasiadas denominaciones.')
    .nullable()
    .default(null),
})

import { z } from 'zod'
import { type Contract, decimalText, endpoint, instante, keyOf } from '../../../core/contract.ts'
import { idSchema, montoSchema, opcional, tasaSchema, texto } from '../../../core/fields.ts'

/** Who a quote is for, where he is no client yet: a name of two words, or a phone. */
export const campoNota = opcional(texto('A quién', { min: 5, max: 80 }))
const tipo = keyOf({ compra: 1, venta: 1, canje: 1, orden: 1 }, 'Elija un tipo de la lista.')
const moneda = z.object({ id: z.int(), iso: z.string(), simbolo: z.string(), decimales: z.int() })

const cotizacion = z.object({
  id: z.int(),
  tipo,
  historico_id: z.int(),
  pais: z.string(),
  cliente_id: z.int().nullable(),
  cliente: z.string(),
  tasa: decimalText,
  precision: z.int(),
  moneda,
  monto: decimalText,
  contramoneda: moneda,
  contravalor: decimalText,
  vence_en: instante,
})
export type Cotizacion = z.infer<typeof cotizacion>

/** Prices that the user told somebody: what makes keeping a rate possible after it changed. */
export const cotizaciones = {
  cotizaciones: endpoint({
    method: 'GET',
    path: '/tipos-cambios/cotizaciones',
    integra: true,
    acceso: 'sesion',
    resumen: 'Las cotizaciones propias que todavía se pueden usar',
    response: z.array(cotizacion),
  }),
  cotizar: endpoint({
    method: 'POST',
    path: '/tipos-cambios/cotizaciones',
    integra: true,
    acceso: 'sesion',
    resumen: 'Guarda el precio que se le dijo a un cliente, mientras rige',
    body: z
      .strictObject({
        tipo,
        historico_id: idSchema,
        /** Left out: the published one. */
        tasa: tasaSchema.nullable().default(null),
        cliente_id: idSchema.nullable().default(null),
        nota: campoNota.schema,
        monto: montoSchema.nullable().default(null),
        contravalor: montoSchema.nullable().default(null),
      })
      .refine(({ monto, contravalor }) => (monto === null) !== (contravalor === null), {
        message: 'Escriba uno de los dos montos.',
        path: ['monto'],
      })
      .refine(({ cliente_id, nota }) => cliente_id !== null || nota !== null, {
        message:
          'Elija al cliente o escriba a quién se le dijo el precio: su nombre y apellido, o su teléfono.',
        path: ['nota'],
      }),
    status: 201,
    response: z.object({ id: z.int(), message: z.string() }),
  }),
} satisfies Contract

import { z } from 'zod'
import { type Contract, decimalText, endpoint } from '../../../core/contract.ts'
import { idSchema, montoSchema, tasaSchema } from '../../../core/fields.ts'
import { tipo } from './opciones.ts'

const montoOCero = z.union([montoSchema, z.literal('0'), z.literal('0.00')], {
  error: 'Escriba un monto válido.',
})

/** What is agreed at the counter, before anybody pays. */
export const terminos = {
  tipo,
  cliente_id: idSchema.nullable().default(null),
  /** The foreign currency; in a canje, the one that the client hands over. */
  divisa_id: idSchema,
  monto: montoSchema.nullable().default(null),
  contravalor: montoSchema.nullable().default(null),
  historico_id: idSchema,
  tasa: tasaSchema,
  /** Fee in the functional currency. */
  servicio: montoOCero.default('0'),
  /** The permission for a rate outside the cashier's range. */
  autorizacion_id: idSchema.nullable().default(null),
}

/** One of the two amounts is typed, the other one follows. */
export const esUnMonto = (p: { monto: string | null; contravalor: string | null }): boolean =>
  (p.monto === null) !== (p.contravalor === null)

export const NO_ES_UN_MONTO = {
  message: 'Escriba el monto o el contravalor, uno de los dos.',
  path: ['monto'],
}

const total = z.object({ moneda_id: z.int(), total: decimalText })

export const cotizar = {
  cotizar: endpoint({
    method: 'POST',
    path: '/compras-ventas/cotizar',
    acceso: 'compras-ventas:crear',
    resumen: 'Juzga una operación y calcula sus montos, sin registrar nada',
    body: z
      .strictObject({
        ...terminos,
        /** Fee in the functional currency; null: what a rule says, otherwise none. */
        servicio: montoOCero.nullable().default(null),
        /** The way in which each side would be paid whole; null: not known yet, and no fee. */
        recibimos_por: idSchema.nullable().default(null),
        entregamos_por: idSchema.nullable().default(null),
        /**
         * What the other operations of its ticket are worth in US$, by whose sum limits, identity and declaration are
         * judged; null when one of them has no price.
         */
        ademas_usd: montoOCero.nullable().default('0'),
        /** The terms of the operations before it in its ticket, with which its service fee is judged. */
        ademas: z
          .array(
            z
              .strictObject({
                ...{ tipo, historico_id: idSchema, tasa: tasaSchema },
                monto: montoSchema.nullable().default(null),
                contravalor: montoSchema.nullable().default(null),
              })
              .refine(esUnMonto, NO_ES_UN_MONTO),
          )
          .max(9, 'Un ticket junta hasta diez operaciones.')
          .default([]),
      })
      .refine(esUnMonto, NO_ES_UN_MONTO),
    response: z.object({
      monto: decimalText,
      contravalor: decimalText,
      /** What the client pays for those ways, in the functional currency. */
      tarifa: decimalText,
      /** The fee, and what the rule of that name says that it is; null without a rule. */
      servicio: decimalText,
      servicio_debido: decimalText.nullable(),
      servicio_regla: z.string().nullable(),
      /** What each side pays, service and fee included, before cash is rounded. */
      recibimos: z.array(total),
      entregamos: z.array(total),
      /** Null for what has no price. */
      monto_usd: decimalText.nullable(),
      /** The client will have to declare where the money comes from and goes to. */
      pide_declaracion: z.boolean(),
      /** Its cashier will need another person's yes. */
      pide_visto: z.boolean(),
    }),
  }),
} satisfies Contract

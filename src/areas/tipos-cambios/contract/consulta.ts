import { z } from 'zod'
import { decimalText, endpoint, instante, keyOf, metodoCalculo } from '../../../core/contract.ts'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { montoSchema } from '../../../core/fields.ts'
import { completarConsulta } from './semilla.ts'

export const segmento = keyOf(SEGMENTOS, 'Elija un segmento de la lista.')

export const divisaId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'La divisa no es válida.')
  .transform(Number)

export const paisId = z.string().regex(/^[a-z]{2,3}$/, 'El país no es válido.')

/** The fields that the original brief reads from the lookup. */
const tasa = {
  tasa: decimalText,
  precision: z.int(),
  metodo_calculo: metodoCalculo,
  historicoTipoCambioId: z.int(),
}

/** The fields that we add. */
const cotizada = {
  segmento,
  vigente_desde: instante,
  /** Until when a quote made now is honoured. */
  valida_hasta: instante,
  /** Duration of that lock in minutes: the rate's own, or the business's. */
  bloqueo_minutos: z.int(),
  rancia: z.boolean(),
}

/** A step of the corridor's ladder, by the amount handed over: from `desde` (inclusive) to `hasta` (exclusive). */
const tramo = z.object({
  ...tasa,
  ...cotizada,
  desde: decimalText,
  hasta: decimalText.nullable(),
  /** The step's own maximum. */
  tope: decimalText.nullable(),
})
export type TramoCotizado = z.infer<typeof tramo>

/** The lookup of the original brief: the calculator's rate. */
export const divisas = endpoint({
  method: 'GET',
  path: '/tipos-cambios/divisas/:paisId/:divisaBaseId/:divisaCotizacionId',
  integra: true,
  acceso: 'sesion',
  resumen:
    'Tasa vigente de un corredor: la del público, o la del monto que se entrega o se recibe; la inactiva o vencida se rechaza',
  params: z.strictObject({ paisId, divisaBaseId: divisaId, divisaCotizacionId: divisaId }),
  query: z
    .strictObject({
      /** Amount that the client hands over. */
      monto: montoSchema.optional(),
      /** Amount that the client wants to receive. */
      monto_recibe: montoSchema.optional(),
    })
    .refine(({ monto, monto_recibe }) => monto === undefined || monto_recibe === undefined, {
      message: 'Indique el monto que se entrega o el que se recibe, no ambos.',
      path: ['monto_recibe'],
    }),
  response: z.object({
    ...tasa,
    ...cotizada,
    /** Both amounts, handed over and received, when the query gave one. */
    envia: decimalText.optional(),
    recibe: decimalText.optional(),
    /** All active steps, smallest amounts first: the calculator chooses one while the user types. */
    tramos: z.array(tramo),
  }),
  lee: completarConsulta,
})

const corredor = {
  pais: z.string(),
  pais_nombre: z.string(),
  base_id: z.int(),
  cotizacion_id: z.int(),
}

/** The corridors that are quoted now, for selection. */
export const corredores = endpoint({
  method: 'GET',
  path: '/tipos-cambios/corredores',
  integra: true,
  acceso: 'sesion',
  resumen: 'Corredores con tasa activa, por país',
  response: z.array(z.object(corredor)),
})

/** The rates of every corridor at once, which a browser keeps for when the line is cut. */
export const ultimas = endpoint({
  method: 'GET',
  path: '/tipos-cambios/ultimas',
  integra: true,
  acceso: 'sesion',
  resumen: 'Tasas vigentes de todos los corredores que se cotizan, sin las vencidas',
  response: z.array(z.object({ ...corredor, tramos: z.array(tramo).min(1) })),
})

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

/** What the lookup of the original brief reads. */
const tasa = {
  tasa: decimalText,
  precision: z.int(),
  metodo_calculo: metodoCalculo,
  historicoTipoCambioId: z.int(),
}

/** What ours tells besides. */
const cotizada = {
  segmento,
  vigente_desde: instante,
  /** Until when a quote made now is respected. */
  valida_hasta: instante,
  /** For how long from now: the rate's own lock, or the business's. */
  bloqueo_minutos: z.int(),
  rancia: z.boolean(),
}

/** A step of the corridor's ladder, by what the client hands over: from `desde` (in) to `hasta` (out). */
const tramo = z.object({
  ...tasa,
  ...cotizada,
  desde: decimalText,
  hasta: decimalText.nullable(),
  /** The step's own largest amount. */
  tope: decimalText.nullable(),
})
export type TramoCotizado = z.infer<typeof tramo>

/** The lookup of the original brief: the calculator's rate. */
export const divisas = endpoint({
  method: 'GET',
  path: '/tipos-cambios/divisas/:paisId/:divisaBaseId/:divisaCotizacionId',
  acceso: 'sesion',
  resumen:
    'Tasa vigente de un corredor: la del público, o la del monto que se entrega o se recibe; la inactiva o vencida se rechaza',
  params: z.strictObject({ paisId, divisaBaseId: divisaId, divisaCotizacionId: divisaId }),
  query: z
    .strictObject({
      /** What the client hands over. */
      monto: montoSchema.optional(),
      /** What he wants to receive. */
      monto_recibe: montoSchema.optional(),
    })
    .refine(({ monto, monto_recibe }) => monto === undefined || monto_recibe === undefined, {
      message: 'Indique el monto que se entrega o el que se recibe, no ambos.',
      path: ['monto_recibe'],
    }),
  response: z.object({
    ...tasa,
    ...cotizada,
    /** Both amounts, when one was asked for: what the client hands over and what he receives. */
    envia: decimalText.optional(),
    recibe: decimalText.optional(),
    /** All steps that are quoted, from the smallest amounts on: the calculator picks while one types. */
    tramos: z.array(tramo),
  }),
  lee: completarConsulta,
})

/** The corridors that are quoted now, for who chooses one. */
export const corredores = endpoint({
  method: 'GET',
  path: '/tipos-cambios/corredores',
  acceso: 'sesion',
  resumen: 'Corredores con tasa activa, por país',
  response: z.array(
    z.object({
      pais: z.string(),
      pais_nombre: z.string(),
      base_id: z.int(),
      cotizacion_id: z.int(),
    }),
  ),
})

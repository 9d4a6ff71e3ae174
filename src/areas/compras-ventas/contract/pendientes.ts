import { z } from 'zod'
import { endpoint, guardado, idParam, keyOf } from '../../../core/contract.ts'
import { pago, referencia } from '../../../core/dinero/pagos.ts'
import { idSchema, textoMotivo } from '../../../core/fields.ts'
import { estado } from './estados.ts'

/** Why a payment does not come as it was registered. */
export const motivoPago = textoMotivo('Qué pasó')

/** Who bears what a client will not pay any more; `personal` is whoever registered the operation. */
export const CARGOS = { casa: 'La casa', personal: 'Quien registró la operación' } as const
export type Cargo = keyof typeof CARGOS

const accion = {
  method: 'PUT',
  params: idParam,
  dinero: true,
  response: guardado.extend({ estado }),
} as const

/** What becomes of a payment that waits. */
export const pendientes = {
  verificar: endpoint({
    ...accion,
    path: '/compras-ventas/:id/verificar',
    acceso: 'compras-ventas:verificar',
    resumen: 'Da por recibido o entregado un pago que esperaba',
    body: z.strictObject({ pago_id: idSchema, referencia: referencia.schema }),
  }),
  sustituir: endpoint({
    ...accion,
    path: '/compras-ventas/:id/sustituir',
    acceso: 'compras-ventas:verificar',
    resumen: 'Paga de otro modo lo que esperaba, todo o una parte; el resto sigue esperando',
    body: z.strictObject({ pago_id: idSchema, motivo: motivoPago.schema, pago }),
  }),
  perder: endpoint({
    ...accion,
    path: '/compras-ventas/:id/perder',
    acceso: 'compras-ventas:verificar',
    resumen: 'Da por perdido lo que el cliente no pagó, con el visto bueno de otra persona',
    body: z.strictObject({
      pago_id: idSchema,
      motivo: motivoPago.schema,
      cargo: keyOf(CARGOS, 'Diga quién responde.'),
    }),
  }),
}

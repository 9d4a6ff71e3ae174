import { z } from 'zod'
import { decimalText, endpoint, idParam } from '../../../core/contract.ts'
import { conteo, deApertura } from './turnos.ts'

const enCaja = conteo
  .pick({ momento: true, fecha: true, contado: true, denominaciones: true })
  .extend({
    /** Where the opening count of that turn comes from. */
    apertura: deApertura,
    /** Cash that came in and went out since; null unless the till is open and nobody counts it. */
    movido: z.object({ entra: decimalText, sale: decimalText, veces: z.int() }).nullable(),
  })

/** What the cashier's own till is known to hold: its last count, and how much cash moved since. */
export const contratoEnCaja = {
  enCaja: endpoint({
    method: 'GET',
    path: '/cierres/mi-caja/:id',
    acceso: 'cierres:turno',
    resumen:
      'El último conteo de una cuenta de la caja propia y el efectivo que se movió desde entonces',
    params: idParam,
    response: enCaja.nullable(),
  }),
}

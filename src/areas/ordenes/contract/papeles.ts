import { z } from 'zod'
import { type Contract, endpoint, idParam, impreso, keyOf } from '../../../core/contract.ts'
import { declaracionJurada } from '../../../core/documento/declaracion.ts'

/** Papers of an order whose prints are counted; both formats of the receipt count as one. */
const PAPELES = { recibo: 'Recibo', declaracion: 'Declaración jurada' } as const

export const papeles = {
  imprimir: endpoint({
    method: 'POST',
    path: '/ordenes/:id/imprimir',
    acceso: 'ordenes:ver',
    resumen: 'Cuenta una impresión: desde la segunda el papel dice COPIA',
    params: idParam,
    body: z.strictObject({
      papel: keyOf(PAPELES, 'Elija un papel de la lista.').default('recibo'),
    }),
    response: impreso,
  }),
  declaracion: endpoint({
    method: 'GET',
    path: '/ordenes/:id/declaracion',
    // It contains all data of the client, so it needs the permission to register orders.
    acceso: 'ordenes:crear',
    resumen: 'La declaración jurada de origen y destino de los fondos de una orden',
    params: idParam,
    response: declaracionJurada,
  }),
} satisfies Contract

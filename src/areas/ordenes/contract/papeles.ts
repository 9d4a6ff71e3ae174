import { z } from 'zod'
import { type Contract, endpoint, idParam, impreso, keyOf } from '../../../core/contract.ts'
import { declaracionJurada } from '../../../core/documento/declaracion.ts'

/** What an order prints and counts; the receipt on either paper is one. */
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
    // It says all of the client: for who takes his data down.
    acceso: 'ordenes:crear',
    resumen: 'La declaración jurada de origen y destino de los fondos de una orden',
    params: idParam,
    response: declaracionJurada,
  }),
} satisfies Contract

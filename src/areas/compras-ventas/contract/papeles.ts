import { z } from 'zod'
import { type Contract, endpoint, idParam, impreso, keyOf } from '../../../core/contract.ts'
import { declaracionJurada } from '../../../core/documento/declaracion.ts'

/** What an operation prints. */
export const PAPELES = {
  ticket: 'Ticket',
  hoja: 'Hoja A5',
  declaracion: 'Declaración jurada',
} as const
export type Papel = keyof typeof PAPELES

export const papeles = {
  imprimir: endpoint({
    method: 'POST',
    path: '/compras-ventas/:id/imprimir',
    acceso: 'compras-ventas:ver',
    resumen: 'Cuenta una impresión: desde la segunda el papel dice COPIA',
    params: idParam,
    body: z.strictObject({
      papel: keyOf(PAPELES, 'Elija un papel de la lista.').default('ticket'),
    }),
    response: impreso,
  }),
  declaracion: endpoint({
    method: 'GET',
    path: '/compras-ventas/:id/declaracion',
    acceso: 'compras-ventas:ver',
    resumen: 'La declaración jurada de origen y destino de los fondos de una operación',
    params: idParam,
    response: declaracionJurada,
  }),
} satisfies Contract

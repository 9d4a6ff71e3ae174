import type { Palabras } from '../../../core/base.ts'
import { keyOf } from '../../../core/contract.ts'

export const ESTADOS = {
  pendiente: 'Pendiente',
  completada: 'Completada',
  anulada: 'Anulada',
} as const satisfies Record<Palabras['compras_ventas.estado'], string>
export type Estado = keyof typeof ESTADOS

export const estado = keyOf(ESTADOS, 'Elija un estado de la lista.')

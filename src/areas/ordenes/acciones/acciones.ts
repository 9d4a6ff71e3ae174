import { decimal } from '../../../core/dinero/decimal.ts'
import type { Permiso } from '../../../core/permisos.ts'
import type { FilaOrden } from '../contract.ts'
import { accionesDe } from '../rules/acciones.ts'
import type { Accion } from '../rules.ts'

/** What can be done to an order from a list, with the letter that does it. */
export const RAPIDAS = {
  verificar: ['v', 'Verificar cobro'],
  tomar: ['t', 'Tomar'],
  pagar: ['p', 'Pagar'],
  soltar: ['s', 'Soltar'],
  resolver: ['o', 'Resolver'],
  observar: ['o', 'Observar'],
  recotizar: ['r', 'Recotizar'],
  anular: ['a', 'Anular'],
} as const satisfies Partial<Record<Accion, readonly [tecla: string, texto: string]>>
export type Rapida = keyof typeof RAPIDAS

export interface Persona {
  id: number | undefined
  puede: (permiso: Permiso) => boolean
}

/** What brings an order on; the rest is for when something is wrong. */
const AVANZAN: readonly Rapida[] = ['verificar', 'tomar', 'pagar', 'resolver', 'recotizar']

export const avanza = (accion: Rapida) => AVANZAN.includes(accion)

const toda = Object.keys(RAPIDAS) as Rapida[]

/** What this person may do to an order as the list shows it, the next step first. The server decides. */
export function rapidasDe(o: FilaOrden, { id, puede }: Persona): Rapida[] {
  if (id === undefined) return []
  const can = accionesDe(
    {
      ...o,
      con_devolucion: decimal(o.cobrado).gt(0),
      por_verificar: o.cobros_por_verificar > 0,
      por_cobrar: false,
      con_pagos: decimal(o.pagado).gt(0),
    },
    { usuario_id: id, puede },
  )
  // A quote that still holds is changed on its page; what waits for something is not taken from afar.
  return toda.filter(
    (accion) =>
      can.includes(accion) &&
      (accion !== 'recotizar' || o.estado === 'vencida') &&
      (accion !== 'tomar' || o.observada === null),
  )
}

import { decimal } from '../../../core/dinero/decimal.ts'
import type { Permiso } from '../../../core/permisos.ts'
import type { FilaOrden } from '../contract.ts'
import { accionesDe } from '../rules/acciones.ts'
import type { Accion } from '../rules.ts'

/** Actions available from a list, each with its shortcut key. */
export const RAPIDAS = {
  verificar: ['v', 'Verificar cobro', 'ordenes:cobrar'],
  tomar: ['t', 'Tomar', 'ordenes:pagar'],
  pagar: ['p', 'Pagar', 'ordenes:pagar'],
  soltar: ['s', 'Soltar', 'ordenes:pagar'],
  resolver: ['o', 'Resolver', 'ordenes:observar'],
  observar: ['o', 'Observar', 'ordenes:observar'],
  recotizar: ['r', 'Recotizar', 'ordenes:crear'],
  anular: ['a', 'Anular', 'ordenes:anular'],
} as const satisfies Partial<
  Record<Accion, readonly [tecla: string, texto: string, permiso: Permiso]>
>
export type Rapida = keyof typeof RAPIDAS

export interface Persona {
  id: number | undefined
  puede: (permiso: Permiso) => boolean
}

/** Actions that advance an order; the others are for exceptions. */
const AVANZAN: readonly Rapida[] = ['verificar', 'tomar', 'pagar', 'resolver', 'recotizar']

export const avanza = (accion: Rapida) => AVANZAN.includes(accion)

const toda = Object.keys(RAPIDAS) as Rapida[]

/** Actions offered to this user in the list, the next step first. The server checks again. */
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
  // A quote still valid is changed on the order's page; an observed order is not taken from the list.
  return toda.filter(
    (accion) =>
      can.includes(accion) &&
      (accion !== 'recotizar' || o.estado === 'vencida') &&
      (accion !== 'tomar' || o.observada === null),
  )
}

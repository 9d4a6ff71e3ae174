import type { Palabras } from '../../core/base.ts'
import { TRANSICIONES } from './rules/base.ts'

export type Estado = Palabras['ordenes.estado']

/** Where an order stands. */
export const ESTADOS = {
  pendiente: 'Pendiente',
  vencida: 'Vencida',
  pagada: 'Pagada',
  en_proceso: 'En proceso',
  completada: 'Completada',
  anulada: 'Anulada',
} as const satisfies Record<Estado, string>

export type Accion = (typeof TRANSICIONES)[number][0]

/** What happens to an order; `vencer` is the clock's. */
export const ACCIONES = {
  crear: 'Crear',
  cobrar: 'Registrar cobro',
  verificar: 'Verificar cobro',
  rechazar: 'Rechazar cobro',
  vencer: 'Vencer',
  recotizar: 'Recotizar',
  beneficiario: 'Cambiar beneficiario',
  tomar: 'Tomar',
  relevar: 'Relevar al pagador',
  soltar: 'Soltar',
  pagar: 'Registrar pago',
  rebotar: 'Pago rebotado',
  observar: 'Observar',
  resolver: 'Resolver observación',
  anular: 'Anular',
} as const satisfies Record<Accion, string>

/** May this be done to an order that stands there? */
export function admite(accion: Accion, estado: Estado): boolean {
  return TRANSICIONES.some(([one, de]) => one === accion && de === estado)
}

/** Why an order waits. */
export const MOTIVOS_OBSERVACION = {
  banco_caido: 'Banco caído',
  datos_incorrectos: 'Datos incorrectos',
  limite: 'Límite de la cuenta',
  otro: 'Otro',
} as const satisfies Record<Palabras['ordenes.observada'], string>
export type MotivoObservacion = keyof typeof MOTIVOS_OBSERVACION

export const ESTADOS_COBRO = {
  por_verificar: 'Por verificar',
  verificado: 'Verificado',
  rechazado: 'Rechazado',
  devuelto: 'Devuelto',
} as const satisfies Record<Palabras['ordenes_cobros.estado'], string>
export type EstadoCobro = keyof typeof ESTADOS_COBRO

export const ESTADOS_PAGO = {
  pagado: 'Pagado',
  rebotado: 'Rebotado',
} as const satisfies Record<Palabras['ordenes_pagos.estado'], string>
export type EstadoPago = keyof typeof ESTADOS_PAGO

/** What the list can be narrowed to besides a state: what waits for somebody. */
export const REVISAR = {
  abiertas: 'Abiertas',
  por_verificar: 'Con cobros por verificar',
  por_pagar: 'Por pagar',
  observadas: 'Observadas',
  plazo: 'Fuera de plazo',
} as const
export type Revisar = keyof typeof REVISAR

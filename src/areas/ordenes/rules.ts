import type { Palabras } from '../../core/base.ts'
import { TRANSICIONES } from './rules/base.ts'

export type Estado = Palabras['ordenes.estado']

/** Where an order stands. */
export const ESTADOS = {
  pendiente: 'Pendiente',
  vencida: 'Vencida',
  pagada: 'Por pagar',
  en_proceso: 'En proceso',
  completada: 'Completada',
  anulada: 'Anulada',
} as const satisfies Record<Estado, string>

/** The same on what the client gets: whether he has paid, whatever waits inside the house. */
export const ESTADOS_CLIENTE: Record<Estado, string> = {
  ...ESTADOS,
  pendiente: 'Pendiente de pago',
  vencida: 'Venció sin pagarse',
  pagada: 'Recibida, por entregar',
}

export type Accion = (typeof TRANSICIONES)[number][0]

/** The actions on an order; only the clock performs `vencer`. */
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

/** Is the action possible in that state? */
export function admite(accion: Accion, estado: Estado): boolean {
  return TRANSICIONES.some(([one, de]) => one === accion && de === estado)
}

/** Reasons to observe an order. */
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

/** What somebody did on an order, as its list is filtered by it: the steps that count as that. */
export const HIZO = {
  registro: 'Las que registró',
  cobro: 'Las que cobró o verificó',
  tomo: 'Las que tomó',
  pago: 'Las que pagó',
  anulo: 'Las que anuló',
} as const
export type Hizo = keyof typeof HIZO
export const PASOS_DE: Record<Hizo, readonly Accion[]> = {
  registro: ['crear'],
  cobro: ['cobrar', 'verificar', 'rechazar'],
  tomo: ['tomar', 'relevar'],
  pago: ['pagar'],
  anulo: ['anular'],
}

/** Filters of the list for orders that wait for an action. */
export const REVISAR = {
  abiertas: 'Abiertas',
  por_verificar: 'Con cobros por verificar',
  por_pagar: 'Por pagar',
  observadas: 'Observadas',
  plazo: 'Fuera de plazo',
} as const
export type Revisar = keyof typeof REVISAR

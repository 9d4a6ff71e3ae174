/** The states of an order. */
export const ESTADOS = {
  pendiente: 'Pendiente',
  vencida: 'Vencida',
  pagada: 'Pagada',
  en_proceso: 'En proceso',
  completada: 'Completada',
  anulada: 'Anulada',
} as const
export type Estado = keyof typeof ESTADOS

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
} as const
export type Accion = keyof typeof ACCIONES

/**
 * Every transition of an order. Twin of the table `ordenes_transiciones`, with which the database refuses all
 * others.
 */
export const TRANSICIONES: readonly (readonly [accion: Accion, de: Estado | null, a: Estado])[] = [
  ['crear', null, 'pendiente'],
  ['cobrar', 'pendiente', 'pendiente'],
  ['cobrar', 'vencida', 'vencida'],
  ['verificar', 'pendiente', 'pendiente'],
  ['verificar', 'pendiente', 'pagada'],
  ['rechazar', 'pendiente', 'pendiente'],
  ['rechazar', 'vencida', 'vencida'],
  ['vencer', 'pendiente', 'vencida'],
  ['recotizar', 'vencida', 'pendiente'],
  ['recotizar', 'pendiente', 'pendiente'],
  ['beneficiario', 'pendiente', 'pendiente'],
  ['beneficiario', 'vencida', 'vencida'],
  ['beneficiario', 'pagada', 'pagada'],
  ['beneficiario', 'en_proceso', 'en_proceso'],
  ['tomar', 'pagada', 'en_proceso'],
  ['relevar', 'en_proceso', 'en_proceso'],
  ['soltar', 'en_proceso', 'pagada'],
  ['pagar', 'en_proceso', 'en_proceso'],
  ['pagar', 'en_proceso', 'completada'],
  ['rebotar', 'en_proceso', 'en_proceso'],
  ['rebotar', 'completada', 'en_proceso'],
  ['observar', 'pagada', 'pagada'],
  ['observar', 'en_proceso', 'en_proceso'],
  ['resolver', 'pagada', 'pagada'],
  ['resolver', 'en_proceso', 'en_proceso'],
  ['anular', 'pendiente', 'anulada'],
  ['anular', 'vencida', 'anulada'],
  ['anular', 'pagada', 'anulada'],
  ['anular', 'en_proceso', 'anulada'],
]

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
} as const
export type MotivoObservacion = keyof typeof MOTIVOS_OBSERVACION

export const ESTADOS_COBRO = {
  por_verificar: 'Por verificar',
  verificado: 'Verificado',
  rechazado: 'Rechazado',
  devuelto: 'Devuelto',
} as const
export type EstadoCobro = keyof typeof ESTADOS_COBRO

export const ESTADOS_PAGO = { pagado: 'Pagado', rebotado: 'Rebotado' } as const
export type EstadoPago = keyof typeof ESTADOS_PAGO

/** Filters of the list for orders that wait for an action. */
export const REVISAR = {
  abiertas: 'Abiertas',
  por_verificar: 'Con cobros por verificar',
  por_pagar: 'Por pagar',
  observadas: 'Observadas',
  plazo: 'Fuera de plazo',
} as const
export type Revisar = keyof typeof REVISAR

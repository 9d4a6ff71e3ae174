import type { Rapida } from './acciones.ts'

/** What may be asked for of an order in words; the first that can be done now. Who wants to pay one takes it first. */
export const VERBOS = {
  pagar: ['pagar', 'tomar'],
  tomar: ['tomar'],
  soltar: ['soltar'],
  verificar: ['verificar'],
  cobrar: ['verificar'],
  recotizar: ['recotizar'],
  observar: ['observar'],
  resolver: ['resolver'],
  anular: ['anular'],
} as const satisfies Readonly<Record<string, readonly Rapida[]>>

import type { Paso } from './contract/partes.ts'

/** The actions in the order's history, in words. */
export const HECHOS: Record<Paso['accion'], string> = {
  crear: 'Creada',
  cobrar: 'Cobro registrado',
  verificar: 'Cobro verificado',
  rechazar: 'Cobro rechazado',
  vencer: 'Cotización vencida',
  recotizar: 'Recotizada',
  beneficiario: 'Beneficiario cambiado',
  tomar: 'Tomada',
  relevar: 'Pagador relevado',
  soltar: 'Soltada',
  pagar: 'Pago registrado',
  rebotar: 'Pago rebotado',
  observar: 'Observada',
  resolver: 'Observación resuelta',
  anular: 'Anulada',
  devolver: 'Saldo a favor devuelto',
  'anular-devolucion': 'Devolución anulada',
  'usar-saldo': 'Saldo a favor usado',
  'saldo-vuelve': 'Saldo a favor recuperado',
}

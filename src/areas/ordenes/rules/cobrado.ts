import type { CobroPapel } from '../../../core/documento/papel.ts'
import type { Estado } from '../rules.ts'

/** What became of what the client pays: only from `pagada` on the house has it. */
export const COBRO: Record<Estado, CobroPapel> = {
  pendiente: 'espera',
  vencida: 'falto',
  pagada: 'recibido',
  en_proceso: 'recibido',
  completada: 'recibido',
  anulada: 'anulado',
}

/** What a paper calls the client's amount, to him and to whoever else reads it. */
export const USTED_ENTREGA: Record<CobroPapel, string> = {
  recibido: 'Usted entrega',
  espera: 'Usted debe entregar',
  falto: 'Usted debía entregar',
  anulado: 'Entrega acordada',
}

/**
 * What is said of an order that is not paid, so that nobody takes it for money received; null from its payment on.
 * `recibido`, `por_confirmar`: in words, null for nothing.
 */
export function avisoDeCobro(
  estado: Estado,
  envia: string,
  { recibido, por_confirmar }: { recibido: string | null; por_confirmar: string | null },
): string | null {
  if (estado !== 'pendiente' && estado !== 'vencida') return null
  const begin = estado === 'pendiente' ? 'Pendiente de pago' : 'Venció sin pagarse'
  if (recibido) return `${begin}: la casa recibió solo ${recibido} de ${envia}.`
  if (por_confirmar) return `${begin}: la casa aún no confirmó que el dinero llegó.`
  return estado === 'pendiente'
    ? `${begin}: la casa aún no recibió el dinero.`
    : `${begin}: la casa no recibió el dinero.`
}

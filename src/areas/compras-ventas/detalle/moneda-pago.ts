import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import type { Simbolo } from '../../../core/formato.ts'
import { formatMonto } from '../../../core/formato.ts'
import type { Detalle, PagoDetalle } from '../contract.ts'

/** The currency of one of the operation's payments. */
export function monedaPago(o: Detalle, { moneda_id }: PagoDetalle): Simbolo {
  return [o.divisa, o.contramoneda].find(({ id }) => id === moneda_id) ?? monedaFuncional()
}

/** The payments that count: those that another one replaced are left out. */
export const pagosVigentes = ({ pagos }: Pick<Detalle, 'pagos'>): PagoDetalle[] =>
  pagos.filter(({ estado }) => estado !== 'sustituido')

/** What is said of the fee of a payment: a part of it, or of a foreign one apart from it. */
export function notaTarifa({ lado, moneda_id, tarifa }: PagoDetalle): string {
  const books = monedaFuncional()
  const fee = `tarifa de ${formatMonto(tarifa, books)}`
  if (moneda_id !== books.id) return `${fee}, aparte`
  return `${lado === 'recibimos' ? 'con' : 'menos'} ${fee}`
}

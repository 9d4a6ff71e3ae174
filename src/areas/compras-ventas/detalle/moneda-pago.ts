import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import type { Simbolo } from '../../../core/formato.ts'
import type { Detalle, PagoDetalle } from '../contract.ts'

/** The currency of one of the operation's payments. */
export function monedaPago(o: Detalle, { moneda_id }: PagoDetalle): Simbolo {
  return [o.divisa, o.contramoneda].find(({ id }) => id === moneda_id) ?? monedaFuncional()
}

/** The payments that count: those that another one replaced are left out. */
export const pagosVigentes = ({ pagos }: Pick<Detalle, 'pagos'>): PagoDetalle[] =>
  pagos.filter(({ estado }) => estado !== 'sustituido')

import { type Decimal, decimal } from '../../../core/dinero/decimal.ts'
import type { Tarifa } from '../../tipos-pagos/rules/tarifa.ts'

/** A rule of the counter's service fee; null says any. It is in force: one that is switched off is not read. */
export interface ReglaServicio extends Tarifa {
  nombre: string
  segmento: 'publico' | 'mayorista' | null
  divisa_id: number | null
  tipo: 'compra' | 'venta' | 'canje' | null
  desde: string | null
  hasta: string | null
}

/** What a rule is chosen by. */
export interface OperacionConServicio {
  tipo: 'compra' | 'venta' | 'canje'
  divisa_id: number
  segmento: 'publico' | 'mayorista'
  /** In the foreign currency. */
  monto: Decimal
  /** What it is worth in the currency of the books. */
  base: Decimal
}

function aplica(r: ReglaServicio, o: OperacionConServicio): boolean {
  const amount = r.divisa_id === null ? o.base : o.monto
  return (
    (r.tipo ?? o.tipo) === o.tipo &&
    (r.divisa_id ?? o.divisa_id) === o.divisa_id &&
    (r.segmento ?? o.segmento) === o.segmento &&
    (r.desde === null || amount.gte(decimal(r.desde))) &&
    (r.hasta === null || amount.lt(decimal(r.hasta)))
  )
}

/** Larger is more specific: the client's segment before the currency, amounts and the type. */
const rango = ({ segmento, divisa_id, desde, hasta, tipo }: ReglaServicio) =>
  [segmento, divisa_id, desde ?? hasta, tipo].reduce<number>(
    (sum, one) => sum * 2 + (one === null ? 0 : 1),
    0,
  )

/** The one rule that decides an operation, the most specific that applies. Twin of SQL `servicio_elegir`. */
export const reglaDe = <R extends ReglaServicio>(
  reglas: readonly R[],
  operacion: OperacionConServicio,
): R | null =>
  reglas
    .filter((regla) => aplica(regla, operacion))
    .reduce<R | null>((best, one) => (best && rango(best) >= rango(one) ? best : one), null)

import { type Decimal, decimal, suma, texto } from '../../../core/dinero/decimal.ts'
import { type Tarifa, tarifaDe } from '../../tipos-pagos/rules/tarifa.ts'

/** A rule of the counter's service fee; null says any. It is in force: one that is switched off is not read. */
export interface ReglaServicio extends Tarifa {
  nombre: string
  segmento: 'publico' | 'mayorista' | null
  divisa_id: number | null
  tipo: 'compra' | 'venta' | 'canje' | null
  desde: string | null
  hasta: string | null
}

/** An operation as the rules see it. */
export interface Parte {
  tipo: 'compra' | 'venta' | 'canje'
  divisa_id: number
  /** In the foreign currency. */
  monto: Decimal
  /** What it is worth in the currency of the books. */
  base: Decimal
}

/** What a rule is chosen by: the operation, and all of its visit, itself included. */
export interface OperacionConServicio extends Parte {
  segmento: 'publico' | 'mayorista'
  partes: readonly Parte[]
}

const alcanza = (r: ReglaServicio, { tipo, divisa_id }: Parte): boolean =>
  (r.tipo ?? tipo) === tipo && (r.divisa_id ?? divisa_id) === divisa_id

/** A rule's amounts are of all that it may decide: an amount in parts is judged by what all are worth. */
function aplica(r: ReglaServicio, o: OperacionConServicio): boolean {
  const all = o.partes.filter((one) => alcanza(r, one))
  const amount = suma(all.map(({ monto, base }) => (r.divisa_id === null ? base : monto)))
  return (
    alcanza(r, o) &&
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

/** The other operations of a visit, in their order. */
export interface Alrededor {
  antes: readonly Parte[]
  despues: readonly Parte[]
}

/**
 * The rule of one operation of a visit, and what it adds to the fee: that of all that its rule decides up to it, less that
 * of the ones before. So a fixed part and a least are paid once. Null without a rule. Twin of SQL
 * `servicio_de_parte`.
 */
export function debidoDe<R extends ReglaServicio>(
  reglas: readonly R[],
  segmento: OperacionConServicio['segmento'],
  una: Parte,
  { antes, despues }: Alrededor,
): { regla: R; debido: string } | null {
  const partes = [...antes, una, ...despues]
  const rule = (one: Parte) => reglaDe(reglas, { ...one, segmento, partes })
  const regla = rule(una)
  if (!regla) return null
  const before = antes.filter((one) => rule(one) === regla).map(({ base }) => base)
  const paid = before.length > 0 ? tarifaDe(regla, suma(before), 2) : '0'
  const all = tarifaDe(regla, suma([...before, una.base]), 2)
  return { regla, debido: texto(decimal(all).minus(decimal(paid)), 2) }
}

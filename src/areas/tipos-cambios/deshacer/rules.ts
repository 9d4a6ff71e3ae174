import type { Palabras } from '../../../core/base.ts'
import { CERO, type Decimal, decimal, dividir, texto } from '../../../core/dinero/decimal.ts'
import { convertir, inversa, type MetodoCalculo, type Tasa } from '../../../core/dinero/tasa.ts'
import { type Costo, derivar } from '../rules.ts'

/** A histórico row of a rate, with the fields that an undo needs. */
export interface Fila {
  id: number
  tasa: string
  precision: number
  metodo_calculo: MetodoCalculo
  origen: 'automatico' | 'manual' | 'par'
  /** The rule's margin; null for a manual rate. */
  margen: string | null
  /** Undone by an earlier undo. */
  deshecha: boolean
  /** Written by an undo. */
  restaura: boolean
}

/**
 * The row to undo and the row to restore; `filas` newest first. The newest row is taken as wrong, and the last row
 * before it that was never marked wrong is restored. Null when there is no such row, or when the newest was itself
 * restored: undoing it would bring back the mistake.
 */
export function aDeshacer<F extends Pick<Fila, 'deshecha' | 'restaura'>>(
  filas: readonly F[],
): { erronea: F; previa: F } | null {
  const [erronea, ...before] = filas
  const previa = before.find(({ deshecha }) => !deshecha)
  return erronea && previa && !erronea.restaura ? { erronea, previa } : null
}

export interface Restaurada extends Tasa {
  precision: number
  tasa_manual: boolean
  /** The rule's margin, when the rate is automatic again. */
  margen: string | null
  /** False when its pairs moved since, so that the rate is what its rule yields now. */
  exacta: boolean
}

/**
 * The rate as if the mistake had not been made. A manual rate is restored to the digit; an automatic one is what its
 * rule yields now, the same number unless its pairs moved meanwhile. Null when the rule yields no rate any more.
 */
export function restaurar(previa: Fila, costo: Costo | null): Restaurada | null {
  const { tasa, precision, metodo_calculo, margen, origen } = previa
  const said = { precision, metodo_calculo }
  if (origen === 'manual') return { ...said, tasa, tasa_manual: true, margen: null, exacta: true }
  const regla = { ...said, margen: margen ?? '0' }
  const now = costo && derivar(costo, regla)
  if (!now) return null
  return { ...regla, tasa: now, tasa_manual: false, exacta: decimal(now).eq(decimal(tasa)) }
}

/** Of the counter, or an order. */
export type TipoDeOperacion = Palabras['compras_ventas.tipo'] | 'orden'
export type EstadoDeOperacion = Palabras['compras_ventas.estado' | 'ordenes.estado']

export interface Operada {
  /** An order is as a canje: what it earned is of what left, at what that cost. */
  tipo: TipoDeOperacion
  monto: string
  contravalor: string
  /** Cost of what left, in the functional currency; null when unknown. */
  costo: string | null
  /** Decimals of the countercurrency. */
  decimales: number
}

/** The countervalue at another rate for the same amount: rounded up when we charge, down when we deliver. */
export function debido({ tipo, monto, decimales }: Operada, tasa: Tasa): string {
  const amount = decimal(monto)
  const due =
    tipo === 'venta'
      ? convertir(amount, inversa(tasa), decimales, 'arriba')
      : convertir(amount, tasa, decimales, 'abajo')
  return texto(due, decimales)
}

/**
 * Profit of the house by the wrong rate compared with the correct one, in the functional currency with 2 decimals; a
 * loss is below zero. A canje's is in the currency that left, valued at its cost; null without a cost.
 */
export function diferencia(op: Operada, tasa: Tasa): string | null {
  const due = decimal(debido(op, tasa))
  const paid = decimal(op.contravalor)
  if (op.tipo === 'venta') return texto(paid.minus(due), 2)
  const less = due.minus(paid)
  if (op.tipo === 'compra') return texto(less, 2)
  return op.costo === null ? null : texto(atCost(less, decimal(op.costo), paid), 2)
}

function atCost(amount: Decimal, costo: Decimal, of: Decimal): Decimal {
  const value = dividir(amount.abs().times(costo), of, 2, 'medio')
  return amount.lt(CERO) ? value.times(-1) : value
}

export const ACCIONES = {
  nada: 'Nada',
  llamar: 'Llamar al cliente',
  anular: 'Anular y registrar de nuevo',
  registrar: 'Dejar constancia',
} as const
export type Accion = keyof typeof ACCIONES

/** Differences below this amount in the functional currency need no action. */
const MINIMO = decimal('1')

export interface Situacion {
  estado: EstadoDeOperacion
  /** Of today: it may still be annulled by the counter. */
  de_hoy: boolean
  con_cliente: boolean
}

/**
 * The action for an operation made at a wrong rate: annul it if it is of today and its payout has not started; else
 * call the client, whether he or the house lost; without a known client, put it on record.
 */
export function accionDe(op: Situacion, dif: string | null): Accion {
  // It has no effect any more, or will be quoted again.
  if (op.estado === 'anulada' || op.estado === 'vencida') return 'nada'
  if (dif === null) return op.con_cliente ? 'llamar' : 'registrar'
  const amount = decimal(dif)
  if (amount.abs().lt(MINIMO)) return 'nada'
  if ((op.estado === 'pendiente' || op.estado === 'pagada') && op.de_hoy) return 'anular'
  return op.con_cliente ? 'llamar' : 'registrar'
}

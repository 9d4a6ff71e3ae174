import type { Palabras } from '../../../core/base.ts'
import { CERO, type Decimal, decimal, dividir, texto } from '../../../core/dinero/decimal.ts'
import { convertir, inversa, type MetodoCalculo, type Tasa } from '../../../core/dinero/tasa.ts'
import { type Costo, derivar } from '../rules.ts'

/** A row of a rate's history, as far as undoing looks at it. */
export interface Fila {
  id: number
  tasa: string
  precision: number
  metodo_calculo: MetodoCalculo
  origen: 'automatico' | 'manual' | 'par'
  /** The rule's margin where the rate was automatic. */
  margen: string | null
  /** Undone already. */
  deshecha: boolean
  /** Written by an undoing. */
  restaura: boolean
}

/**
 * Which row is undone and which one comes back: `filas` newest first. The newest is taken to be wrong, the last one
 * before it that was not wrong itself returns. Null when there is none, or when the newest is itself a return: undone
 * again it would bring back the mistake.
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
  /** The rule's margin, where the rate is automatic again. */
  margen: string | null
  /** False: its pairs moved since, and what comes back is what its rule yields now. */
  exacta: boolean
}

/**
 * The rate as if the mistake had never been made. One by hand comes back to the digit; an automatic one as its rule
 * yields now, which is the same number unless its pairs moved in between. Null when nothing yields it any more.
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
  /** Of what left, in the functional currency; null where nothing says it. */
  costo: string | null
  /** Of the countercurrency. */
  decimales: number
}

/** What the countervalue would have been at another rate, the amount as it was: up when we charge, down when we deliver. */
export function debido({ tipo, monto, decimales }: Operada, tasa: Tasa): string {
  const amount = decimal(monto)
  const due =
    tipo === 'venta'
      ? convertir(amount, inversa(tasa), decimales, 'arriba')
      : convertir(amount, tasa, decimales, 'abajo')
  return texto(due, decimales)
}

/**
 * What the house earned by the wrong rate against the due one, in the functional currency with 2 decimals; below zero,
 * what it lost. A canje's is of the currency that left, at what that cost; null without a cost.
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

/** Less than this is not worth a call, in the functional currency. */
const MINIMO = decimal('1')

export interface Situacion {
  estado: EstadoDeOperacion
  /** Of today: it may still be annulled by the counter. */
  de_hoy: boolean
  con_cliente: boolean
}

/**
 * What to do about an operation made at a wrong rate. Money still to be handed over is put right by annulling; a
 * client that is known is called, whoever of both lost; what cannot be put right is put on record.
 */
export function accionDe(op: Situacion, dif: string | null): Accion {
  // Nothing stands of it, or it will be quoted again.
  if (op.estado === 'anulada' || op.estado === 'vencida') return 'nada'
  if (dif === null) return op.con_cliente ? 'llamar' : 'registrar'
  const amount = decimal(dif)
  if (amount.abs().lt(MINIMO)) return 'nada'
  if ((op.estado === 'pendiente' || op.estado === 'pagada') && op.de_hoy) return 'anular'
  return op.con_cliente ? 'llamar' : 'registrar'
}

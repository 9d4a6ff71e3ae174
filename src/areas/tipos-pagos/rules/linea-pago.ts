import { type Conteo, cuadra } from '../../../core/dinero/conteo.ts'
import { decimal, dividir, isDecimal, suma, texto } from '../../../core/dinero/decimal.ts'
import { DECIMALES_FUNCIONAL } from '../../../core/dinero/posicion.ts'
import type { Subida } from '../../../core/documento/comprobante.ts'
import type { Tarifa } from './tarifa.ts'

/** One payment line of a form, as typed. */
export interface LineaDePago {
  id: number
  tipo_pago_id: number
  cuenta_id: number
  /** null: the amount still missing ("completar resto"). */
  monto: string | null
  referencia: string
  comprobante: Subida | null
  /** The cash handed over, where it is more than the amount: the rest is the client's change. */
  recibido?: string | null
  /** The cash count, by denomination: of what was handed over. */
  denominaciones: readonly Conteo[] | null
}

interface Recuperable {
  lineas: readonly LineaDePago[]
  cotizada: unknown
}

/**
 * A form of payments that was kept, as it may come back: at the rates of now, and without files, which have to be given
 * again.
 */
export const alRecuperar = <T extends Recuperable>(kept: T): T => ({
  ...kept,
  cotizada: null,
  permiso: null,
  lineas: kept.lineas.map((linea) => ({ ...linea, comprobante: null })),
})

/** The fields of a way of paying that affect a payment line. */
export interface TipoDePago {
  id: number
  nombre: string
  efectivo: boolean
  pide_referencia: boolean
  pide_comprobante: boolean
  requiere_verificacion: boolean
  /** What the client pays for using it; null or left out for nothing. */
  tarifa?: Tarifa | null
  /** The ids of the accounts that it may use; null for any. */
  cuentas: readonly number[] | null
}

/** The fields of an account that affect the amount of a line. */
export interface CuentaDeLinea {
  id: number
  /** Cash amounts are multiples of this; null for any amount. */
  pieza: string | null
}

export type LineaResuelta = LineaDePago & { resuelto: string }

/** What prevents saving, and the id of the field to correct. */
export interface Problema {
  problema: string
  campo: string
}

/** Message for a user without a till who registers a payment. */
export const SIN_CAJA =
  'No tiene una caja a su cargo: pida que se la asignen en Cuentas. Mientras tanto, use una cuenta de banco o billetera.'

export type Lado = 'recibimos' | 'entregamos'

/**
 * A total to be paid in cash, rounded to `moneda_minima`, the smallest coin in use, in the client's favour: up when we
 * deliver, down when we charge. `moneda_minima` null: no rounding.
 */
export function enEfectivo(total: string, lado: Lado, moneda_minima: string | null): string {
  if (!moneda_minima) return total
  const coin = decimal(moneda_minima)
  const coins = dividir(decimal(total), coin, 0, lado === 'entregamos' ? 'arriba' : 'abajo')
  return texto(coins.times(coin), DECIMALES_FUNCIONAL)
}

/** The remainder of a side: `total` less the amounts typed. Negative when the amounts exceed it. */
export function resto(total: string, typed: readonly string[], decimales: number): string {
  return texto(decimal(total).minus(suma(typed.map(decimal))), decimales)
}

/** The required total of the lines of one side. */
interface Total {
  total: string
  lado: Lado
  decimales: number
  /** The smallest coin of the currency; null for no rounding. */
  moneda_minima: string | null
}

/**
 * Completes the lines of one side: the first line without an amount takes the remainder, in cash rounded to the coin.
 */
export function rellenar<L extends LineaDePago>(
  lineas: readonly L[],
  tipos: readonly TipoDePago[],
  { total, lado, decimales, moneda_minima }: Total,
): (L & { resuelto: string })[] {
  const typed = lineas.flatMap(({ monto }) => (monto && isDecimal(monto) ? [monto] : []))
  const open = lineas.find(({ monto }) => monto === null)
  const rest = resto(total, typed, decimales)
  const cash = tipos.find(({ id }) => id === open?.tipo_pago_id)?.efectivo
  const taken = cash && decimal(rest).gt(0) ? enEfectivo(rest, lado, moneda_minima) : rest
  return lineas.map((l) => ({ ...l, resuelto: l.monto ?? (l === open ? taken : '') }))
}

/** The first problem of completed lines; null when there is none. */
export function problemaDeLineas(
  tipos: readonly TipoDePago[],
  lineas: readonly LineaResuelta[],
  cuentas: readonly CuentaDeLinea[],
): Problema | null {
  const bad = lineas.find((l) => !esPositivo(l.resuelto))
  if (bad) {
    return {
      problema: 'Hay un pago con un monto que no es válido.',
      campo: `campo-pago-${bad.id}-monto`,
    }
  }
  const missing = lineas.find((l) => !l.tipo_pago_id || !l.cuenta_id)
  if (missing) {
    return { problema: 'Hay un pago sin tipo o sin cuenta.', campo: `campo-pago-${missing.id}` }
  }
  const way = (l: LineaResuelta) => tipos.find(({ id }) => id === l.tipo_pago_id)
  const unnamed = lineas.find((l) => !l.referencia.trim() && way(l)?.pide_referencia)
  if (unnamed) {
    return {
      problema: 'Hay un pago al que le falta la referencia.',
      campo: `campo-pago-${unnamed.id}-referencia`,
    }
  }
  const unproved = lineas.find((l) => badVoucher(l, way(l)))
  if (unproved) {
    return {
      problema: badVoucher(unproved, way(unproved)) ?? '',
      campo: `campo-pago-${unproved.id}-comprobante`,
    }
  }
  const short = lineas.find((l) => l.recibido != null && vueltoDe(l.recibido, l.resuelto) === null)
  if (short) {
    return {
      problema: 'Lo recibido tiene que ser más que el pago: corríjalo o quite el vuelto.',
      campo: `campo-pago-${short.id}-recibido`,
    }
  }
  const miscounted = lineas.find(
    (l) => l.denominaciones && !cuadra(l.denominaciones, l.recibido ?? l.resuelto),
  )
  if (miscounted) {
    return {
      problema: 'Hay un pago cuyo conteo de efectivo no suma su monto.',
      campo: `campo-pago-${miscounted.id}-monto`,
    }
  }
  return sinPiezas(lineas, cuentas)
}

/** The change of a payment of `monto` for which `recibido` was handed over; null where there is none. */
export function vueltoDe(recibido: string, monto: string): string | null {
  if (!isDecimal(recibido) || !isDecimal(monto) || !decimal(recibido).gt(decimal(monto)))
    return null
  return texto(decimal(recibido).minus(decimal(monto)), DECIMALES_FUNCIONAL)
}

/** The first cash amount that notes and coins cannot make. Twin of SQL `efectivo_reparo`. */
function sinPiezas(
  lineas: readonly LineaResuelta[],
  cuentas: readonly CuentaDeLinea[],
): Problema | null {
  for (const { id, cuenta_id, resuelto } of lineas) {
    const pieza = cuentas.find((c) => c.id === cuenta_id)?.pieza
    if (!pieza || multiplo(resuelto, pieza)) continue
    return {
      problema: `Hay un pago en efectivo que no se puede hacer: la menor pieza es de ${pieza}.`,
      campo: `campo-pago-${id}-monto`,
    }
  }
  return null
}

const multiplo = (monto: string, pieza: string) =>
  dividir(decimal(monto), decimal(pieza), 0, 'abajo').times(decimal(pieza)).eq(decimal(monto))

/** A line that will be verified later may get its voucher then. */
function badVoucher({ comprobante }: LineaResuelta, way: TipoDePago | undefined): string | null {
  if (comprobante?.error) return 'Hay un comprobante que no se pudo subir: reintente o quítelo.'
  if (comprobante && comprobante.id === null) return 'Hay un comprobante que todavía se sube.'
  const needed = way?.pide_comprobante && !way.requiere_verificacion
  return needed && !comprobante ? 'Hay un pago al que le falta el comprobante.' : null
}

function esPositivo(text: string): boolean {
  return isDecimal(text) && decimal(text).gt(0)
}

import {
  type Decimal,
  decimal,
  dividir,
  isDecimal,
  redondear,
  texto,
} from '../../core/dinero/decimal.ts'
import { costoDeSalida, DECIMALES_FUNCIONAL } from '../../core/dinero/posicion.ts'
import { REGLAS } from './rules/base.ts'

/** Why a balance is adjusted, in the order in which a form offers it. */
export const MOTIVOS = {
  sobrante: REGLAS.sobrante,
  faltante: REGLAS.faltante,
  billete_falso: REGLAS.billete_falso,
  correccion: REGLAS.correccion,
  comision: REGLAS.comision,
  saldo_inicial: REGLAS.saldo_inicial,
  aporte: REGLAS.aporte,
  retiro: REGLAS.retiro,
  devolucion_anticipo: REGLAS.devolucion_anticipo,
  cobro_personal: REGLAS.cobro_personal,
} as const satisfies typeof REGLAS
export type Motivo = keyof typeof MOTIVOS

/** An account as the form receives it. */
export interface CuentaVista {
  moneda: { decimales: number; funcional: boolean }
  saldo: string
  /** Minimum balance; null without one. */
  minimo: string | null
  posicion: { cantidad: string; costo: string } | null
  sin_posicion: boolean
  precio: string | null
}

export interface Escrito {
  motivo: Motivo
  sentido: 'entra' | 'sale' | null
  monto: string | null
  contado: string | null
  tasa_costo: string | null
}

export interface Previa {
  /** What the account gains (+) or loses (−), and its balance afterwards, in the decimals of its currency. */
  importe: string
  saldo: string
  /** Value in the functional currency, unsigned; null when only the server can compute it. */
  valor: string | null
  /** True when it certainly exceeds what the user may apply alone; null when only the server can tell. */
  espera: boolean | null
}

/** True when the cost of each unit must be typed. */
export function pideTasa(
  motivo: Motivo,
  sentido: Escrito['sentido'],
  cuenta: CuentaVista,
  importe: Decimal | null = null,
): boolean {
  if (cuenta.moneda.funcional) return false
  const { signo, con_tasa } = MOTIVOS[motivo]
  const enters = importe ? importe.gt(0) : signo === 1 || (signo === 0 && sentido === 'entra')
  return enters && (con_tasa || cuenta.sin_posicion)
}

/** The signed amount; null while it cannot be computed. */
export function importeDe(e: Escrito, cuenta: CuentaVista): Decimal | null {
  if (e.contado !== null) {
    return isDecimal(e.contado) ? decimal(e.contado).minus(decimal(cuenta.saldo)) : null
  }
  if (e.monto === null || !isDecimal(e.monto)) return null
  const { signo } = MOTIVOS[e.motivo]
  if (signo === 0 && e.sentido === null) return null
  const leaves = signo === -1 || (signo === 0 && e.sentido === 'sale')
  return decimal(e.monto).times(leaves ? -1 : 1)
}

/** Preview of an adjustment while it is typed. Twin of SQL `ajustes_saldo_proponer`. */
export function previa(
  e: Escrito,
  cuenta: CuentaVista,
  solo: { limite: string; usado: string },
): Previa | null {
  const importe = importeDe(e, cuenta)
  if (!importe || importe.eq(0)) return null
  const { decimales } = cuenta.moneda
  const amount = importe.abs()
  const atCost = costo(amount, importe.gt(0), cuenta)
  const said =
    pideTasa(e.motivo, e.sentido, cuenta, importe) && e.tasa_costo && isDecimal(e.tasa_costo)
      ? redondear(amount.times(decimal(e.tasa_costo)), DECIMALES_FUNCIONAL, 'medio')
      : null
  const valor = pideTasa(e.motivo, e.sentido, cuenta, importe) ? said : atCost
  const market = cuenta.precio
    ? redondear(amount.times(decimal(cuenta.precio)), DECIMALES_FUNCIONAL, 'medio')
    : null
  const judged = [valor, atCost, market].filter((v) => v !== null)
  const above = judged.some((v) => v.plus(decimal(solo.usado)).gt(decimal(solo.limite)))
  // Without the average cost the client cannot tell: the cost may exceed the current price.
  const known = cuenta.moneda.funcional || cuenta.posicion !== null || cuenta.sin_posicion
  // An opening waits at any amount, and so does a cost that nothing confirms.
  const waits =
    e.motivo === 'saldo_inicial' || (said !== null && !cuenta.precio && cuenta.sin_posicion)
  return {
    importe: texto(importe, decimales),
    saldo: texto(decimal(cuenta.saldo).plus(importe), decimales),
    valor: valor && texto(valor, DECIMALES_FUNCIONAL),
    espera: above || waits ? true : known && judged.length > 0 ? false : null,
  }
}

/** Value at average cost; null when the cost is not known or the position is too small. */
function costo(amount: Decimal, enters: boolean, cuenta: CuentaVista): Decimal | null {
  if (cuenta.moneda.funcional) return amount
  if (!cuenta.posicion) return null
  const posicion = {
    cantidad: decimal(cuenta.posicion.cantidad),
    costo: decimal(cuenta.posicion.costo),
  }
  if (posicion.cantidad.lte(0)) return null
  if (!enters && amount.gt(posicion.cantidad)) return null
  if (!enters) return costoDeSalida(posicion, amount)
  return dividir(amount.times(posicion.costo), posicion.cantidad, DECIMALES_FUNCIONAL, 'medio')
}

/** The mismatch between the sign of a count's difference and the chosen reason; null when they agree. */
export function choca(motivo: Motivo, importe: Decimal): 'de más' | 'de menos' | null {
  const { signo } = MOTIVOS[motivo]
  if (signo === 0 || importe.eq(0) || importe.gt(0) === (signo === 1)) return null
  return importe.gt(0) ? 'de más' : 'de menos'
}

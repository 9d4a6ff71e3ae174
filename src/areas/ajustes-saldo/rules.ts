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
} as const satisfies typeof REGLAS
export type Motivo = keyof typeof MOTIVOS

/** What the form knows of an account. */
export interface CuentaVista {
  moneda: { decimales: number; funcional: boolean }
  saldo: string
  /** Floor of the balance; null without one. */
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
  /** What the account gains (+) or loses (−), and what it then holds; in its own decimals. */
  importe: string
  saldo: string
  /** Value in the functional currency, unsigned; null when only the server can say. */
  valor: string | null
  /** True where it is surely above what one may do alone; null when only the server can say. */
  espera: boolean | null
}

/** Does this adjustment need the cost of each unit? */
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

/** The amount, signed; null while it cannot be told. */
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

/** What an adjustment would do, while it is typed. Twin of SQL `ajustes_saldo_proponer`. */
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
  // Without the cost in sight the server may find it dearer than its price.
  const known = cuenta.moneda.funcional || cuenta.posicion !== null || cuenta.sin_posicion
  return {
    importe: texto(importe, decimales),
    saldo: texto(decimal(cuenta.saldo).plus(importe), decimales),
    valor: valor && texto(valor, DECIMALES_FUNCIONAL),
    espera: above ? true : known && judged.length > 0 ? false : null,
  }
}

/** At average cost; null where it is not known or there is not so much. */
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

/** What is wrong between a count and the reason that was chosen; null when nothing is. */
export function choca(motivo: Motivo, importe: Decimal): 'de más' | 'de menos' | null {
  const { signo } = MOTIVOS[motivo]
  if (signo === 0 || importe.eq(0) || importe.gt(0) === (signo === 1)) return null
  return importe.gt(0) ? 'de más' : 'de menos'
}

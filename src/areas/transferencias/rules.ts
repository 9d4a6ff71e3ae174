import { type Decimal, decimal, dividir, redondear, texto } from '../../core/dinero/decimal.ts'
import { convertir, inversa, type MetodoCalculo, type Tasa } from '../../core/dinero/tasa.ts'
import { formatDecimal } from '../../core/formato.ts'

/** Two of the three of a conversion, as decimal texts greater than zero. */
export type Dos =
  | { monto: string; tasa: string }
  | { monto: string; recibido: string }
  | { recibido: string; tasa: string }

export interface Montos {
  monto: string
  recibido: string
  tasa: string
}

/** Decimals of a rate that is computed from both amounts. */
const DECIMALES_TASA = 10

/**
 * Completes the amount sent, the amount received and the rate from two of them: amounts rounded half away from zero to
 * the decimals of their currency, a rate to 10. Twin of SQL `transferencias_montos`.
 */
export function montos(
  dos: Dos,
  metodo_calculo: MetodoCalculo,
  decimales: { origen: number; destino: number },
): Montos {
  if (!('tasa' in dos)) {
    const [one, other] = [decimal(dos.recibido), decimal(dos.monto)]
    const [over, under] = metodo_calculo === 'm' ? [one, other] : [other, one]
    return { ...dos, tasa: recortar(dividir(over, under, DECIMALES_TASA, 'medio')) }
  }
  const tasa: Tasa = { tasa: dos.tasa, metodo_calculo }
  if ('monto' in dos) {
    const recibido = convertir(decimal(dos.monto), tasa, decimales.destino, 'medio')
    return { ...dos, recibido: texto(recibido, decimales.destino) }
  }
  const monto = convertir(decimal(dos.recibido), inversa(tasa), decimales.origen, 'medio')
  return { ...dos, monto: texto(monto, decimales.origen) }
}

/** Decimal text without trailing zeros. */
function recortar(value: Decimal): string {
  const plain = texto(value, DECIMALES_TASA)
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
}

/** A rate in both directions, its own first: `1 USDT = 206.00 VES`, `1 VES = 0.00485437 USDT`. */
export function enPalabras(
  { tasa, metodo_calculo }: Tasa,
  { origen, destino }: { origen: string; destino: string },
): [directa: string, inversa: string] {
  const [de, a] = metodo_calculo === 'm' ? [origen, destino] : [destino, origen]
  const back = dividir(decimal('1'), decimal(tasa), DECIMALES_TASA, 'medio')
  return [`1 ${de} = ${legible(decimal(tasa))} ${a}`, `1 ${a} = ${legible(back)} ${de}`]
}

/** Four decimals; for a small value as many as show six significant digits. */
export function legible(value: Decimal): string {
  let decimales = 4
  while (decimales < DECIMALES_TASA && value.times(`1${'0'.repeat(decimales)}`).lt('100000')) {
    if (value.gte('1')) break
    decimales += 1
  }
  const own = recortar(redondear(value, decimales, 'medio')).split('.')[1]?.length ?? 0
  return formatDecimal(texto(value, decimales), Math.max(own, 2))
}

export interface Mercado {
  compra: string | null
  venta: string | null
}

/**
 * How far in percent, to 4 decimals, the rate lies outside of what the market pays and asks; null without a price. Twin of
 * SQL `transferencias_desvio`: what one of them finds too far, so does the other.
 */
export function desvio({ tasa, metodo_calculo }: Tasa, { compra, venta }: Mercado): string | null {
  if (!compra || !venta) return null
  const price =
    metodo_calculo === 'm' ? decimal(tasa) : dividir(decimal('1'), decimal(tasa), 16, 'medio')
  const off = (from: Decimal) =>
    texto(dividir(price.minus(from).abs().times(100), from, 4, 'medio'), 4)
  if (price.lt(compra)) return off(decimal(compra))
  return price.gt(venta) ? off(decimal(venta)) : '0.0000'
}

/** The fee that the account's entity charges for an outgoing amount; `0` without a fee. */
export function comisionPropuesta(
  cuenta: { comision_salida_pct: string | null; comision_salida_fija: string | null },
  monto: string,
  decimales: number,
): string {
  const share = decimal(monto)
    .times(cuenta.comision_salida_pct ?? '0')
    .times('0.01')
  const fee = redondear(share.plus(cuenta.comision_salida_fija ?? '0'), decimales, 'medio')
  return fee.eq(0) ? '0' : texto(fee, decimales)
}

interface Extremo {
  responsable_id: number | null
  sucursal_id: number | null
  efectivo: boolean
  /** Whether the sender may use it. */
  origen: boolean
}

/** Whether cash goes from one branch to another. Twin of SQL `transferencias_se_lleva`. */
export function seLleva(origen: Extremo, destino: Extremo): boolean {
  return origen.efectivo && destino.efectivo && otraSucursal(origen, destino)
}

const otraSucursal = (origen: Extremo, destino: Extremo) =>
  destino.sucursal_id !== null &&
  origen.sucursal_id !== null &&
  destino.sucursal_id !== origen.sucursal_id

/**
 * Whether the transfer stays in transit until it is counted: another person or another branch receives it, or it is
 * cash for an account that the sender may not use. Twin of SQL `transferencias_estado`.
 */
export function vaEnCamino(origen: Extremo, destino: Extremo): boolean {
  const person = destino.responsable_id !== null && destino.responsable_id !== origen.responsable_id
  return person || otraSucursal(origen, destino) || (destino.efectivo && !destino.origen)
}

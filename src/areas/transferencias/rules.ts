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

/** Decimals of a rate that follows from both amounts. */
const DECIMALES_TASA = 10

/**
 * The third of what leaves, what arrives and the rate: amounts half away from zero to their currency's decimals, a
 * rate to 10. Twin of SQL `transferencias_montos`.
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

/** Without the zeros that say nothing. */
function recortar(value: Decimal): string {
  const plain = texto(value, DECIMALES_TASA)
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
}

/** How a rate is said, its own direction first: `1 USDT = 206.00 VES`, `1 VES = 0.00485437 USDT`. */
export function enPalabras(
  { tasa, metodo_calculo }: Tasa,
  { origen, destino }: { origen: string; destino: string },
): [directa: string, inversa: string] {
  const [de, a] = metodo_calculo === 'm' ? [origen, destino] : [destino, origen]
  const back = dividir(decimal('1'), decimal(tasa), DECIMALES_TASA, 'medio')
  return [`1 ${de} = ${legible(decimal(tasa))} ${a}`, `1 ${a} = ${legible(back)} ${de}`]
}

/** Four decimals, or as many as it takes to show six digits of a small one; two at least. */
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

/** What an account's entity takes for so much that leaves; `0` where it takes nothing. */
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
  /** Who transfers may use it. */
  origen: boolean
}

/**
 * Is it received by another person or another branch, or is it cash that who sends it may not use, so that it is on its
 * way until counted? Twin of the SQL.
 */
export function vaEnCamino(origen: Extremo, destino: Extremo): boolean {
  const person = destino.responsable_id !== null && destino.responsable_id !== origen.responsable_id
  const branch =
    destino.sucursal_id !== null &&
    origen.sucursal_id !== null &&
    destino.sucursal_id !== origen.sucursal_id
  return person || branch || (destino.efectivo && !destino.origen)
}

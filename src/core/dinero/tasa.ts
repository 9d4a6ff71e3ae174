import type { Palabras } from '../base.ts'
import {
  type Decimal,
  decimal,
  dividir,
  isDecimal,
  type Redondeo,
  redondear,
  texto,
} from './decimal.ts'

/** How a rate is applied. `m`: recibe = envía × tasa; `d`: recibe = envía ÷ tasa. */
export type MetodoCalculo = Palabras['tipos_cambios.metodo_calculo']

export interface Tasa {
  /** Decimal text, > 0, at most 8 decimals. */
  tasa: string
  metodo_calculo: MetodoCalculo
}

/** True when `tasa` can be used to convert: decimal text greater than zero. */
export function esTasa(tasa: string): boolean {
  return isDecimal(tasa) && decimal(tasa).gt(0)
}

/**
 * Converts `importe` (≥ 0) from one currency to the other; every conversion goes through this function. Rounds the
 * result to `decimales`, those of the other currency, in the given mode.
 * @throws RangeError on a rate that is not > 0.
 */
export function convertir(
  importe: Decimal,
  { tasa, metodo_calculo }: Tasa,
  decimales: number,
  redondeo: Redondeo,
): Decimal {
  const t = decimal(tasa)
  if (t.lte(0)) throw new RangeError('a rate is greater than zero')
  return metodo_calculo === 'm'
    ? redondear(importe.times(t), decimales, redondeo)
    : dividir(importe, t, decimales, redondeo)
}

/** The same rate for the opposite direction: `m` becomes `d` and the reverse. */
export function inversa({ tasa, metodo_calculo }: Tasa): Tasa {
  return { tasa, metodo_calculo: metodo_calculo === 'm' ? 'd' : 'm' }
}

export interface Cotizacion {
  /** Amount that the client hands over, with the decimals of its currency. */
  envia: string
  /** Amount that is delivered for it, with the decimals of the other currency. */
  recibe: string
}

/**
 * Quotes both amounts from the one that is given. The amount that we deliver is rounded down and the amount that we
 * charge is rounded up, so a reverse quote never gives the client more than the direct one.
 * Amounts are decimal texts ≥ 0; decimals 0–8.
 */
export function cotizar(
  lado: { envia: string } | { recibe: string },
  tasa: Tasa,
  decimales: { envia: number; recibe: number },
): Cotizacion {
  if ('envia' in lado) {
    const envia = decimal(lado.envia)
    const recibe = convertir(envia, tasa, decimales.recibe, 'abajo')
    return { envia: texto(envia, decimales.envia), recibe: texto(recibe, decimales.recibe) }
  }
  const recibe = decimal(lado.recibe)
  const envia = convertir(recibe, inversa(tasa), decimales.envia, 'arriba')
  return { envia: texto(envia, decimales.envia), recibe: texto(recibe, decimales.recibe) }
}

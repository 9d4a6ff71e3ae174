import {
  decimal,
  isDecimal,
  type Redondeo,
  redondear,
  texto,
} from '../../../core/dinero/decimal.ts'
import { ordenados, type Precios } from '../rules.ts'

/** A reading that yields no price, in words for a person. */
export class LecturaError extends Error {}

/** Where in a JSON answer a number stands: `data.usd.compra`, `rates[0].buy`, `[1].valor`. */
export const RUTA = /^(?:[\w$-]{1,60}|\[\d{1,4}\])(?:\.[\w$-]{1,60}|\[\d{1,4}\]){0,15}$/

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown

/** The JSON of an answer in which every number is the text that was written: 3.520 never becomes a float. */
export function leerJson(respuesta: string): unknown {
  try {
    return parse(respuesta, (_key, value, { source }) =>
      typeof value === 'number' ? (source ?? '') : value,
    )
  } catch {
    throw new LecturaError('La respuesta no es JSON.')
  }
}

/** The text at a path. @throws LecturaError when nothing stands there, or something that is no text nor number */
export function enRuta(json: unknown, ruta: string): string {
  let here = json
  for (const [, key, index] of ruta.matchAll(/([\w$-]+)|\[(\d+)\]/g)) {
    const name = key ?? index ?? ''
    const inside = typeof here === 'object' && here !== null && Object.hasOwn(here, name)
    if (!inside) throw new LecturaError(`La respuesta no tiene «${ruta}».`)
    here = (here as Record<string, unknown>)[name]
  }
  if (typeof here !== 'string') throw new LecturaError(`En «${ruta}» no hay un número.`)
  return here
}

const NUMERO = /^\d{1,9}(\.\d{1,60})?$/

/** A price as it was written, cut to ten decimals. @throws LecturaError on what is no plain number over zero */
export function numeroDe(escrito: string, ruta: string): string {
  const shown = escrito.length > 30 ? `${escrito.slice(0, 30)}…` : escrito
  if (!NUMERO.test(escrito))
    throw new LecturaError(`En «${ruta}» hay «${shown}», que no es un precio.`)
  const [whole = '', fraction = ''] = escrito.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const plain = fraction ? `${digits}.${fraction.slice(0, 10)}` : digits
  if (!isDecimal(plain) || decimal(plain).lte(0)) {
    throw new LecturaError(`En «${ruta}» hay «${shown}»: debe ser mayor que cero.`)
  }
  return plain
}

export interface Lectura {
  ruta_compra: string
  ruta_venta: string
  /** Decimal texts > 0: what is written × factor is the price. */
  factor_compra: string
  factor_venta: string
  /** The pair's decimals. */
  precision: number
}

function precio(
  json: unknown,
  ruta: string,
  { factor, precision }: { factor: string; precision: number },
  redondeo: Redondeo,
): string {
  const value = decimal(numeroDe(enRuta(json, ruta), ruta)).times(decimal(factor))
  const cut = redondear(value, precision, redondeo)
  if (cut.lte(0) || cut.gte(1e9))
    throw new LecturaError(`El precio de «${ruta}» queda fuera de rango.`)
  return texto(cut, precision)
}

/**
 * Both prices of an answer, at the pair's precision: what we buy at is cut down, what we sell at is cut up, so that no
 * rounding is ever in the client's favour. @throws LecturaError
 */
export function preciosDe(respuesta: string, lectura: Lectura): Precios {
  const json = leerJson(respuesta)
  const { precision } = lectura
  const compra = precio(
    json,
    lectura.ruta_compra,
    { factor: lectura.factor_compra, precision },
    'abajo',
  )
  const venta = precio(
    json,
    lectura.ruta_venta,
    { factor: lectura.factor_venta, precision },
    'arriba',
  )
  if (!ordenados({ compra, venta })) {
    throw new LecturaError(`La compra (${compra}) es mayor que la venta (${venta}).`)
  }
  return { compra, venta }
}

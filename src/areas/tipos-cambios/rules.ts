import { type Decimal, decimal, dividir, redondear, texto, UNO } from '../../core/dinero/decimal.ts'
import type { MetodoCalculo } from '../../core/dinero/tasa.ts'

/** The prices of a pair for deriving a rate: one unit of base costs compra…venta of cotización. */
export interface ParPrecio {
  base_id: number
  cotizacion_id: number
  /** Decimal texts, 0 < compra ≤ venta. */
  compra: string
  venta: string
}

export interface Corredor {
  /** The currency that the client hands over. */
  base_id: number
  /** The currency that the client receives. */
  cotizacion_id: number
}

export interface Regla {
  metodo_calculo: MetodoCalculo
  /** Decimals of the rate, 0–8. */
  precision: number
  /** Percentage that the house keeps of what the client receives: 0–30, at most 3 decimals. */
  margen: string
}

export interface Pares<P extends ParPrecio = ParPrecio> {
  origen: P | null
  destino: P | null
}

/** The exact value at cost of one unit handed over: `recibe = envía × num ÷ den`. */
export interface Costo {
  num: Decimal
  den: Decimal
  /** The prices used, for the histórico and for "¿Cómo se calcula?". */
  precio_origen: string | null
  precio_destino: string | null
  /** The bridge currency; null when one pair connects both. */
  puente_id: number | null
}

interface Tramo {
  num: Decimal
  den: Decimal
  precio: string
}

/** One conversion, at the price that is worse for the client: we buy what he hands over, or sell what he receives. */
function tramo(par: ParPrecio, de: number): Tramo {
  return par.base_id === de
    ? { num: decimal(par.compra), den: UNO, precio: par.compra }
    : { num: UNO, den: decimal(par.venta), precio: par.venta }
}

/** The other currency of a pair; null when `id` is neither of its currencies. */
function otra(par: ParPrecio, id: number): number | null {
  if (par.base_id === id) return par.cotizacion_id
  return par.cotizacion_id === id ? par.base_id : null
}

/**
 * The cost of a corridor from its pairs: the origin's pair converts the client's currency to the bridge, the
 * destination's pair converts the bridge to the currency received; a single pair converts directly. Null when the given
 * pairs do not connect the two currencies.
 */
export function costoDe(corredor: Corredor, { origen, destino }: Pares): Costo | null {
  const { base_id, cotizacion_id } = corredor
  const solo = origen && destino ? null : (origen ?? destino)
  if (solo) {
    if (otra(solo, base_id) !== cotizacion_id) return null
    const { num, den, precio } = tramo(solo, base_id)
    const prices = { precio_origen: origen && precio, precio_destino: destino && precio }
    return { num, den, ...prices, puente_id: null }
  }
  if (!origen || !destino) return null
  const puente_id = otra(origen, base_id)
  if (puente_id === null || otra(destino, puente_id) !== cotizacion_id) return null
  const first = tramo(origen, base_id)
  const second = tramo(destino, puente_id)
  return {
    num: first.num.times(second.num),
    den: first.den.times(second.den),
    precio_origen: first.precio,
    precio_destino: second.precio,
    puente_id,
  }
}

/** The cost as a rate of that method, rounded half up to `decimales`. */
export function tasaCosto({ num, den }: Costo, metodo: MetodoCalculo, decimales = 10): string {
  const [a, b] = metodo === 'm' ? [num, den] : [den, num]
  return texto(dividir(a, b, decimales, 'medio'), decimales)
}

/**
 * The automatic rate: `floor(costo × (1 − g))` for `m`, `ceil(costo ÷ (1 − g))` for `d`, at its precision, rounded only
 * once at the end. Null when no usable rate is left (0, or 1e9 and more).
 */
export function derivar(costo: Costo, { metodo_calculo, precision, margen }: Regla): string | null {
  const kept = decimal('100').minus(decimal(margen))
  const { num, den } = costo
  const tasa =
    metodo_calculo === 'm'
      ? dividir(num.times(kept), den.times(100), precision, 'abajo')
      : dividir(den.times(100), num.times(kept), precision, 'arriba')
  if (tasa.lte(0) || tasa.gte(1e9)) return null
  return texto(tasa, precision)
}

/**
 * True when a client would receive more than at cost: never happens by the rule, only by hand. Twin of SQL
 * `tipos_cambios_bajo_costo`.
 */
export function bajoCosto({ num, den }: Costo, tasa: string, metodo: MetodoCalculo): boolean {
  const t = decimal(tasa)
  return metodo === 'm' ? t.times(den).gt(num) : t.times(num).lt(den)
}

/** The largest margin that the histórico's column can store, in percent. */
const MARGEN_MAX = decimal('999.9999')

/**
 * What a rate earns relative to its cost, in percent with 4 decimals: `1 − tasa/costo` for `m`, `1 − costo/tasa` for
 * `d`; negative below cost.
 */
export function margenEfectivo({ num, den }: Costo, tasa: string, metodo: MetodoCalculo): string {
  const t = decimal(tasa)
  const [part, whole] = metodo === 'm' ? [t.times(den), num] : [den, t.times(num)]
  const pct = dividir(whole.minus(part).times(100), whole, 4, 'medio')
  const low = MARGEN_MAX.times(-1)
  return texto(pct.lt(low) ? low : pct, 4)
}

/** Does the rate have more decimals than its precision? */
export function excedePrecision(tasa: string, precision: number): boolean {
  return !redondear(decimal(tasa), precision, 'abajo').eq(decimal(tasa))
}

export interface ParCandidato extends ParPrecio {
  id: number
  pais: string
  /** ISO codes, to prefer the dollar as the bridge. */
  base_iso: string
  cotizacion_iso: string
}

/** Distance of a pair's market: own country first, then the international reference, then any other. */
function lejania(par: ParCandidato, pais: string): number {
  if (par.pais === pais) return 0
  return par.pais === 'usd' ? 1 : 2
}

/**
 * The pairs proposed for a corridor: one that connects both currencies if it exists, else two over a common bridge,
 * dollars first; nearest markets first, then the oldest pair. `pares` are active ones.
 */
export function proponer(
  pares: readonly ParCandidato[],
  corredor: Corredor & { pais: string },
): Pares<ParCandidato> {
  const { base_id, cotizacion_id, pais } = corredor
  const near = [...pares].sort((a, b) => lejania(a, pais) - lejania(b, pais) || a.id - b.id)
  const direct = near.find((par) => otra(par, base_id) === cotizacion_id)
  if (direct) {
    // By convention, a pair of what we sell is the origin's, and one of what we buy is the destination's.
    return direct.base_id === base_id
      ? { origen: null, destino: direct }
      : { origen: direct, destino: null }
  }
  const routes = near.flatMap((origen) => {
    const puente = otra(origen, base_id)
    if (puente === null) return []
    const destino = near.find((par) => otra(par, puente) === cotizacion_id)
    if (!destino) return []
    const iso = origen.base_id === puente ? origen.base_iso : origen.cotizacion_iso
    const rank = (iso === 'USD' ? 0 : 10) + lejania(origen, pais) + lejania(destino, pais)
    return [{ origen, destino, rank }]
  })
  const best = routes.sort((a, b) => a.rank - b.rank)[0]
  return best ? { origen: best.origen, destino: best.destino } : { origen: null, destino: null }
}

import { type Decimal, decimal, dividir, redondear, texto, UNO } from '../../core/dinero/decimal.ts'
import type { MetodoCalculo } from '../../core/dinero/tasa.ts'

/** A pair's prices as a rate is derived from them: 1 base costs compra…venta of cotización. */
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
  /** The one that he receives. */
  cotizacion_id: number
}

export interface Regla {
  metodo_calculo: MetodoCalculo
  /** Decimals of the rate, 0–8. */
  precision: number
  /** Percent of what the client receives that the house keeps: 0–30, at most 3 decimals. */
  margen: string
}

export interface Pares<P extends ParPrecio = ParPrecio> {
  origen: P | null
  destino: P | null
}

/** What one unit handed over is worth at cost, exactly: `recibe = envía × num ÷ den`. */
export interface Costo {
  num: Decimal
  den: Decimal
  /** The prices taken, for the history and for "¿Cómo se calcula?". */
  precio_origen: string | null
  precio_destino: string | null
  /** The currency in the middle; null when one pair joins both. */
  puente_id: number | null
}

interface Tramo {
  num: Decimal
  den: Decimal
  precio: string
}

/** One crossing, on the side that is worse for the client: we buy what he hands over, or sell what he gets. */
function tramo(par: ParPrecio, de: number): Tramo {
  return par.base_id === de
    ? { num: decimal(par.compra), den: UNO, precio: par.compra }
    : { num: UNO, den: decimal(par.venta), precio: par.venta }
}

/** The other currency of a pair; null when it does not trade `id`. */
function otra(par: ParPrecio, id: number): number | null {
  if (par.base_id === id) return par.cotizacion_id
  return par.cotizacion_id === id ? par.base_id : null
}

/**
 * What a corridor costs by its pairs: the origin's pair takes the client's currency to the bridge,
 * the destination's pair takes the bridge to what he receives; one pair alone joins both. Null when the pairs
 * given do not lead from one currency to the other.
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

/** The cost said as a rate of that method, half up at `decimales`. */
export function tasaCosto({ num, den }: Costo, metodo: MetodoCalculo, decimales = 10): string {
  const [a, b] = metodo === 'm' ? [num, den] : [den, num]
  return texto(dividir(a, b, decimales, 'medio'), decimales)
}

/**
 * The automatic rate: `floor(costo × (1 − g))` for `m`, `ceil(costo ÷ (1 − g))` for `d`, at its precision and
 * without rounding anything before. Null when that leaves no usable rate (0, or 1e9 and more).
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

/** The largest margin that the history's column holds, in percent. */
const MARGEN_MAX = decimal('999.9999')

/**
 * What a rate earns of what it costs, in percent with 4 decimals: `1 − tasa/costo` for `m`, `1 − costo/tasa`
 * for `d`; negative below cost.
 */
export function margenEfectivo({ num, den }: Costo, tasa: string, metodo: MetodoCalculo): string {
  const t = decimal(tasa)
  const [part, whole] = metodo === 'm' ? [t.times(den), num] : [den, t.times(num)]
  const pct = dividir(whole.minus(part).times(100), whole, 4, 'medio')
  const low = MARGEN_MAX.times(-1)
  return texto(pct.lt(low) ? low : pct, 4)
}

/** Does the rate need more decimals than it may have? */
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

/** Own market first, then the international reference, then any other. */
function lejania(par: ParCandidato, pais: string): number {
  if (par.pais === pais) return 0
  return par.pais === 'usd' ? 1 : 2
}

/**
 * The pairs that a corridor would be derived from: one that joins both currencies if there is, else two over
 * a common bridge, dollars before others; nearest markets first, then the oldest pair. `pares` are active ones.
 */
export function proponer(
  pares: readonly ParCandidato[],
  corredor: Corredor & { pais: string },
): Pares<ParCandidato> {
  const { base_id, cotizacion_id, pais } = corredor
  const near = [...pares].sort((a, b) => lejania(a, pais) - lejania(b, pais) || a.id - b.id)
  const direct = near.find((par) => otra(par, base_id) === cotizacion_id)
  if (direct) {
    // By habit: what we sell is the origin's pair, what we buy the destination's.
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

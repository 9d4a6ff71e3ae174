import { enPlural, type MonedaFuncional } from '../../../core/dinero/moneda.ts'
import type { MetodoCalculo } from '../../../core/dinero/tasa.ts'

/** A pair whose prices a house types: how much of the quote one unit of the base costs, in a market. */
export interface ParPropuesto {
  /** Market, base and quote: `pe 3 2`. */
  clave: string
  mercado: string
  base_id: number
  cotizacion_id: number
  precision: number
  nombre: string
}

/** A rate that follows such pairs: what the client hands over, what he receives, and what the house earns. */
export interface TasaPropuesta {
  pais: string
  base_id: number
  cotizacion_id: number
  metodo_calculo: MetodoCalculo
  precision: number
  /** Percent; null where the pair's own spread is the margin. */
  margen: string | null
  origen: string | null
  destino: string | null
  nombre: string
}

export interface Precios {
  pares: readonly ParPropuesto[]
  tasas: readonly TasaPropuesta[]
}

const par = (
  mercado: string,
  base_id: number,
  cotizacion_id: number,
  precision: number,
  nombre: string,
): ParPropuesto => ({
  clave: `${mercado} ${base_id} ${cotizacion_id}`,
  ...{ mercado, base_id, cotizacion_id, precision, nombre },
})

export const DOLAR = 3

/** The house: its country, whose market it trades in, and the currency of its books. */
type Casa = Pick<MonedaFuncional, 'id' | 'pais' | 'nombre'>

/** Both directions of a currency at the counter, whose margin is the spread of its pair with the house's currency. */
function enMostrador({ id, pais }: Casa, divisa: number, nombre: string): TasaPropuesta[] {
  const clave = `${pais} ${divisa} ${id}`
  const comun = { pais, precision: 3, margen: null }
  return [
    {
      ...{ ...comun, base_id: id, cotizacion_id: divisa, metodo_calculo: 'd' },
      ...{ nombre: `Venta de ${nombre}`, origen: clave, destino: null },
    },
    {
      ...{ ...comun, base_id: divisa, cotizacion_id: id, metodo_calculo: 'm' },
      ...{ nombre: `Compra de ${nombre}`, origen: null, destino: clave },
    },
  ]
}

/** What a country pays in: its currency, and what is typed of it. */
type Pago =
  /** Of the counter: its remittances are sold at the counter's own rate. */
  | readonly [moneda: number, singular: string, plural: string]
  /**
   * Through the dollar: the decimals of the dollar there and of the remittance's rate, and the percent that houses
   * usually earn on it.
   */
  | readonly [
      moneda: number,
      plural: string,
      decimales: readonly [par: number, tasa: number],
      margen: string,
      pais: string,
    ]

const EN_DOLARES: Pago = [DOLAR, 'Dólar', 'dólares']
const EN_EUROS: Pago = [6, 'Euro', 'euros']

const PAGAN: Readonly<Record<string, Pago>> = {
  ec: EN_DOLARES,
  pa: EN_DOLARES,
  es: EN_EUROS,
  us: [12, 'Dólar Zelle', 'dólares Zelle'],
  br: [8, 'reales', [3, 4], '5', 'Brasil'],
  ve: [1, 'bolívares', [2, 3], '6', 'Venezuela'],
  co: [4, 'pesos colombianos', [2, 2], '4', 'Colombia'],
  cl: [5, 'pesos chilenos', [0, 2], '5', 'Chile'],
  bo: [11, 'bolivianos', [2, 4], '5', 'Bolivia'],
  ar: [9, 'pesos argentinos', [2, 2], '5', 'Argentina'],
  mx: [10, 'pesos mexicanos', [2, 4], '5', 'México'],
  pe: [2, 'soles', [3, 3], '4', 'Perú'],
}

/** The currency that is paid in a country of the sets. */
export const monedaDe = (pais: string): number | undefined => PAGAN[pais]?.[0]

/**
 * About how many units of a currency a dollar costs, by the currency's id: only the magnitude counts, by which a rate is
 * written as a number above one, with digits enough for its margin.
 */
const POR_DOLAR: Readonly<Record<number, number>> = {
  ...{ 1: 200, 2: 3.6, [DOLAR]: 1, 4: 4000, 5: 950, 6: 0.9, 8: 5.5, 9: 1400, 10: 18, 11: 7, 12: 1 },
}

/** How the rate of a remittance is computed: multiplied, or divided where a unit of the house buys less than one. */
function comoSeCalcula(
  casa: number,
  moneda: number,
  precision: number,
): Pick<TasaPropuesta, 'metodo_calculo' | 'precision'> {
  const cuesta = (POR_DOLAR[casa] ?? 1) / (POR_DOLAR[moneda] ?? 1)
  if (cuesta <= 1) return { metodo_calculo: 'm', precision }
  return { metodo_calculo: 'd', precision: cuesta < 10 ? 4 : cuesta < 100 ? 3 : 2 }
}

const NADA: Precios = { pares: [], tasas: [] }

type Negocio = 'ambos' | 'mostrador' | 'envios'

function de(casa: Casa, pago: Pago, negocio: Negocio): Precios {
  const [moneda] = pago
  // Nothing is exchanged into the house's own currency.
  if (moneda === casa.id) return NADA
  if (pago.length === 3) {
    const [, singular, plural] = pago
    const nombre = `${singular} en ${enPlural(casa.nombre)}`
    const tasas = enMostrador(casa, moneda, plural)
    return {
      pares: [par(casa.pais, moneda, casa.id, 3, nombre)],
      // Who only sends sells what is paid there, and buys none of it.
      tasas: negocio === 'envios' ? tasas.filter(({ origen }) => origen !== null) : tasas,
    }
  }
  const [, plural, [decimales, precision], margen, pais] = pago
  const origen = casa.id === DOLAR ? null : `${casa.pais} ${DOLAR} ${casa.id}`
  // At the counter the dollar is priced at home; a house without one prices it for what it sends.
  const propio = origen && negocio === 'envios' ? de(casa, EN_DOLARES, negocio).pares : []
  return {
    pares: [...propio, par('usd', DOLAR, moneda, decimales, `Dólar en ${plural}`)],
    tasas: [
      {
        ...{ pais: casa.pais, base_id: casa.id, cotizacion_id: moneda },
        ...comoSeCalcula(casa.id, moneda, precision),
        ...{ margen, origen, destino: `usd ${DOLAR} ${moneda}` },
        nombre: `Remesas a ${pais}`,
      },
    ],
  }
}

/**
 * What the prices of a country are for this house: at home the dollar and the euro of its counter, if it has one,
 * elsewhere those of what it pays there. The dollar of a country of payout is quoted on its own market.
 */
export function preciosDe(casa: Casa, pais: string, negocio: Negocio = 'ambos'): Precios {
  const enCasa = negocio === 'envios' ? [] : [EN_DOLARES, EN_EUROS]
  const pagos = pais === casa.pais ? enCasa : [PAGAN[pais]]
  const all = pagos.map((pago) => (pago ? de(casa, pago, negocio) : NADA))
  return {
    pares: all.flatMap(({ pares }) => pares),
    tasas: all.flatMap(({ tasas }) => tasas),
  }
}

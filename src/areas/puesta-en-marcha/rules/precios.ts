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

const SOL = 2

/** Both directions of a currency at the counter, whose margin is the spread of its pair with the sol. */
function enMostrador(divisa: number, nombre: string): TasaPropuesta[] {
  const clave = `pe ${divisa} ${SOL}`
  const comun = { pais: 'pe', precision: 3, margen: null }
  return [
    {
      ...{
        ...comun,
        base_id: SOL,
        cotizacion_id: divisa,
        metodo_calculo: 'd',
        nombre: `Venta de ${nombre}`,
      },
      ...{ origen: clave, destino: null },
    },
    {
      ...{
        ...comun,
        base_id: divisa,
        cotizacion_id: SOL,
        metodo_calculo: 'm',
        nombre: `Compra de ${nombre}`,
      },
      ...{ origen: null, destino: clave },
    },
  ]
}

/**
 * A country to which soles are sent, through the dollar: `moneda` is its currency and `plural` its name, `decimales`
 * those of the dollar there and of the remittance's rate, `margen` what houses usually earn on it, in percent.
 */
const destino = (
  moneda: number,
  plural: string,
  decimales: readonly [par: number, tasa: number],
  margen: string,
  pais: string,
): Precios => ({
  pares: [par('usd', 3, moneda, decimales[0], `Dólar en ${plural}`)],
  tasas: [
    {
      ...{ pais: 'pe', base_id: SOL, cotizacion_id: moneda, metodo_calculo: 'm', margen },
      ...{ precision: decimales[1], origen: `pe 3 ${SOL}`, destino: `usd 3 ${moneda}` },
      nombre: `Remesas a ${pais}`,
    },
  ],
})

/** A country that pays in a currency of the counter: its remittances are sold at the counter's own rate. */
const comoMostrador = (divisa: number, singular: string, plural: string): Precios => ({
  pares: [par('pe', divisa, SOL, 3, `${singular} en soles`)],
  tasas: enMostrador(divisa, plural),
})
const DOLAR = comoMostrador(3, 'Dólar', 'dólares')
const EURO = comoMostrador(6, 'Euro', 'euros')

/** What the prices of each country are; the dollar of a country of payout is quoted on its own market. */
export const PRECIOS: Readonly<Record<string, Precios>> = {
  pe: { pares: [...DOLAR.pares, ...EURO.pares], tasas: [...DOLAR.tasas, ...EURO.tasas] },
  ec: DOLAR,
  pa: DOLAR,
  es: EURO,
  us: comoMostrador(12, 'Dólar Zelle', 'dólares Zelle'),
  br: destino(8, 'reales', [3, 4], '5', 'Brasil'),
  ve: destino(1, 'bolívares', [2, 3], '6', 'Venezuela'),
  co: destino(4, 'pesos colombianos', [2, 2], '4', 'Colombia'),
  cl: destino(5, 'pesos chilenos', [0, 2], '5', 'Chile'),
  bo: destino(11, 'bolivianos', [2, 4], '5', 'Bolivia'),
  ar: destino(9, 'pesos argentinos', [2, 2], '5', 'Argentina'),
  mx: destino(10, 'pesos mexicanos', [2, 4], '5', 'México'),
}

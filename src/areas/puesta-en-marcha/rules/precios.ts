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

/** A remittance in soles, through the dollar, with what houses usually earn on it. */
const remesa = (moneda: number, precision: number, margen: string, a: string): TasaPropuesta => ({
  ...{ pais: 'pe', base_id: SOL, cotizacion_id: moneda, metodo_calculo: 'm', precision, margen },
  ...{ origen: `pe 3 ${SOL}`, destino: `usd 3 ${moneda}`, nombre: `Remesas a ${a}` },
})

/** What the prices of each country are; the dollar of a country of payout is quoted on its own market. */
export const PRECIOS: Readonly<Record<string, Precios>> = {
  pe: {
    pares: [par('pe', 3, SOL, 3, 'Dólar en soles'), par('pe', 6, SOL, 3, 'Euro en soles')],
    tasas: [...enMostrador(3, 'dólares'), ...enMostrador(6, 'euros')],
  },
  ve: {
    pares: [par('usd', 3, 1, 2, 'Dólar en bolívares')],
    tasas: [remesa(1, 3, '6', 'Venezuela')],
  },
  co: {
    pares: [par('usd', 3, 4, 2, 'Dólar en pesos colombianos')],
    tasas: [remesa(4, 2, '4', 'Colombia')],
  },
  cl: {
    pares: [par('usd', 3, 5, 0, 'Dólar en pesos chilenos')],
    tasas: [remesa(5, 2, '5', 'Chile')],
  },
  bo: {
    pares: [par('usd', 3, 11, 2, 'Dólar en bolivianos')],
    tasas: [remesa(11, 4, '5', 'Bolivia')],
  },
  ar: {
    pares: [par('usd', 3, 9, 2, 'Dólar en pesos argentinos')],
    tasas: [remesa(9, 2, '5', 'Argentina')],
  },
  mx: {
    pares: [par('usd', 3, 10, 2, 'Dólar en pesos mexicanos')],
    tasas: [remesa(10, 4, '5', 'México')],
  },
}

/** Where an order comes from: the country and the currency that its client hands over. */
export interface Desde {
  pais: string
  base: number
}

interface Otro extends Desde {
  /** The currency that is received. */
  a: number
  montos: readonly string[]
  /** How the client pays, by the names of the way and of the account. */
  paga: readonly [forma: string, cuenta: string]
}

/** Corridors of the demo other than those from soles to its neighbours, so that each that has a price has its orders. */
const OTROS: readonly Otro[] = [
  {
    ...{ pais: 'pe', base: 2, a: 8, montos: ['150.00', '240.00', '320.00'] },
    paga: ['Transferencia mismo banco', 'BCP Soles'],
  },
  {
    ...{ pais: 'pe', base: 3, a: 1, montos: ['60.00', '90.00', '130.00'] },
    paga: ['Efectivo', 'Caja Lima 1 USD'],
  },
  {
    ...{ pais: 'us', base: 12, a: 1, montos: ['80.00', '120.00'] },
    paga: ['Zelle', 'Zelle ZEL'],
  },
  {
    ...{ pais: 'co', base: 4, a: 1, montos: ['180000.00', '260000.00'] },
    paga: ['Transferencia Colombia', 'Bancolombia COP'],
  },
  {
    ...{ pais: 'co', base: 4, a: 2, montos: ['250000.00', '340000.00'] },
    paga: ['Transferencia Colombia', 'Bancolombia COP'],
  },
  {
    ...{ pais: 've', base: 1, a: 2, montos: ['18000.00', '26000.00'] },
    paga: ['Transferencia Venezuela', 'Banesco VES'],
  },
]

/** Those whose client pays from another country. */
export const corredoresDeFuera = (): readonly Otro[] => OTROS.filter(({ pais }) => pais !== 'pe')

const POR_DIA = 2

/** Those of a day: over three days in a row, all of them. */
export function otrosCorredores(semilla: number): readonly Otro[] {
  const first = (semilla * POR_DIA) % OTROS.length
  return OTROS.slice(first, first + POR_DIA)
}

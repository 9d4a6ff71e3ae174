import { decimal, dividir, leerDecimal, texto } from '../../../core/dinero/decimal.ts'

/** What was typed of a pair so far: its prices, and those of larger amounts of its base currency. */
export interface Escrito {
  compra: string | null
  venta: string | null
  /** From which amount the wholesale prices hold. */
  desde: string | null
  compra_mayor: string | null
  venta_mayor: string | null
}
export const NADA: Escrito = {
  ...{ compra: null, venta: null, desde: null, compra_mayor: null, venta_mayor: null },
}

/** The side of a pair at which the house buys or sells its base currency. */
export type Lado = 'compra' | 'venta'

/** A pair of which everything was typed. */
export interface ConMayorista {
  compra: string
  venta: string
  desde: string
  compra_mayor: string
  venta_mayor: string
}

/** Whether larger amounts have prices of their own. */
export const conMayorista = (escrito: Escrito): escrito is ConMayorista =>
  Object.values(escrito).every((value) => value !== null)

const LADOS = [
  ['compra', 'compra_mayor'],
  ['venta', 'venta_mayor'],
] as const

/** What is wrong with what was typed of a pair, by field; nothing where nothing was typed. */
export function reparos(escrito: Escrito): Partial<Record<keyof Escrito, string>> {
  const faults: Partial<Record<keyof Escrito, string>> = {}
  const { desde, compra_mayor, venta_mayor } = escrito
  const some = Object.values(escrito).some((value) => value !== null)
  const larger = [desde, compra_mayor, venta_mayor].some((value) => value !== null)
  for (const [campo, mayor] of LADOS) {
    if (some && escrito[campo] === null) faults[campo] = 'Escriba los dos precios.'
    if (larger && escrito[mayor] === null) faults[mayor] = 'Escriba los dos precios.'
    const [publico, better] = [leerDecimal(escrito[campo] ?? ''), leerDecimal(escrito[mayor] ?? '')]
    if (!publico || !better) continue
    if (campo === 'compra' ? better.lt(publico) : better.gt(publico))
      faults[mayor] = 'Es peor que el precio público.'
  }
  if (larger && desde === null) faults.desde = 'Escriba desde qué monto.'
  if (desde !== null && leerDecimal(desde)?.lte(0))
    faults.desde = 'Escriba un monto mayor que cero.'
  return faults
}

/**
 * The margin, in percent, by which the public price follows the wholesale one, which its pair has. It is rounded down to
 * the three decimals of a margin, so that the rate, which is rounded against the client, is the public price exactly.
 */
export function margenPublico(escrito: ConMayorista, lado: Lado): string {
  const [low, high] =
    lado === 'compra'
      ? [decimal(escrito.compra), decimal(escrito.compra_mayor)]
      : [decimal(escrito.venta_mayor), decimal(escrito.venta)]
  return texto(dividir(high.minus(low).times(100), high, 3, 'abajo'), 3)
}

/** From which amount of what the client hands over the wholesale rate holds: of the sale, in the house's currency. */
export const montoMayorista = ({ desde, venta }: ConMayorista, lado: Lado): string =>
  lado === 'compra'
    ? desde
    : texto(dividir(decimal(desde).times(venta), decimal('1'), 2, 'medio'), 2)

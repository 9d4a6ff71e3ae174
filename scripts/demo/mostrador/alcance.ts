import { empezar } from '../../../src/areas/compras-ventas/mostrador/calculo/calculo.ts'
import type {
  Borrador,
  Opciones,
} from '../../../src/areas/compras-ventas/mostrador/calculo/tipos.ts'
import { CERO, type Decimal, decimal } from '../../../src/core/dinero/decimal.ts'

/** Of what a till was read to hold, the part that one operation takes at most: others are registered since. */
const PARTE = '0.6'
/** Amounts are whole tens. */
const DIEZ = 10

const tasaDe = ({ tasas }: Opciones, { tipo, divisa_id, contramoneda_id }: Borrador) =>
  tasas.find(
    (t) => t.tipo === tipo && t.divisa.id === divisa_id && t.contramoneda.id === contramoneda_id,
  )

/** What an amount of foreign currency is worth in the other one of its operation. */
export const soles = (opciones: Opciones, actual: Borrador): Decimal =>
  decimal(actual.valor ?? '0').times(tasaDe(opciones, actual)?.tasa ?? '0')

/**
 * An operation that the till of a counter can serve: without euros only dollars are traded there, and whoever wants more
 * than it holds gets less, or brings some where it is empty.
 */
export function alcanza(opciones: Opciones, wanted: Borrador): Borrador {
  const cash = (moneda: number | null) =>
    opciones.cuentas.find(
      ({ mia, tipo, moneda_id }) => mia && tipo === 'caja' && moneda_id === moneda,
    )
  const { valor } = wanted
  if (!cash(wanted.divisa_id) || !cash(wanted.contramoneda_id)) {
    const dollars = {
      ...empezar(opciones, wanted.tipo === 'canje' ? 'compra' : wanted.tipo),
      valor,
    }
    return cash(dollars.divisa_id) ? alcanza(opciones, dollars) : wanted
  }
  const leaves = wanted.tipo === 'venta' ? wanted.divisa_id : wanted.contramoneda_id
  const price = wanted.tipo === 'venta' ? '1' : (tasaDe(opciones, wanted)?.tasa ?? '1')
  const most = decimal(cash(leaves)?.disponible ?? '0')
    .times(PARTE)
    .div(price)
    .div(DIEZ)
    .round(0, 0)
  const asked = decimal(valor ?? '0')
  if (most.times(DIEZ).gte(asked)) return wanted
  if (most.gt(CERO)) return { ...wanted, valor: most.times(DIEZ).toString() }
  const other = wanted.tipo === 'compra' ? 'venta' : 'compra'
  return { ...empezar(opciones, other), valor }
}

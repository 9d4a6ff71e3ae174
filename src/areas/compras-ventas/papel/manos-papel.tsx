import { formatMonto, formatTasa, SOLES } from '../../../core/formato.ts'
import type { Filas } from '../../../web/crud/papel/partes.tsx'
import type { Detalle } from '../contract.ts'
import { enMano } from '../rules.ts'
import { type Manos, manosDe } from './manos.ts'

/** What changed hands in an operation that is done: to the cent that the client counted. */
export function manosDeOperacion(o: Detalle): Manos {
  return manosDe(enMano(o.tipo, o, o), {
    ...{ divisa: o.divisa, contramoneda: o.contramoneda, funcional: SOLES },
  })
}

/** The same as a paper says it to the client. */
export function manosDePapel(o: Detalle): Filas {
  const { entrega, recibe } = manosDeOperacion(o)
  return [
    ['Usted entrega', entrega],
    ['Usted recibe', recibe],
  ]
}

/** How the amounts come about: the rate, and what was added or rounded on the way to them. */
export function cuentaDe(o: Detalle): Filas {
  const plain = o.servicio === '0.00' && o.redondeo === '0.00'
  return [
    ['Tasa', formatTasa(o.tasa, o.precision)],
    ...(plain ? [] : [['Al cambio', formatMonto(o.contravalor, o.contramoneda)] as const]),
    ...(o.servicio === '0.00' ? [] : [['Servicio', `S/ ${o.servicio}`] as const]),
    ...(o.redondeo === '0.00' ? [] : [['Redondeo a su favor', `S/ ${o.redondeo}`] as const]),
  ]
}

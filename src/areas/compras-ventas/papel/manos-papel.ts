import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { TARIFA } from '../../../core/dinero/pagos.ts'
import { type Filas, filasVuelto } from '../../../core/documento/ticket.ts'
import { formatMonto, formatTasa } from '../../../core/formato.ts'
import type { Detalle } from '../contract.ts'
import { monedaPago, pagosVigentes } from '../detalle/moneda-pago.ts'
import { enMano } from '../rules.ts'
import { type Manos, manosDe } from './manos.ts'

/** The amounts that changed hands in a completed operation, after cash rounding. */
export function manosDeOperacion(o: Detalle): Manos {
  return manosDe(enMano(o.tipo, o, o), {
    ...{ divisa: o.divisa, contramoneda: o.contramoneda, funcional: monedaFuncional() },
  })
}

/** The same amounts as rows of a paper for the client. */
export function manosDePapel(o: Detalle): Filas {
  const { entrega, recibe } = manosDeOperacion(o)
  return [
    ['Usted entrega', entrega],
    ['Usted recibe', recibe],
  ]
}

/** How the amounts were computed: the rate, the fee and the rounding. */
export function cuentaDe(o: Detalle): Filas {
  const plain = [o.servicio, o.tarifa, o.redondeo].every((amount) => amount === '0.00')
  return [
    ['Tasa', formatTasa(o.tasa, o.precision)],
    ...(plain ? [] : [['Al cambio', formatMonto(o.contravalor, o.contramoneda)] as const]),
    ...(o.servicio === '0.00'
      ? []
      : [['Servicio', formatMonto(o.servicio, monedaFuncional())] as const]),
    ...(o.tarifa === '0.00' ? [] : [[TARIFA, formatMonto(o.tarifa, monedaFuncional())] as const]),
    ...(o.redondeo === '0.00'
      ? []
      : [['Redondeo a su favor', formatMonto(o.redondeo, monedaFuncional())] as const]),
  ]
}

/** The cash that was handed over above a payment, and the change. */
export const vueltosDe = (o: Detalle): Filas =>
  pagosVigentes(o).flatMap((p) =>
    p.recibido && p.vuelto
      ? filasVuelto(
          formatMonto(p.recibido, monedaPago(o, p)),
          formatMonto(p.vuelto, monedaPago(o, p)),
        )
      : [],
  )

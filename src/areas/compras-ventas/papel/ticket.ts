import { conteoTexto } from '../../../core/dinero/conteo.ts'
import {
  type Filas,
  marcasDe,
  marcasDePagos,
  selloDe,
  type Ticket,
} from '../../../core/documento/ticket.ts'
import { formatFechaHora } from '../../../core/formato.ts'
import { TIPOS } from '../contract/opciones.ts'
import { type Detalle, LADOS } from '../contract.ts'
import { pagosVigentes } from '../detalle/moneda-pago.ts'
import { cuentaDe, manosDePapel, vueltosDe } from './manos-papel.ts'

/** What the ticket of an operation says; `aqui` is the address at which the screen is open. */
export function ticketDe(o: Detalle, aqui: string): Ticket {
  const filas: Filas = [
    ['Cliente', o.cliente ?? 'Ocasional'],
    ...(o.cliente_documento ? [['Documento', o.cliente_documento] as const] : []),
    ...cuentaDe(o),
    ...vueltosDe(o),
    ...pagosVigentes(o).flatMap(({ lado, denominaciones }) =>
      denominaciones ? [[`${LADOS[lado]} contado`, conteoTexto(denominaciones)] as const] : [],
    ),
    ['Atendido por', o.cajero],
  ]
  return {
    empresa: o.empresa,
    marcas: [...marcasDe(o), ...marcasDePagos(o.pagos)],
    titulo: `${TIPOS[o.tipo].toUpperCase()} ${o.numero}`,
    fecha: formatFechaHora(o.fecha),
    manos: manosDePapel(o),
    filas,
    pie: ['Cuente su dinero antes de retirarse de la ventanilla.'],
    sello: selloDe(o, aqui),
  }
}

/** Whether its first ticket opens the drawer: notes come in or go out. A copy and an annulled one open nothing. */
export const abreCajon = (o: Detalle): boolean =>
  o.impresiones === 0 && o.estado !== 'anulada' && pagosVigentes(o).some((p) => p.efectivo)

import { decimal, suma, texto } from '../../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import type { Hoja } from '../../../core/documento/hoja.ts'
import type { Filas, Ticket as Papel } from '../../../core/documento/ticket.ts'
import { marcasDe, selloDe } from '../../../core/documento/ticket.ts'
import { formatFechaHora, formatMonto, formatTasa, sinConfundir } from '../../../core/formato.ts'
import { TIPOS } from '../contract/opciones.ts'
import type { Ticket } from '../contract/tickets.ts'

const ATENDIDO = 'Atendido por'

type Totales = readonly Ticket['totales'][number][]

/** Amounts of one direction in words: `US$ 200.00 y € 50.00`; a dash for none. */
export function manosDeTotales(totales: Totales, lado: 'entrega' | 'recibe'): string {
  const some = totales.filter((one) => Number(one[lado]) > 0)
  const signs = sinConfundir(some.map(({ moneda }) => moneda))
  const words = some.map((one, n) => formatMonto(one[lado], signs[n] ?? one.moneda))
  return words.join(' y ') || '—'
}

/** What changes hands, as rows of a paper for the client; notes of both directions are set off. */
export const manosDeTicket = ({ totales }: Ticket): Filas => [
  ['Usted entrega', manosDeTotales(totales, 'entrega')],
  ['Usted recibe', manosDeTotales(totales, 'recibe')],
]

/** Each operation as a row: what it is, and its amounts and rate. */
export const lineasDeTicket = ({ operaciones }: Ticket): Filas =>
  operaciones.map((o) => [
    `${TIPOS[o.tipo]} ${o.numero}${o.estado === 'anulada' ? ' ANULADA' : ''}`,
    `${formatMonto(o.monto, o.divisa)} a ${formatTasa(o.tasa, o.precision)} = ${formatMonto(o.contravalor, o.contramoneda)}`,
  ])

/** A service, fee or rounding of the operations that stand, all together: decimal text of the functional currency. */
export const juntoDe = (
  { operaciones }: Pick<Ticket, 'operaciones'>,
  que: 'servicio' | 'tarifa' | 'redondeo',
): string =>
  texto(suma(operaciones.filter((o) => o.estado !== 'anulada').map((o) => decimal(o[que]))), 2)

/** Services, fees and roundings of the operations that stand; empty for none. */
export function apartesDeTicket({ operaciones }: Ticket): Filas {
  return operaciones
    .filter(({ estado }) => estado !== 'anulada')
    .flatMap((o) =>
      (
        [
          ['Servicio', o.servicio],
          ['Tarifa', o.tarifa],
          ['Redondeo a su favor', o.redondeo],
        ] as const
      )
        .filter(([, monto]) => monto !== '0.00')
        .map(
          ([nombre, monto]) =>
            [`${nombre} ${o.numero}`, formatMonto(monto, monedaFuncional())] as const,
        ),
    )
}

/** What the client's paper says of a ticket; `aqui` is the address at which the screen is open. */
export function papelDeTicket(t: Ticket, aqui: string): Papel {
  const parte = t.estado !== 'anulada' && t.operaciones.some(({ estado }) => estado === 'anulada')
  return {
    empresa: t.empresa,
    marcas: [
      ...marcasDe(t),
      ...(parte ? ['CON OPERACIONES ANULADAS'] : []),
      ...(t.operaciones.some(({ estado }) => estado === 'pendiente')
        ? ['CON PAGOS POR CONFIRMAR']
        : []),
    ],
    titulo: `TICKET ${t.numero}`,
    fecha: formatFechaHora(t.fecha),
    manos: manosDeTicket(t),
    filas: [
      ['Cliente', t.cliente ?? 'Ocasional'],
      ...(t.cliente_documento ? [['Documento', t.cliente_documento] as const] : []),
      ...lineasDeTicket(t),
      ...apartesDeTicket(t),
      [ATENDIDO, t.cajero],
    ],
    pie: ['Cuente su dinero antes de retirarse de la ventanilla.'],
    sello: selloDe(t, aqui),
  }
}

/** What its A5 sheet says: the same, with lines to sign on. */
export function hojaDeTicket(t: Ticket, aqui: string): Hoja {
  const { marcas, filas, pie } = papelDeTicket(t, aqui)
  return {
    empresa: t.empresa,
    titulo: `Ticket de ${t.operaciones.length} operaciones`,
    numero: t.numero,
    fecha: formatFechaHora(t.fecha),
    marcas,
    manos: manosDeTicket(t),
    filas: filas.filter(([nombre]) => nombre !== ATENDIDO),
    firmas: [
      [t.cliente ?? 'Cliente', t.cliente_documento ?? 'Firma'],
      [t.cajero, ATENDIDO],
    ],
    pie: pie.join(' '),
    sello: selloDe(t, aqui),
  }
}

/** Whether its first paper opens the drawer: notes come in or go out. */
export const abreCajon = (t: Ticket): boolean =>
  t.impresiones === 0 && t.operaciones.some((o) => o.efectivo && o.estado !== 'anulada')

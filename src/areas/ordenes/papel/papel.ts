import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { TARIFA } from '../../../core/dinero/pagos.ts'
import type { Hoja } from '../../../core/documento/hoja.ts'
import {
  type Filas,
  filasVuelto,
  guiaDeSeguimiento,
  marcasDe,
  selloDeSeguimiento,
  type Ticket,
} from '../../../core/documento/ticket.ts'
import { formatFechaHora, formatMonto, formatTasa } from '../../../core/formato.ts'
import type { DetalleOrden } from '../contract.ts'
import { avisoDeCobro, COBRO, USTED_ENTREGA } from '../rules/cobrado.ts'
import { ESTADOS_CLIENTE } from '../rules.ts'

/** In the largest letters of the paper of an order that is not paid: nobody takes it for a receipt of money. */
const SIN_PAGO: Partial<Record<DetalleOrden['estado'], string>> = {
  pendiente: 'PENDIENTE DE PAGO',
  vencida: 'VENCIDA SIN PAGO',
}
const marcas = (o: DetalleOrden): string[] => {
  const mark = SIN_PAGO[o.estado]
  return [...marcasDe(o), ...(mark ? [mark] : [])]
}

/** The foot: of an order that is not paid, that its paper proves no payment. */
function pieDe(o: DetalleOrden): string[] {
  const { recibido, por_confirmar } = cobrado(o)
  const said = avisoDeCobro(o.estado, formatMonto(o.envia, o.envia_moneda), {
    recibido: recibido && formatMonto(recibido, o.envia_moneda),
    por_confirmar: por_confirmar && formatMonto(por_confirmar, o.envia_moneda),
  })
  const guia = guiaDeSeguimiento(o)
  return said ? [`${said} Este papel no prueba ningún pago.`, guia] : [guia]
}

/** What the house has of the client's payments, and what waits to be verified; null for nothing. */
function cobrado({ cobros, envia_moneda }: DetalleOrden) {
  const sum = (which: DetalleOrden['cobros'][number]['estado']) => {
    const found = cobros
      .filter(({ estado }) => estado === which)
      .reduce((total, { monto }) => total.plus(decimal(monto)), decimal('0'))
    return found.eq(0) ? null : texto(found, envia_moneda.decimales)
  }
  return { recibido: sum('verificado'), por_confirmar: sum('por_verificar') }
}

/** The amounts that change hands; the client's rounded as cash is. */
function manosDe(o: DetalleOrden): Filas {
  const { decimales } = o.envia_moneda
  const entrega = texto(decimal(o.envia).minus(decimal(o.redondeo)), decimales)
  return [
    [USTED_ENTREGA[COBRO[o.estado]], formatMonto(entrega, o.envia_moneda)],
    ['El beneficiario recibe', formatMonto(o.recibe, o.recibe_moneda)],
  ]
}

/** What of an order its client paid with a credit. */
const conSaldoDe = ({ cobros, envia_moneda }: DetalleOrden): string =>
  texto(
    cobros
      .filter(({ estado, cuenta_id }) => estado === 'verificado' && cuenta_id === null)
      .reduce((sum, { monto }) => sum.plus(decimal(monto)), decimal('0')),
    envia_moneda.decimales,
  )

/** The fees of his confirmed payments, in their currency. */
const tarifasDe = ({ cobros, envia_moneda }: DetalleOrden): string =>
  texto(
    cobros
      .filter(({ estado }) => estado === 'verificado' || estado === 'devuelto')
      .reduce((sum, { tarifa }) => sum.plus(decimal(tarifa)), decimal('0')),
    envia_moneda.decimales,
  )

/** What the client may still have of what he paid too much. */
const aFavorDe = ({ saldos, envia_moneda }: DetalleOrden): string =>
  texto(
    saldos.reduce((sum, { saldo }) => sum.plus(decimal(saldo)), decimal('0')),
    envia_moneda.decimales,
  )

/** The lines of a receipt: the beneficiary by name and way of paying, never by account. */
function filasDe(o: DetalleOrden): Filas {
  const paid = o.pagos.filter(({ estado }) => estado === 'pagado')
  return [
    ['Cliente', o.cliente],
    ['Documento', o.cliente_documento],
    ['Tasa', formatTasa(o.tasa, o.precision)],
    ['Beneficiario', o.beneficiario],
    ['Forma de pago', `${o.metodo}, ${o.pais_destino_nombre}`],
    ...(decimal(o.redondeo).eq(0)
      ? []
      : [
          ['Al cambio', formatMonto(o.envia, o.envia_moneda)] as const,
          ['Redondeo a su favor', formatMonto(o.redondeo, o.envia_moneda)] as const,
        ]),
    ...(decimal(o.tarifa).eq(0)
      ? []
      : [[TARIFA, `${formatMonto(tarifasDe(o), o.envia_moneda)}, aparte`] as const]),
    ...(decimal(conSaldoDe(o)).eq(0)
      ? []
      : [['Pagado con su saldo a favor', formatMonto(conSaldoDe(o), o.envia_moneda)] as const]),
    ...(o.saldos.every(({ anulado }) => anulado)
      ? []
      : [['Saldo a su favor', formatMonto(aFavorDe(o), o.envia_moneda)] as const]),
    ...o.cobros.flatMap(({ estado, recibido, vuelto }) =>
      recibido && vuelto && estado !== 'rechazado'
        ? filasVuelto(formatMonto(recibido, o.envia_moneda), formatMonto(vuelto, o.envia_moneda))
        : [],
    ),
    ['Estado', ESTADOS_CLIENTE[o.estado]],
    ...paid.map(({ referencia }) => ['Operación', referencia] as const),
    ['Atendido por', o.cajero],
  ]
}

/** What the ticket of an order says; `aqui` is the address at which the screen is open. */
export const ticketDe = (o: DetalleOrden, aqui: string): Ticket => ({
  empresa: o.empresa,
  marcas: marcas(o),
  titulo: `ORDEN ${o.numero}`,
  fecha: formatFechaHora(o.fecha),
  manos: manosDe(o),
  filas: filasDe(o),
  pie: pieDe(o),
  sello: selloDeSeguimiento(o, aqui),
})

/** What its A5 sheet says. */
export const hojaDe = (o: DetalleOrden, aqui: string): Hoja => ({
  empresa: o.empresa,
  titulo: 'Orden de envío de dinero',
  numero: o.numero,
  fecha: formatFechaHora(o.fecha),
  marcas: marcas(o),
  manos: manosDe(o),
  filas: filasDe(o),
  firmas: [
    [o.cliente, o.cliente_documento],
    [o.cajero, 'Atendido por'],
  ],
  pie: pieDe(o).join(' '),
  sello: selloDeSeguimiento(o, aqui),
})

/** Whether its first receipt opens the drawer: the client paid in cash. */
export const abreCajon = (o: DetalleOrden): boolean =>
  o.impresiones === 0 && o.cobros.some(({ efectivo }) => efectivo)

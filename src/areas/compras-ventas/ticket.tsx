import { conteoTexto } from '../../core/conteo.ts'
import { formatFechaHora, formatMonto, formatTasa } from '../../core/formato.ts'
import { marcasDe, TicketPapel } from '../../web/crud/papel-partes.tsx'
import type { Detalle } from './contract.ts'
import { TIPOS } from './contract-opciones.ts'
import { LADOS } from './pagos-tabla.tsx'

/** 80 mm ticket, only on paper. */
export function Ticket({ operacion: o }: { operacion: Detalle }) {
  const sale = o.tipo === 'venta'
  const currency = formatMonto(o.monto, o.divisa)
  const counter = formatMonto(o.contravalor, o.contramoneda)
  const rows: (readonly [string, string])[] = [
    ['Cliente', o.cliente ?? 'Ocasional'],
    ...(o.cliente_documento ? [['Documento', o.cliente_documento] as const] : []),
    ['Entrega', sale ? counter : currency],
    ['Tasa', formatTasa(o.tasa, o.precision)],
    ['Recibe', sale ? currency : counter],
    ...(o.servicio === '0.00' ? [] : [['Servicio', `S/ ${o.servicio}`] as const]),
    ...(o.redondeo === '0.00' ? [] : [['Redondeo a su favor', `S/ ${o.redondeo}`] as const]),
    ...o.pagos.flatMap(({ lado, denominaciones }) =>
      denominaciones ? [[`${LADOS[lado]} contado`, conteoTexto(denominaciones)] as const] : [],
    ),
    ['Atendido por', o.cajero],
  ]
  return (
    <TicketPapel
      empresa={o.empresa}
      marcas={marcasDe(o)}
      titulo={`${TIPOS[o.tipo].toUpperCase()} ${o.numero}`}
      fecha={formatFechaHora(o.fecha)}
      filas={rows}
      pie={[
        `Código de verificación ${o.codigo_verificacion}`,
        'Cuente su dinero antes de retirarse de la ventanilla.',
      ]}
    />
  )
}

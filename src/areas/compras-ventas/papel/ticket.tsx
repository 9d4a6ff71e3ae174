import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { formatFechaHora } from '../../../core/formato.ts'
import { type Filas, marcasDe, TicketPapel } from '../../../web/crud/papel/partes.tsx'
import { Sello } from '../../../web/crud/papel/sello.tsx'
import { TIPOS } from '../contract/opciones.ts'
import { type Detalle, LADOS } from '../contract.ts'
import { pagosVigentes } from '../detalle/moneda-pago.ts'
import { cuentaDe, manosDePapel } from './manos-papel.tsx'

/** 80 mm ticket; visible only in print. */
export function Ticket({ operacion: o }: { operacion: Detalle }) {
  const rows: Filas = [
    ['Cliente', o.cliente ?? 'Ocasional'],
    ...(o.cliente_documento ? [['Documento', o.cliente_documento] as const] : []),
    ...cuentaDe(o),
    ...pagosVigentes(o).flatMap(({ lado, denominaciones }) =>
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
      manos={manosDePapel(o)}
      filas={rows}
      pie={['Cuente su dinero antes de retirarse de la ventanilla.']}
    >
      <Sello {...o} />
    </TicketPapel>
  )
}

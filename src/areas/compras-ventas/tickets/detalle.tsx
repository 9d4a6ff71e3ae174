import { Button } from '@mantine/core'
import { formatMonto, formatTasa } from '../../../core/formato.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Datos, Detalle, parSucursal } from '../../../web/crud/pagina/detalle.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { HojaPapel } from '../../../web/crud/papel/hoja.tsx'
import { TicketPapel } from '../../../web/crud/papel/partes.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import { Estrenada } from '../../../web/estrenada.tsx'
import { FalloTicket } from '../../../web/impresora/ticketera.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { useTeclas } from '../../../web/marco/teclas.ts'
import { TIPOS } from '../contract/opciones.ts'
import type { Ticket } from '../contract/tickets.ts'
import { contrato } from '../contract.ts'
import { EstadoFicha } from '../estado-ficha.tsx'
import { hojaDeTicket, manosDeTotales, papelDeTicket } from './papel.ts'
import { useImprimirTicket } from './use-imprimir.tsx'

export const empieza: Empieza = { fila: contrato.obtenerTicket }

/** A ticket: its operations, what changes hands on the whole, and its papers. */
export default function DetalleTicket() {
  return <UnaFila endpoint={contrato.obtenerTicket}>{(t) => <Hoja ticket={t} />}</UnaFila>
}

function Hoja({ ticket }: { ticket: Ticket }) {
  const { papel, imprimir, descargar, fallo } = useImprimirTicket(ticket)
  useTeclas([['F9', () => imprimir('ticket'), 'imprimir el ticket']])
  return (
    <>
      <div className="pila no-imprime">
        <FalloTicket
          fallo={fallo}
          documento={`El ticket ${ticket.numero}`}
          repetir={() => imprimir('ticket')}
          porDialogo={() => imprimir('ticket', true)}
        />
        <Estrenada />
        <Detalle
          titulo={`Ticket ${ticket.numero}`}
          migas={[{ texto: 'Compra - Venta', ruta: 'compras-ventas' }, { texto: ticket.numero }]}
          estado={<EstadoFicha estado={ticket.estado} />}
          acciones={
            <>
              <BotonEnlace
                a="compras-ventas"
                search={{ ticket_id: String(ticket.id) }}
                variant="default"
              >
                Verlas en la lista
              </BotonEnlace>
              <Button
                variant="default"
                rightSection={<kbd>F9</kbd>}
                onClick={() => imprimir('ticket')}
              >
                {ticket.impresiones > 0 ? 'Reimprimir ticket' : 'Imprimir ticket'}
              </Button>
              <Button variant="default" onClick={() => imprimir('hoja')}>
                Hoja A5
              </Button>
              <Button variant="default" onClick={descargar}>
                Descargar PDF
              </Button>
            </>
          }
          pestanas={[
            { clave: 'datos', titulo: 'Datos', contenido: () => <DatosTicket ticket={ticket} /> },
          ]}
        />
      </div>
      {papel === 'hoja' ? (
        <HojaPapel hoja={hojaDeTicket(ticket, location.origin)} />
      ) : (
        <TicketPapel {...papelDeTicket(ticket, location.origin)} />
      )}
    </>
  )
}

function DatosTicket({ ticket: t }: { ticket: Ticket }) {
  return (
    <div className="pila hueco-16">
      <Datos
        pares={[
          ['Fecha', <Fecha key="f" valor={t.fecha} hora />],
          ['Cliente', t.cliente ?? 'Ocasional'],
          ['El cliente entrega', <strong key="e">{manosDeTotales(t.totales, 'entrega')}</strong>],
          ['El cliente recibe', <strong key="r">{manosDeTotales(t.totales, 'recibe')}</strong>],
          ['Cajero', t.cajero],
          ...parSucursal(t),
        ]}
      />
      <Tabla
        titulo="Operaciones del ticket"
        id={({ id }) => id}
        filas={t.operaciones}
        columnas={[
          {
            clave: 'operacion',
            titulo: 'Operación',
            principal: true,
            celda: (o) => (
              <Enlace a="detalle-compra-venta" params={{ id: o.id }}>
                {`${TIPOS[o.tipo]} ${o.numero}`}
              </Enlace>
            ),
          },
          {
            clave: 'monto',
            titulo: 'Monto',
            alinear: 'right',
            celda: (o) => formatMonto(o.monto, o.divisa),
          },
          {
            clave: 'tasa',
            titulo: 'Tasa',
            alinear: 'right',
            celda: (o) => formatTasa(o.tasa, o.precision),
          },
          {
            clave: 'contravalor',
            titulo: 'Contravalor',
            alinear: 'right',
            celda: (o) => formatMonto(o.contravalor, o.contramoneda),
          },
          { clave: 'estado', titulo: 'Estado', celda: (o) => <EstadoFicha estado={o.estado} /> },
        ]}
      />
    </div>
  )
}

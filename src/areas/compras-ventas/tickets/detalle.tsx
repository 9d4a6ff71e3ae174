import { Button } from '@mantine/core'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Detalle } from '../../../web/crud/pagina/detalle.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { HojaPapel } from '../../../web/crud/papel/hoja.tsx'
import { TicketPapel } from '../../../web/crud/papel/partes.tsx'
import { Estrenada } from '../../../web/estrenada.tsx'
import { FalloTicket } from '../../../web/impresora/ticketera.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { useTeclas } from '../../../web/marco/teclas.ts'
import { adelantar } from '../../../web/paleta/adelanto.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { Tipo } from '../contract/opciones.ts'
import type { Ticket } from '../contract/tickets.ts'
import { contrato } from '../contract.ts'
import { DatosTicket } from '../detalle/datos-ticket.tsx'
import { EstadoFicha } from '../estado-ficha.tsx'
import { hojaDeTicket, papelDeTicket } from './papel.ts'
import { useImprimirTicket } from './use-imprimir.tsx'

export const empieza: Empieza = { fila: contrato.obtenerTicket }

/** A ticket: its operations, what changes hands on the whole, and its papers. */
export default function DetalleTicket() {
  return <UnaFila endpoint={contrato.obtenerTicket}>{(t) => <Hoja ticket={t} />}</UnaFila>
}

function Hoja({ ticket }: { ticket: Ticket }) {
  const { papel, imprimir, descargar, fallo } = useImprimirTicket(ticket)
  const crear = usePuede('compras-ventas:crear')
  const ir = useIr()
  const nueva = (tipo: Tipo) => () => {
    if (!crear) return
    adelantar()
    ir('nueva-compra-venta', {}, { tipo })
  }
  useTeclas([
    ['F2', nueva('compra'), 'otra compra'],
    ['F4', nueva('venta'), 'otra venta'],
    ['F6', nueva('canje'), 'otro canje'],
    ['F9', () => imprimir('ticket'), 'imprimir el ticket'],
  ])
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
              {crear && (
                <BotonEnlace a="nueva-compra-venta" rightSection={<kbd>F2</kbd>}>
                  Nueva operación
                </BotonEnlace>
              )}
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

import { callWith } from '../../../web/api/api.ts'
import type { Ticket } from '../contract/tickets.ts'
import { contrato } from '../contract.ts'
import { usePapeles } from '../papel/use-papeles.tsx'
import { abreCajon, hojaDeTicket, papelDeTicket } from './papel.ts'

export type PapelDeTicket = 'ticket' | 'hoja'

/** Prints a paper of a ticket and records the print, as `useImprimir` does of an operation. */
export function useImprimirTicket(ticket: Ticket) {
  return usePapeles<PapelDeTicket>(
    () => ({ ticket: papelDeTicket(ticket, location.origin), efectivo: abreCajon(ticket) }),
    (papel) => callWith(contrato.imprimirTicket, { params: { id: ticket.id }, body: { papel } }),
    async (impresiones) => {
      const now = await callWith(contrato.obtenerTicket, { params: { id: ticket.id } })
      return hojaDeTicket({ ...now, impresiones }, location.origin)
    },
  )
}

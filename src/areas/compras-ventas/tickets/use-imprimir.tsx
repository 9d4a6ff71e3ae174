import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { callWith } from '../../../web/api/api.ts'
import { invalidate } from '../../../web/api/query.ts'
import { useTicketera } from '../../../web/impresora/ticketera.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import type { Ticket } from '../contract/tickets.ts'
import { contrato } from '../contract.ts'
import { abreCajon, papelDeTicket } from './papel.ts'

export type PapelDeTicket = 'ticket' | 'hoja'

/** Prints a paper of a ticket and records the print, as `useImprimir` does of an operation. */
export function useImprimirTicket(ticket: Ticket) {
  const [{ imprimir }, cambiar] = useBusqueda()
  const [papel, setPapel] = useState<PapelDeTicket>('ticket')
  const done = useRef(false)
  const ticketera = useTicketera()
  function print(which: PapelDeTicket, dialogo = false) {
    void ticketera.imprimir({
      directa:
        which === 'ticket' && !dialogo
          ? { ticket: papelDeTicket(ticket, location.origin), efectivo: abreCajon(ticket) }
          : null,
      porDialogo: () => {
        flushSync(() => setPapel(which))
        window.print()
      },
      contar: async () => {
        await callWith(contrato.imprimirTicket, {
          params: { id: ticket.id },
          body: { papel: which },
        })
        await invalidate(['compras-ventas'])
      },
    })
  }
  const first = useEffectEvent(() => {
    cambiar({ imprimir: undefined })
    print('ticket')
  })
  useEffect(() => {
    if (imprimir !== '1' || done.current) return
    done.current = true
    // After rendering, so that the paper is in the document when it is printed.
    queueMicrotask(first)
  })
  return { papel, imprimir: print, fallo: ticketera.fallo }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { callWith } from '../../../web/api/api.ts'
import { invalidate, useAnswer } from '../../../web/api/query.ts'
import { DeclaracionImpresa } from '../../../web/crud/papel/declaracion.tsx'
import { TicketPapel } from '../../../web/crud/papel/partes.tsx'
import { useTicketera } from '../../../web/impresora/ticketera.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import type { Papel } from '../contract/papeles.ts'
import { contrato, type Detalle } from '../contract.ts'
import { Hoja } from './hoja.tsx'
import { abreCajon, ticketDe } from './ticket.ts'

/**
 * Prints a paper of the operation and records the print: from the second one on it says COPIA. With `?imprimir=1` (from
 * the counter) the ticket is printed automatically, once. `papel` is the paper rendered for the browser's next print.
 */
export function useImprimir(operacion: Detalle) {
  const { id, declaracion } = operacion
  const [{ imprimir }, cambiar] = useBusqueda()
  const [papel, setPapel] = useState<Papel>('ticket')
  const done = useRef(false)
  const { data: jurada } = useAnswer(
    contrato.declaracion,
    { params: { id } },
    { activa: declaracion !== null },
  )
  const ticketera = useTicketera()
  function print(which: Papel, dialogo = false) {
    const direct = which === 'ticket' && !dialogo
    void ticketera.imprimir({
      directa: direct
        ? { ticket: ticketDe(operacion, location.origin), efectivo: abreCajon(operacion) }
        : null,
      porDialogo: () => {
        flushSync(() => setPapel(which))
        window.print()
      },
      contar: async () => {
        await callWith(contrato.imprimir, { params: { id }, body: { papel: which } })
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
  return { papel, jurada, imprimir: print, fallo: ticketera.fallo }
}

/** The paper for the next print; visible only in print. */
export function PapelListo({
  operacion,
  papel,
  jurada,
}: { operacion: Detalle } & Pick<ReturnType<typeof useImprimir>, 'papel' | 'jurada'>) {
  if (papel === 'hoja') return <Hoja operacion={operacion} />
  if (papel === 'declaracion' && jurada) return <DeclaracionImpresa declaracion={jurada} />
  return <TicketPapel {...ticketDe(operacion, location.origin)} />
}

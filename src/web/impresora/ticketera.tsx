import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Ticket } from '../../core/documento/ticket.ts'
import { BotonEnlace } from '../crud/boton-enlace.tsx'
import { hayTicketera } from './puesto.ts'

/** A ticket to print, and whether cash changed hands for the first time. */
export interface Impresion {
  ticket: Ticket
  efectivo: boolean
}

interface Pedido {
  /** What a receipt printer may print; null for what only the browser prints. */
  directa: Impresion | null
  porDialogo: () => void
  /** Records the print. What did not come out is not counted. */
  contar: () => Promise<unknown>
}

/**
 * Prints papers, one at a time: a ticket on the receipt printer of this machine where it has one, whatever else by the
 * browser. `fallo` says why the last ticket did not come out.
 */
export function useTicketera() {
  const [fallo, setFallo] = useState<string | null>(null)
  const busy = useRef(false)
  async function imprimir({ directa, porDialogo, contar }: Pedido) {
    if (busy.current) return
    busy.current = true
    try {
      setFallo(null)
      if (directa && hayTicketera()) {
        const why = await directo(directa)
        if (why) return setFallo(why)
      } else porDialogo()
      await contar()
    } finally {
      busy.current = false
    }
  }
  return { fallo, imprimir }
}

/** Null when it was printed, otherwise why not. */
async function directo({ ticket, efectivo }: Impresion): Promise<string | null> {
  try {
    const { imprimirTicket } = await import('./imprimir.ts')
    await imprimirTicket(ticket, efectivo)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'la impresora no responde'
  }
}

/** What to do about a ticket that did not come out: the document is registered all the same. */
export function FalloTicket({
  fallo,
  documento,
  repetir,
  porDialogo,
}: {
  fallo: string | null
  /** `La operación CV-2026-000123`. */
  documento: string
  repetir: () => void
  porDialogo: () => void
}) {
  if (!fallo) return null
  return (
    <div role="alert" className="recuadro pila hueco-8 no-imprime" data-tono="aviso">
      <p>{`${documento} está registrada, pero el ticket no salió: ${fallo}.`}</p>
      <div className="fila">
        <Button size="compact-sm" onClick={repetir}>
          Imprimir otra vez
        </Button>
        <Button size="compact-sm" variant="default" onClick={porDialogo}>
          Imprimir con el navegador
        </Button>
        <BotonEnlace a="impresora" size="compact-sm" variant="subtle">
          Impresora de este puesto
        </BotonEnlace>
      </div>
    </div>
  )
}

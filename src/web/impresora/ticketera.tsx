import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Ticket } from '../../core/documento/ticket.ts'
import { notify } from '../avisos/notify.ts'
import { BotonEnlace } from '../crud/boton-enlace.tsx'
import { hayTicketera } from './puesto.ts'

/** A ticket to print, and whether cash changed hands for the first time. */
export interface Impresion {
  ticket: Ticket
  efectivo: boolean
}

/** The paper came out and the server does not know: the next one would not say that it is a copy. */
const SIN_CONTAR =
  'El papel salió, pero no se pudo anotar la impresión: el siguiente no dirá que es copia. Revise la conexión.'

const ESPERE = 'Espere un momento: todavía se anota la impresión anterior.'

interface Pedido {
  /** The paper. Asked for again before it has come out, it comes out once. */
  papel: string
  /** What a receipt printer may print; null for what only the browser prints. */
  directa: Impresion | null
  porDialogo: () => void
  /** Records the print. What did not come out is not counted. */
  contar: () => Promise<unknown>
}

/**
 * Prints papers, one after another: a ticket on the receipt printer of this machine where it has one, whatever else by
 * the browser. `fallo` says why the last ticket did not come out.
 */
export function useTicketera() {
  const [fallo, setFallo] = useState<string | null>(null)
  const cola = useRef(Promise.resolve())
  const esperan = useRef(new Set<string>())
  const fuera = useRef(false)
  useEffect(() => {
    fuera.current = false
    return () => {
      fuera.current = true
    }
  }, [])
  async function uno({ directa, porDialogo, contar }: Pedido) {
    // Its page is no longer there: the browser would print another.
    if (fuera.current) return
    setFallo(null)
    if (directa && hayTicketera()) {
      const why = await directo(directa)
      if (why) return setFallo(why)
    } else porDialogo()
    await contar().catch(() => notify('warning', SIN_CONTAR))
  }
  function imprimir(pedido: Pedido) {
    if (esperan.current.has(pedido.papel)) return
    // What is printed before it may make of a ticket a copy, which is known when that has been counted.
    if (esperan.current.size > 0 && pedido.directa && hayTicketera()) {
      return notify('warning', ESPERE)
    }
    esperan.current.add(pedido.papel)
    cola.current = cola.current
      .then(() => uno(pedido))
      .finally(() => esperan.current.delete(pedido.papel))
      .catch((error) => notify('warning', error instanceof Error ? error.message : String(error)))
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

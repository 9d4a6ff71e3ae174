import { useEffect, useEffectEvent } from 'react'
import type { Contado, TotalContado } from '../../core/lector/contadora.ts'
import type { DocumentoLeido } from '../../core/lector/documento.ts'
import { tarde } from '../tarde.ts'

/** What devices that write as a keyboard say. */
export interface Lecturas {
  documento: DocumentoLeido
  contadora: Contado | TotalContado
}

type Lector = typeof import('./lector.ts')

let lector: Lector | null = null
const traer = tarde(async () => {
  lector ??= await import('./lector.ts')
  return lector
})

/**
 * Hears what a scanner of documents writes, from any focus of the page, or what a bill counter writes into a
 * count, in a dialog or on a page. `mal`: a document that was read badly. The code for it comes at the first touch or
 * key, and where notes are counted at once: what a bill counter writes there is likely the first thing that is.
 */
export function useLector<K extends keyof Lecturas>(
  que: K,
  enDialogo: boolean,
  recibir: (read: Lecturas[K] | 'mal') => void,
): void {
  const receive = useEffectEvent(recibir)
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    const begin = (found: Lector) => {
      if (!gone) stop = found.escuchar(que, enDialogo, (read) => receive(read))
    }
    const first = new AbortController()
    const ask = () => {
      first.abort()
      traer().then(begin, () => {})
    }
    if (lector) begin(lector)
    else if (que === 'contadora') ask()
    else for (const use of ['pointerdown', 'keydown']) addEventListener(use, ask, first)
    return () => {
      gone = true
      first.abort()
      stop?.()
    }
  }, [que, enDialogo])
}

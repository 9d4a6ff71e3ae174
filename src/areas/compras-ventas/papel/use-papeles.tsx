import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Hoja } from '../../../core/documento/hoja.ts'
import { invalidate } from '../../../web/api/query.ts'
import { useDescargar } from '../../../web/crud/papel/descargar.ts'
import { type Impresion, useTicketera } from '../../../web/impresora/ticketera.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'

/**
 * Prints papers `P` and records each print by `contar`. With `?imprimir=1` (from the counter) the ticket is printed
 * automatically, once. `directa` is what goes to a printer without a dialog; `papel`, the paper rendered for the
 * browser's next print. `hoja` is the sheet that is downloaded as a PDF, after this many prints.
 */
export function usePapeles<P extends string>(
  directa: () => Impresion,
  contar: (papel: P | 'ticket' | 'hoja') => Promise<{ impresiones: number }>,
  hoja: (impresiones: number) => Promise<Hoja>,
) {
  const [{ imprimir }, cambiar] = useBusqueda()
  const [papel, setPapel] = useState<P | 'ticket'>('ticket')
  const done = useRef(false)
  const ticketera = useTicketera()
  function print(which: P | 'ticket', dialogo = false) {
    ticketera.imprimir({
      papel: which,
      directa: which === 'ticket' && !dialogo ? directa() : null,
      porDialogo: () => {
        flushSync(() => setPapel(which))
        window.print()
      },
      contar: async () => {
        await contar(which)
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
  const descargar = useDescargar(hoja, async () => {
    const counted = await contar('hoja')
    await invalidate(['compras-ventas'])
    return counted
  })
  return { papel, imprimir: print, descargar, fallo: ticketera.fallo }
}

import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { notify } from '../../avisos/notify.ts'

/**
 * Prints a list with all its rows: what is not on the screen is fetched, stands in the table while the printer reads
 * it, and leaves. Without `todas` everything is there already.
 */
export function useImprimirTodas<T>(
  todas: ((signal: AbortSignal) => Promise<readonly T[]>) | undefined,
) {
  const [impresas, setImpresas] = useState<readonly T[]>()
  const [reuniendo, setReuniendo] = useState(false)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  async function imprimir() {
    if (!todas) return window.print()
    const controller = new AbortController()
    abort.current = controller
    const { signal } = controller
    setReuniendo(true)
    try {
      const rows = await todas(signal)
      if (signal.aborted) return
      // The button is free again before the sheet is drawn.
      flushSync(() => {
        setReuniendo(false)
        setImpresas(rows)
      })
      addEventListener('afterprint', () => setImpresas(undefined), { once: true })
      window.print()
    } catch (error) {
      if (!signal.aborted) notify('warning', error instanceof Error ? error.message : '')
    } finally {
      setReuniendo(false)
    }
  }
  return { impresas, reuniendo, imprimir }
}

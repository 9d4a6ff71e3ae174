import { type ComponentType, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { tarde } from '../../../web/tarde.ts'
import type { PickerListaProps } from './picker-lista.tsx'

/** The input of the client. */
export const CAMPO = 'campo-cliente'

const traerLista = tarde(() => import('./picker-lista.tsx'))
let lista: ComponentType<PickerListaProps> | null = null

/**
 * What shows the clients found, once somebody is at the input; null before. The input is made anew then: it keeps the
 * focus and the place of the cursor. `llego` is told of a list that came under somebody's hands.
 */
export function useLista(llego: () => void) {
  const [Lista, setLista] = useState(() => lista)
  const cursor = useRef<[number | null, number | null] | null>(null)
  const arrived = useEffectEvent(llego)
  async function traer(): Promise<void> {
    if (Lista) return
    const { default: found } = await traerLista()
    lista = found
    const here = document.activeElement
    if (here instanceof HTMLInputElement && here.id === CAMPO)
      cursor.current = [here.selectionStart, here.selectionEnd]
    // At once: a letter typed in between would leave the cursor before itself.
    flushSync(() => setLista(() => found))
  }
  useLayoutEffect(() => {
    const input = document.getElementById(CAMPO)
    if (!Lista || !cursor.current || !(input instanceof HTMLInputElement)) return
    input.focus()
    input.setSelectionRange(...cursor.current)
    cursor.current = null
    arrived()
  }, [Lista])
  return { Lista, traer: () => void traer().catch(() => {}) }
}

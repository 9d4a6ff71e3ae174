import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FilaOrden } from '../contract.ts'
import { destino } from '../rules/tablero.ts'

const CARD = 'a[data-carta]'

/**
 * The arrows of a board. One card at a time is a tab stop; one that somebody else moves while it has the focus
 * keeps it in its new column.
 */
export function useTeclado(filas: readonly FilaOrden[]) {
  const tablero = useRef<HTMLDivElement>(null)
  const [foco, setFoco] = useState<number>()
  const had = useRef(false)
  const actual = filas.some(({ id }) => id === foco) ? foco : undefined

  useEffect(() => {
    // The card that had the focus was drawn anew elsewhere: it left nobody in charge.
    if (!had.current || actual === undefined || document.activeElement !== document.body) return
    tablero.current?.querySelector<HTMLElement>(`[data-orden="${actual}"] ${CARD}`)?.focus()
  })

  function teclas(event: KeyboardEvent) {
    const card = event.target instanceof Element ? event.target.closest('[data-orden]') : null
    const root = tablero.current
    if (!card || !root || event.ctrlKey || event.altKey || event.metaKey) return
    const idOf = (element: Element) => element.getAttribute('data-orden') ?? ''
    const columnas = [...root.querySelectorAll('[data-columna]')].map((column) =>
      [...column.querySelectorAll('[data-orden]')].map(idOf),
    )
    const next = destino(event.key, columnas, idOf(card))
    if (next === undefined) return
    event.preventDefault()
    root.querySelector<HTMLElement>(`[data-orden="${next}"] ${CARD}`)?.focus()
  }

  return {
    tablero,
    teclas,
    /** The card that Tab comes back to. */
    actual,
    enfocar: ({ target }: FocusEvent) => {
      const id = target.closest('[data-orden]')?.getAttribute('data-orden')
      had.current = id != null
      if (id) setFoco(Number(id))
    },
  }
}

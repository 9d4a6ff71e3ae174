import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { nadaEnfocado } from '../../../web/crud/lista/fila/entrar.ts'
import type { FilaOrden } from '../contract.ts'
import { destino } from '../rules/tablero.ts'

const CARD = 'a[data-carta]'
/** What is observed is looked into, not passed on. */
const RESUELVE = '[data-accion=resolver]'

/** Arrow keys of the board. One card is the tab stop; a focused card that moves to another column keeps the focus. */
export function useTeclado(filas: readonly FilaOrden[]) {
  const tablero = useRef<HTMLDivElement>(null)
  const [foco, setFoco] = useState<number>()
  const had = useRef(false)
  const actual = filas.some(({ id }) => id === foco) ? foco : undefined

  useEffect(() => {
    // The focused card was remounted in another column, and the focus fell to the body.
    if (!had.current || actual === undefined || document.activeElement !== document.body) return
    tablero.current?.querySelector<HTMLElement>(`[data-orden="${actual}"] ${CARD}`)?.focus()
  })

  // An arrow enters the board where nothing else has the focus: at the first card with a next step for this user.
  useEffect(() => {
    const enter = (event: globalThis.KeyboardEvent) => {
      if (!/^Arrow(Down|Right)$/.test(event.key) || event.defaultPrevented || !nadaEnfocado())
        return
      const root = tablero.current
      const card =
        root?.querySelector<HTMLElement>(
          `[data-orden]:has([data-primera]:not(${RESUELVE})) ${CARD}`,
        ) ?? root?.querySelector<HTMLElement>(CARD)
      if (!card) return
      event.preventDefault()
      card.focus()
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  }, [])

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
    /** The card that Tab returns to. */
    actual,
    enfocar: ({ target }: FocusEvent) => {
      const id = target.closest('[data-orden]')?.getAttribute('data-orden')
      had.current = id != null
      if (id) setFoco(Number(id))
    },
  }
}

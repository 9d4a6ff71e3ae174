import { type RefObject, useEffect } from 'react'

const CON_TECLAS = 'tbody[data-teclas]:not([data-teclas=""])'

/**
 * ↓ where nothing has the focus enters the page's first list of records, once its first row is in view: whoever came
 * by the menu or reloaded needs no Tab. Further down the page ↓ scrolls, as it does everywhere.
 */
export function useEntrar(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const enter = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || event.defaultPrevented) return
      if (event.ctrlKey || event.altKey || event.metaKey || !nadaEnfocado()) return
      const row = body.current?.querySelector<HTMLElement>('tr[tabindex="0"]')
      if (!row || document.querySelector(CON_TECLAS) !== body.current) return
      const { top } = row.getBoundingClientRect()
      if (top < 0 || top >= innerHeight) return
      event.preventDefault()
      row.focus()
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  }, [body])
}

/** Whether no control has the focus: it is on the page itself, or on a title that only the program focuses. */
export const nadaEnfocado = (): boolean =>
  !document.activeElement?.closest(
    'a, button, input, select, textarea, [tabindex="0"], dialog, [role=dialog]',
  )

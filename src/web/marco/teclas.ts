import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * The counter's keys. They belong to the counter unless a dialog is open; Escape closes an open list of
 * options first. Heard before anything else hears them: a dialog that Escape closes is gone by the time
 * the key arrives here the usual way, and the same key would then leave the counter too.
 */
export function useTeclas(keys: readonly (readonly [key: string, action: () => void])[]): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = keys.find(([key]) => key === event.key)?.[1]
    const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey
    if (!action || modified || event.isComposing) return
    if (inDialog() || (event.key === 'Escape' && listOpen())) return
    event.preventDefault()
    // A dialog that this very key opens may hear it at the same place already, and would close again.
    event.stopImmediatePropagation()
    if (!event.repeat) action()
  })
  // Before the effects of any dialog, which listens at the same place.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** An open dialog holds the focus; one that is closing has given it back. */
function inDialog(): boolean {
  return document.activeElement?.closest('[role=dialog]') != null
}

/** A hidden list stays in the page. */
function listOpen(): boolean {
  const lists = [...document.querySelectorAll('[role=listbox]')]
  return lists.some((element) => element.checkVisibility())
}

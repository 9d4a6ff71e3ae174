import { useEffectEvent, useLayoutEffect, useRef } from 'react'

type Teclas = readonly (readonly [key: string, action: () => void, words?: string])[]

/** The keys that the open page listens to. */
const vivas = new Set<() => Teclas>()

/** What the open page listens to, for `?`: a key, and what it does where the page does not write it beside the key. */
export function teclasVivas(): (readonly [key: string, words: string])[] {
  return [...vivas].flatMap((read) => read().map(([key, , words = '']) => [key, words] as const))
}

/**
 * The counter's keys. They work unless a dialog is open; Escape closes an open list of options first. The listener
 * runs in the capture phase: otherwise a dialog that Escape closes would be gone when the key arrives here, and the
 * same key would leave the counter too.
 */
export function useTeclas(keys: Teclas): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = keys.find(([key]) => key === event.key)?.[1]
    const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey
    if (!action || modified || event.isComposing) return
    if (inDialog() || (event.key === 'Escape' && listOpen())) return
    event.preventDefault()
    // A dialog opened by this key may already listen on the same target and would close again.
    event.stopImmediatePropagation()
    if (!event.repeat) action()
  })
  const now = useRef(keys)
  useLayoutEffect(() => {
    now.current = keys
  })
  // A layout effect runs before the effects of dialogs, which listen on the same target.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    const say = () => now.current
    addEventListener('keydown', listen, { capture: true })
    vivas.add(say)
    return () => {
      removeEventListener('keydown', listen, { capture: true })
      vivas.delete(say)
    }
  }, [])
}

/** Whether a dialog has the focus; a closing one has already given it back. */
function inDialog(): boolean {
  return document.activeElement?.closest('[role=dialog]') != null
}

/** Whether a list of options is visible; hidden ones stay in the page. */
function listOpen(): boolean {
  const lists = [...document.querySelectorAll('[role=listbox]')]
  return lists.some((element) => element.checkVisibility())
}

import { useEffectEvent, useLayoutEffect } from 'react'

/** The close functions of the open dialogs; the top one is last. */
const open: (() => void)[] = []

/** Whether something is open over the page; a dialog that is closing, which stays drawn for a moment, is not. */
export const hayAbierto = (): boolean =>
  open.length > 0 || document.querySelector('[role=dialog]:not([aria-modal])') !== null

/**
 * One Escape closes one dialog, the one on top when the key goes down. If each dialog had its own listener, one that
 * this key had just opened (the question before leaving a form) would receive the same key and close at once.
 */
function onKey(event: KeyboardEvent): void {
  const close = open.at(-1)
  if (event.key !== 'Escape' || event.isComposing || !close) return
  // An open list of options inside the dialog closes first, by its own handler.
  const { target } = event
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true')
    return
  event.stopImmediatePropagation()
  close()
}

/** While `opened`, Escape closes this dialog, unless another one is on top of it. */
export function useEscape(opened: boolean, alCerrar: () => void): void {
  const close = useEffectEvent(alCerrar)
  useLayoutEffect(() => {
    if (!opened) return
    const mine = () => close()
    if (open.push(mine) === 1) addEventListener('keydown', onKey, { capture: true })
    return () => {
      open.splice(open.indexOf(mine), 1)
      if (open.length === 0) removeEventListener('keydown', onKey, { capture: true })
    }
  }, [opened])
}

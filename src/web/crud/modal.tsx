import { Modal as Base, type ModalProps } from '@mantine/core'
import { useEffectEvent, useLayoutEffect } from 'react'

/** The dialogs that are open, the one on top last; each is asked to close. */
const open: (() => void)[] = []

/**
 * One Escape closes one dialog, the one on top as the key goes down. Where each dialog listened for itself, one that
 * the key had just opened (a question before the form behind it is left) could hear the same key, and was gone at once.
 */
function onKey(event: KeyboardEvent): void {
  const close = open.at(-1)
  if (event.key !== 'Escape' || event.isComposing || !close) return
  // A list of options inside the dialog is closed first, by itself.
  const { target } = event
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true')
    return
  event.stopImmediatePropagation()
  close()
}

/** While `opened`, Escape asks this dialog to close, unless another one lies over it. */
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

/** A dialog over the page. */
export function Modal({ closeOnEscape = true, ...props }: ModalProps) {
  useEscape(props.opened, () => closeOnEscape && props.onClose())
  return <Base {...props} closeOnEscape={false} />
}

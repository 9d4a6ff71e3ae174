import { type DragEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Properties that make an element accept a dropped file. It needs a button beside it for users without a mouse. */
export function useSoltar(poner: (file: File) => void) {
  const [over, setOver] = useState(false)
  return {
    'data-soltar': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (!file) return
      event.preventDefault()
      poner(file)
    },
  }
}

/** A dialog takes what is pasted or dropped while it is open; what lies under it does not. */
export function esDe(element: Element | null): boolean {
  const top = [...document.querySelectorAll('[role=dialog]')].at(-1)
  return !top || top.contains(element)
}

/**
 * Takes a file that is dropped anywhere on the page, unless something under the pointer takes it or a dialog lies over
 * `element`. Answers whether one is being dragged over the page.
 */
export function useSoltarEnPagina(
  element: RefObject<Element | null> | null,
  poner: (file: File) => void,
): boolean {
  const [over, setOver] = useState(false)
  const takes = (event: globalThis.DragEvent) =>
    event.dataTransfer?.types.includes('Files') === true && (!element || esDe(element.current))
  const drag = useEffectEvent((event: globalThis.DragEvent) => {
    if (!takes(event)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  })
  const drop = useEffectEvent((event: globalThis.DragEvent) => {
    setOver(false)
    const file = event.dataTransfer?.files[0]
    if (!file || event.defaultPrevented || !takes(event)) return
    event.preventDefault()
    poner(file)
  })
  useEffect(() => {
    const listen = { dragover: drag, drop, dragleave: leave }
    function leave(event: globalThis.DragEvent) {
      if (event.relatedTarget === null) setOver(false)
    }
    const all = Object.entries(listen).map(([name, listener]) => {
      const own = (event: Event) => listener(event as globalThis.DragEvent)
      addEventListener(name, own)
      return () => removeEventListener(name, own)
    })
    return () => {
      for (const stop of all) stop()
    }
  }, [])
  return over
}

import { type RefObject, useEffect, useRef } from 'react'

/** On a phone one column fills the window: the board begins with the first one that has something. */
export function useInicio(tablero: RefObject<HTMLDivElement | null>, listo: boolean): void {
  const done = useRef(false)
  useEffect(() => {
    const root = tablero.current
    if (!listo || done.current || !root) return
    done.current = true
    if (root.scrollWidth <= root.clientWidth || !matchMedia('(max-width: 40em)').matches) return
    const first = root.querySelector('[data-orden]')?.closest<HTMLElement>('[data-columna]')
    if (first) root.scrollLeft = first.offsetLeft - root.offsetLeft
  }, [listo, tablero])
}

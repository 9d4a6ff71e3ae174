import { type RefCallback, useCallback } from 'react'

/**
 * Marks a frame with `data-ancha` while its content is wider than it, and lets it take the focus then: what scrolls must
 * be reached by keyboard. Written to the element, so that no frame is painted before.
 */
export function useAncha(): RefCallback<HTMLElement> {
  return useCallback((frame: HTMLElement | null) => {
    if (!frame) return
    const look = () => {
      const wide = frame.scrollWidth > frame.clientWidth
      frame.toggleAttribute('data-ancha', wide)
      if (wide) frame.tabIndex = 0
      else frame.removeAttribute('tabindex')
    }
    const watch = new ResizeObserver(look)
    for (const one of [frame, ...frame.children]) watch.observe(one)
    return () => watch.disconnect()
  }, [])
}

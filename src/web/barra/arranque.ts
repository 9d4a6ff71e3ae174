import { useLayoutEffect } from 'react'

/** Takes away what stood in the bar's place while the program was on its way, once there is something to see. */
export function useSinArranque(hay: boolean): void {
  useLayoutEffect(() => {
    if (hay) document.getElementById('arranque')?.remove()
  }, [hay])
}

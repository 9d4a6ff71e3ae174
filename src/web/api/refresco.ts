import { useEffect } from 'react'
import { onEvento } from './events.ts'
import { invalidate } from './query.ts'

/** Many changes at once are one look, and one more after them. */
const CALM_MS = 1500

/**
 * Asks again for the answers of `area` when something elsewhere changed that they show: at once, and then at most once
 * in a while. `cuando` says which areas those are; it must stay the same function.
 */
export function useRefresco(area: string, cuando: (otra: string) => boolean): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let again = false
    const look = () => {
      again = false
      void invalidate([area])
      timer = setTimeout(() => {
        timer = undefined
        if (again) look()
      }, CALM_MS)
    }
    const stop = onEvento((otra) => {
      if (!cuando(otra)) return
      if (timer) again = true
      else look()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [area, cuando])
}

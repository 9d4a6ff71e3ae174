import { useEffect } from 'react'
import { onEvento } from './events.ts'
import { invalidate } from './query.ts'

/** Throttle in milliseconds: a burst of changes causes one refetch at its start and one at its end. */
const CALM_MS = 1500
/** How far apart the screens ask that hear of the same change, so that one posting does not make all of them ask at once. */
const SPREAD_MS = 400

/**
 * Refetches the answers of `area` when another area changes that they show: within a moment of its own, then throttled.
 * `cuando` tells whether an area is one of those; it must be a stable function.
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
      else timer = setTimeout(look, Math.random() * SPREAD_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [area, cuando])
}

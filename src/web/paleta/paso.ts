import { useEffect, useRef, useState } from 'react'

/**
 * Keys that follow one another faster than this are those of a scanner, or of a key held down: only the last counts.
 * Whoever types is slower, and hears after each key.
 */
const RAFAGA_MS = 60

/** What is typed, as it is typed: at once, and in a burst its first and its last. */
export function useAlPaso(typed: string): string {
  const [last, setLast] = useState(typed)
  const since = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const now = performance.now()
    const wait = Math.max(0, since.current + RAFAGA_MS - now)
    const take = () => {
      since.current = performance.now()
      setLast(typed)
    }
    if (wait === 0) return take()
    const timer = setTimeout(take, wait)
    return () => clearTimeout(timer)
  }, [typed])
  return last
}

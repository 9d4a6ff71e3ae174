import { useSyncExternalStore } from 'react'

const TICK_MS = 10_000

let ahora = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    ahora = Date.now()
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The current time in milliseconds, updated every ten seconds: one timer for every component that shows an age. */
export function useAhora(): number {
  return useSyncExternalStore(subscribe, () => ahora)
}

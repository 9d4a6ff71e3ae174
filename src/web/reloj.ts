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

/** The present moment in milliseconds, moving on every ten seconds: one clock for all that shows ages. */
export function useAhora(): number {
  return useSyncExternalStore(subscribe, () => ahora)
}

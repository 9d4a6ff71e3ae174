import { useEffect, useSyncExternalStore } from 'react'

const TICK_MS = 10_000
/** Within it the time stands still, so that React, which asks twice in one drawing, gets one answer. */
const QUIETO_MS = 1_000

let ahora = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/**
 * The current time in milliseconds since 1970, at most a second old whoever asks and whenever: with nobody subscribed,
 * after a tab slept, and after the machine's clock was set back.
 */
export function horaActual(): number {
  const now = Date.now()
  if (Math.abs(now - ahora) >= QUIETO_MS) ahora = now
  return ahora
}

/** Takes the time anew and tells everybody who shows it. */
function avisar(): void {
  ahora = Date.now()
  for (const each of listeners) each()
}

/**
 * Calls `listener` every ten seconds, and at once when the page is looked at again: a hidden tab's timers sleep.
 * Returns how to stop.
 */
export function alPasarElTiempo(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    timer = setInterval(avisar, TICK_MS)
    document.addEventListener('visibilitychange', avisar)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', avisar)
  }
}

/** Tells everybody who shows the time when it is `instante`, in milliseconds; nobody for a past one. Returns how to stop. */
export function alLlegar(instante: number): () => void {
  const left = instante - Date.now()
  if (left <= 0) return () => {}
  const turn = setTimeout(avisar, Math.min(left, 2 ** 31 - 1))
  return () => clearTimeout(turn)
}

/**
 * The current time in milliseconds, updated every ten seconds and at `cita`, when something ends: one timer for every
 * component that shows an age.
 */
export function useAhora(cita?: number): number {
  useEffect(() => (cita === undefined ? undefined : alLlegar(cita)), [cita])
  return useSyncExternalStore(alPasarElTiempo, horaActual)
}

import { useSyncExternalStore } from 'react'
import { pause, VUELVE } from './pausa.ts'

/*
 * Whether the server can be reached. One lost answer proves nothing, so the server itself is asked: only when that is
 * not answered either is the line cut, and it is asked again until it answers.
 */

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000
/** Beyond this a question counts as not answered: a pulled cable raises no error. */
const PATIENCE_MS = 5_000
/** How long it is said that the line is back. */
const SAID_MS = 4_000

/** `sin`: nothing reaches the server. `volvio`: it does again, since a moment. */
export interface Linea {
  estado: 'hay' | 'sin' | 'volvio'
  /** When the server last answered anything; what is on screen is as old as that. */
  oida: number
}

let linea: Linea = { estado: 'hay', oida: Date.now() }
let asking: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function set(next: Linea): void {
  linea = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The line to the server; rerenders when it is cut or comes back. */
export function useLinea(): Linea {
  return useSyncExternalStore(subscribe, () => linea)
}

export const sinLinea = (): boolean => linea.estado === 'sin'

/** Something arrived from the server: the line is there. */
export function oida(): void {
  const was = linea.estado
  linea.oida = Date.now()
  if (was !== 'sin') return
  set({ ...linea, estado: 'volvio' })
  setTimeout(() => linea.estado === 'volvio' && set({ ...linea, estado: 'hay' }), SAID_MS)
  dispatchEvent(new Event(VUELVE))
}

/** Something was not answered: asks whether the line is cut, unless that is known or being asked. */
export function sospechar(): void {
  if (linea.estado !== 'sin') void probar()
}

/**
 * Hears from the browser that its network went: the server is asked at once, and not when something is sent next.
 * Answers that were on their way may still come, and a server on this machine is there: it is asked again until the network
 * is back.
 */
export function atenderRed(): void {
  addEventListener('offline', async () => {
    for (let wait = FIRST_WAIT_MS; !navigator.onLine; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      if (!sinLinea()) await probar()
      await pause(wait)
    }
  })
}

/** Asks the server now. Answers whether the line is there. */
export function probar(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<boolean> {
  const there = await answers()
  if (there) oida()
  else if (linea.estado !== 'sin') {
    set({ ...linea, estado: 'sin' })
    void askAgain()
  }
  return there
}

async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch('/api/salud', { signal, cache: 'no-store', credentials: 'omit' })
    // Unread, it would hold one of the browser's few connections until the patience ends.
    await answer.arrayBuffer()
    return answer.status < 500
  } catch {
    return false
  }
}

async function askAgain(): Promise<void> {
  for (let wait = FIRST_WAIT_MS; sinLinea(); wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    await pause(wait)
    if (sinLinea()) await probar()
  }
}

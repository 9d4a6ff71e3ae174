import { setTimeout as sleep } from 'node:timers/promises'

/** A reading asks the house some twenty questions, on the connections of those who work. */
const CADA_MS = 1_000

/**
 * `leer` for as many as ask: one reading at a time, begun a second after the one before at the earliest, and shared by all
 * who asked until then. Nobody gets what was read before he asked.
 */
export function espaciada<T>(leer: () => Promise<T>): () => Promise<T> {
  let ultima: Promise<unknown> = Promise.resolve()
  let desde = Number.NEGATIVE_INFINITY
  let proxima: Promise<T> | null = null
  const empezar = async () => {
    await ultima.catch(() => {})
    const falta = desde + CADA_MS - performance.now()
    if (falta > 0) await sleep(falta, undefined, { ref: false })
    proxima = null
    desde = performance.now()
    const una = leer()
    ultima = una
    return una
  }
  return () => {
    proxima ??= empezar()
    return proxima
  }
}

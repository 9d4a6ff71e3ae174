/*
 * Timeouts in milliseconds, after which a test gives up waiting. They only tell a hang from a slow machine: they are
 * long enough for a machine that is ten times as slow.
 */

/** For one condition: an element, an answer, a polled value. */
export const PLAZO = 180_000
/** For one test, or for the setup or teardown of a file. */
export const PLAZO_PRUEBA = 1_800_000

/** Waits for an answer, at most as long as for any condition: one that never comes fails by its name. */
export async function aTiempo<T>(que: string, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`never answered: ${que.slice(0, 300)}`)), PLAZO)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** For a loop that asks again and again: answers a function that throws once a condition had its time. */
export function alLimite(que: string): () => void {
  const end = performance.now() + PLAZO
  return () => {
    if (performance.now() > end) throw new Error(`never came: ${que}`)
  }
}

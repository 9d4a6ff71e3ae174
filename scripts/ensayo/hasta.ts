import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `what` answers something. @throws Error that names it after 40 seconds. */
export async function hasta<T>(name: string, what: () => Promise<T | null | false>): Promise<T> {
  const end = performance.now() + 40_000
  for (;;) {
    const found = await what().catch(() => null)
    if (found) return found
    if (performance.now() > end) throw new Error(`No llegó: ${name}.`)
    await sleep(100)
  }
}

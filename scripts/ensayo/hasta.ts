import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `what` answers something. @throws Error that names it after `ms`. */
export async function hasta<T>(
  name: string,
  what: () => Promise<T | null | false>,
  ms = 40_000,
): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const found = await what().catch(() => null)
    if (found) return found
    if (performance.now() > end) throw new Error(`No llegó: ${name}.`)
    await sleep(100)
  }
}

/** Milliseconds of work between two yields to the browser. */
const SLICE_MS = 12

/**
 * Lets the browser work between two slices of a long export. Awaited after each piece of work; reports progress and
 * throws the signal's reason when it aborts.
 */
export function porTurnos(
  signal: AbortSignal,
  onProgress: (count: number, total: number) => void,
): (hecho: number, total: number) => Promise<void> | undefined {
  let since = performance.now()
  return (hecho, total) => {
    if (performance.now() - since < SLICE_MS) return undefined
    onProgress(hecho, total)
    return breath().then(() => {
      signal.throwIfAborted()
      since = performance.now()
    })
  }
}

/** Yields to the browser. Unlike a timer it is not throttled in a background tab. */
function breath(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

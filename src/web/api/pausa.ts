/** Said by the page when the server answers again; whoever waits to try again need not wait longer. */
export const VUELVE = 'linea-vuelve'

/** Waits `ms` milliseconds, or until the network or the server is back or `signal` aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      removeEventListener(VUELVE, done)
      resolve()
    }
    addEventListener('online', done)
    addEventListener(VUELVE, done)
    signal?.addEventListener('abort', done, { once: true })
  })
}

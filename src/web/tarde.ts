/*
 * Code that no screen needs at first: it comes once somebody works here, or the screen has long been there, so that
 * it is there when it is used, and also when the network no longer is.
 */

const IDLE_MS = 10_000

const waiting = new Set<() => Promise<unknown>>()
let begun = false

/** Has `load` called later, ahead of its first use. Answers it. */
export function tarde<T>(load: () => Promise<T>): () => Promise<T> {
  if (begun) fetchQuietly(load)
  else waiting.add(load)
  return load
}

/** What failed is tried again by its first use. */
function fetchQuietly(load: () => Promise<unknown>): void {
  load().catch(() => {})
}

/** Waits for the first touch or key. Called once by the program. */
export function watchFirstUse(): void {
  const first = new AbortController()
  const begin = () => {
    first.abort()
    begun = true
    for (const load of waiting) fetchQuietly(load)
    waiting.clear()
  }
  for (const use of ['pointerdown', 'keydown']) addEventListener(use, begin, first)
  setTimeout(begin, IDLE_MS)
}

/** Nothing came for so long: all that the screen needs is there. */
const CALM_MS = 2_000
/** A screen to which something comes all the time is not waited for longer than this. */
const LATEST_MS = 15_000

const idle = (work: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: 2_000 }) : work()

/**
 * Prepares this browser for a cut line as soon as the screen is there, nothing is being fetched and the
 * page has nothing to do. Without that all works as long as there is a line.
 */
export function luego(load: () => Promise<{ preparar(): Promise<void> }>): void {
  const begun = performance.now()
  let last = begun
  const watch = new PerformanceObserver(() => {
    last = performance.now()
  })
  watch.observe({ type: 'resource' })
  const look = () => {
    const now = performance.now()
    const wait = Math.min(last + CALM_MS, begun + LATEST_MS) - now
    if (wait > 0) return void setTimeout(look, wait)
    watch.disconnect()
    idle(() => {
      load()
        .then(({ preparar }) => preparar())
        .catch(() => {})
    })
  }
  setTimeout(look, CALM_MS)
}

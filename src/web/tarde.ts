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

/** Well after all that a screen needs, so that nothing of it waits. */
const LATE_MS = 30_000

/** Prepares this browser for a cut line. Without that all works as long as there is a line. */
export function luego(load: () => Promise<{ preparar(): Promise<void> }>): void {
  setTimeout(() => {
    load()
      .then(({ preparar }) => preparar())
      .catch(() => {})
  }, LATE_MS)
}

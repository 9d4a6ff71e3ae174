import type { Query } from '@tanstack/react-query'
import { queryClient } from '../../../api/query.ts'

/** What is on screen waits for its first answer: until then it shows nothing, or what other filters gave. */
const PENDIENTES = { predicate: (q: Query) => q.state.status === 'pending' && q.isActive() }

/** Milliseconds between two looks at the page. */
const EVERY_MS = 50

/** Waits until all that the page shows is of the filters that it names. Throws the signal's reason when it aborts. */
export async function asentada(signal: AbortSignal): Promise<void> {
  // An answer that has just come is drawn before the second look.
  for (let calm = 0; calm < 2; ) {
    const busy =
      queryClient.isFetching(PENDIENTES) > 0 || document.querySelector('[aria-busy="true"]')
    calm = busy ? 0 : calm + 1
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    signal.throwIfAborted()
  }
}

import { useSyncExternalStore } from 'react'

/** As the style sheets of the lists say it. */
const phone = matchMedia('(max-width: 40em)')

function follow(changed: () => void): () => void {
  phone.addEventListener('change', changed)
  return () => phone.removeEventListener('change', changed)
}

/** Whether the window is as narrow as a phone: a row has two lines then. */
export function useAngosta(): boolean {
  return useSyncExternalStore(follow, () => phone.matches)
}

import { useSyncExternalStore } from 'react'

/** As the style sheets of the lists say it. */
const phone = matchMedia('(max-width: 40em)')

const tight = matchMedia('screen and (40em < width < 80em)')

const follow = (query: MediaQueryList) => (changed: () => void) => {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
const [followPhone, followTight] = [follow(phone), follow(tight)]

/** Whether the window is as narrow as a phone: a row has two lines then. */
export function useAngosta(): boolean {
  return useSyncExternalStore(followPhone, () => phone.matches)
}

/** Whether it is narrower than a usual screen, and no phone: the columns that matter least begin hidden. */
export function useEstrecha(): boolean {
  return useSyncExternalStore(followTight, () => tight.matches)
}

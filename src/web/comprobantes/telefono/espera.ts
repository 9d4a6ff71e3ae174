/** How often the window asks whether the file came. */
const CADA_MS = 1500

/** What is known of a link: the last answer, and whether asking failed. */
interface Enlace {
  data?: { estado: 'espera' | 'llego' | 'cerrado' } | undefined
  status: 'pending' | 'error' | 'success'
}

/**
 * In how many milliseconds the window asks again; false once the file came, the link is closed, or asking failed: each
 * question keeps the session alive.
 */
export function otraVez({ data, status }: Enlace): number | false {
  return status !== 'error' && (data?.estado ?? 'espera') === 'espera' && CADA_MS
}

import { pause } from '../api/pausa.ts'
import { checkAuth } from './sesion.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

/**
 * Asks about the session ever more slowly, and at once when the network is back, until the server answers; the session
 * then says what came of it. Answers how to stop.
 */
export function esperarServicio(): () => void {
  const abort = new AbortController()
  void ask(abort.signal)
  return () => abort.abort()
}

async function ask(signal: AbortSignal): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    await pause(wait, signal)
    if (signal.aborted || !(await checkAuth()).sinRespuesta) return
  }
}

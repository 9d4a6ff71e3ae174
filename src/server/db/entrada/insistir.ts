import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '../../../core/errors.ts'
import { isLost } from '../../proceso/breaker.ts'

const CADA_MS = 500
const VECES = 120

/**
 * Does `work` again, for a minute, while the database has no room for it or does not answer in time: only the start
 * waits, since a request is refused at once. `cada` is the time between two tries in milliseconds.
 * @throws what `work` throws: at once where it is something else, and when that minute is over.
 */
export async function insistir<T>(work: () => Promise<T>, cada = CADA_MS): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!ahoraNo(error) || tries === VECES) throw error
      await sleep(cada)
    }
  }
}

function ahoraNo(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'NO_DISPONIBLE'
  return isLost(error) || (error as { code?: string }).code === '53300'
}

import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '../../../core/errors.ts'
import { isLost } from '../../proceso/breaker.ts'

const CADA_MS = 500
const PLAZO_MS = 60_000

interface Insistencia {
  /** Hears once, in Spanish, that it is asked again. */
  dice?: (texto: string) => void
  /** Milliseconds between two tries, and for how long after the first one. */
  cada?: number
  plazo?: number
}

/**
 * Does `work` again, for a minute, while the database has no room for it or does not answer in time: only the start
 * waits, since a request is refused at once.
 * @throws what `work` throws: at once where it is something else, and when that minute is over.
 */
export async function insistir<T>(
  work: () => Promise<T>,
  { dice = () => {}, cada = CADA_MS, plazo = PLAZO_MS }: Insistencia = {},
): Promise<T> {
  const end = performance.now() + plazo
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!ahoraNo(error) || performance.now() >= end) throw error
      if (tries === 1)
        dice(`La base de datos no atiende (${(error as Error).message}): se insiste un minuto.`)
      await sleep(cada)
    }
  }
}

function ahoraNo(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'NO_DISPONIBLE'
  return isLost(error) || (error as { code?: string }).code === '53300'
}

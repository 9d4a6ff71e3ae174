import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../core/errors.ts'

/** Argon2id (the library's own choice) at OWASP's floor: 19 MiB, 2 passes, 1 lane (G-29). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING_MAX = 200

let running = 0
const waiting: (() => void)[] = []

/** A few hashes at a time: a flood of sign-ins must not take the processor from everybody else. */
async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= WAITING_MAX) throw new DomainError('DEMASIADOS_INTENTOS', { segundos: 5 })
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** Argon2id hash of a password, in PHC text. */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, OPTIONS))
}

let dummy: Promise<string> | undefined

/** Compares; with no stored hash it works as long and answers false, so time does not tell who exists. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hash('nobody has this password', OPTIONS)
  const against = stored ?? (await dummy)
  const right = await limited(() => verify(against, password))
  return right && stored !== null
}

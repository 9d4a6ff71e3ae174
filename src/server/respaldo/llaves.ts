import { createHmac, hkdfSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  armor,
  Decrypter,
  Encrypter,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption'
import { type ClaveCasa, cifrar, descifrar } from '../acceso/clave.ts'

/**
 * The keys of a house's backups (ADR 0103). Copies are encrypted to the public half, so that they are made without the
 * phrase; the other half opens them, and lies in each copy under the phrase, and on this machine under the house's key.
 */
export interface Llaves {
  /** An age recipient, `age1…`. */
  publica: string
  /** An age identity, `AGE-SECRET-KEY-1…`. */
  privada: string
  /** The identity under the phrase, as an armored age file. */
  bajoFrase: string
}

/** Where they lie, beside the house's key. */
export const ARCHIVO_LLAVES = 'respaldo.llave'
const USO = 'respaldo'

/** Fewest characters of a phrase: five words of a dictionary have more. */
export const FRASE_MINIMA = 16

/** What is wrong with a phrase, in Spanish; null when it will do. */
export function faltaFrase(frase: string): string | null {
  return frase.trim().length < FRASE_MINIMA
    ? `La frase de los respaldos debe tener ${FRASE_MINIMA} caracteres o más: sirven cinco palabras al azar.`
    : null
}

/**
 * Makes the keys of a house under a phrase and keeps them in `carpeta`, readable by its owner only. `logN` is age's work
 * factor for the phrase; tests take a small one.
 */
export async function crearLlaves(
  carpeta: string,
  clave: ClaveCasa,
  frase: string,
  logN = 18,
): Promise<Llaves> {
  // Where the house's secret comes from the environment nobody else has made it.
  mkdirSync(carpeta, { recursive: true, mode: 0o700 })
  const privada = await generateX25519Identity()
  const sealing = new Encrypter()
  sealing.setPassphrase(frase)
  sealing.setScryptWorkFactor(logN)
  const llaves = {
    publica: await identityToRecipient(privada),
    privada,
    bajoFrase: armor.encode(await sealing.encrypt(privada)),
  }
  const { publica, bajoFrase } = llaves
  const local = cifrar(clave, USO, privada).toString('base64')
  writeFileSync(
    join(carpeta, ARCHIVO_LLAVES),
    `${JSON.stringify({ publica, local, bajoFrase })}\n`,
    {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    },
  )
  return llaves
}

/**
 * The keys of this house; null before they are made.
 * @throws Error in Spanish when the file is damaged, or of a house with another key.
 */
export function leerLlaves(carpeta: string, clave: ClaveCasa): Llaves | null {
  const path = join(carpeta, ARCHIVO_LLAVES)
  if (!existsSync(path)) return null
  const kept = parse(readFileSync(path, 'utf8'))
  const privada = kept && descifrar(clave, USO, Buffer.from(kept.local, 'base64'))
  if (!privada) {
    throw new Error(
      `No se entiende «${path}», la llave de los respaldos, o es de otra casa: muévala a otro lugar y el próximo respaldo hará una nueva.`,
    )
  }
  return { publica: kept.publica, privada, bajoFrase: kept.bajoFrase }
}

function parse(text: string): (Omit<Llaves, 'privada'> & { local: string }) | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Opens the identity that a copy carries; null when the phrase is another. */
export async function abrirConFrase(bajoFrase: string, frase: string): Promise<string | null> {
  const opening = new Decrypter()
  opening.addPassphrase(frase)
  try {
    return await opening.decrypt(armor.decode(bajoFrase), 'text')
  } catch {
    return null
  }
}

/**
 * The seal of a text by whoever holds the identity. Anybody may encrypt to a public key: without a seal, whoever holds
 * the disk of the copies could put books of his own in their place.
 */
export function sellar(privada: string, texto: string): string {
  const key = Buffer.from(hkdfSync('sha256', privada, '', 'cambista:respaldo:sello', 32))
  return createHmac('sha256', key).update(texto).digest('base64')
}

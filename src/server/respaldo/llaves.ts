import { createHmac, hkdfSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
  /** The identities of phrases before this one, the newest first: copies that they open are still the house's. */
  anteriores: readonly string[]
  /** The log that is kept by them has a folder of its own, beside that of other keys. */
  propia: boolean
}

/** Where they lie, beside the house's key. */
export const ARCHIVO_LLAVES = 'respaldo.llave'
const USO = 'respaldo'
const LOG_N = 18

/** Fewest characters of a phrase: five words of a dictionary have more. */
export const FRASE_MINIMA = 16

/** What is wrong with a phrase, in Spanish; null when it will do. */
export function faltaFrase(frase: string): string | null {
  return frase.trim().length < FRASE_MINIMA
    ? `La frase de los respaldos debe tener ${FRASE_MINIMA} caracteres o más: sirven cinco palabras al azar.`
    : null
}

/** A pair under a phrase. `logN` is age's work factor for the phrase; tests take a small one. */
async function nuevoPar(frase: string, logN: number) {
  const privada = await generateX25519Identity()
  const sealing = new Encrypter()
  sealing.setPassphrase(frase)
  sealing.setScryptWorkFactor(logN)
  const bajoFrase = armor.encode(await sealing.encrypt(privada))
  return { publica: await identityToRecipient(privada), privada, bajoFrase }
}

/** How keys lie on this machine: every identity under the key of the house. */
function textoDe(clave: ClaveCasa, llaves: Llaves): string {
  const { publica, privada, bajoFrase, anteriores, propia } = llaves
  const bajoClave = (one: string) => cifrar(clave, USO, one).toString('base64')
  const kept = {
    ...{ publica, local: bajoClave(privada), bajoFrase },
    ...{ anteriores: anteriores.map(bajoClave), propia },
  }
  return `${JSON.stringify(kept)}\n`
}

const escribirLlaves = (path: string, texto: string) =>
  writeFileSync(path, texto, { mode: 0o600, flag: 'wx', flush: true })

/**
 * Makes the keys of a house under a phrase and keeps them in `carpeta`, readable by its owner only. `propia`: other keys'
 * log is where theirs would be kept.
 */
export async function crearLlaves(
  carpeta: string,
  clave: ClaveCasa,
  frase: string,
  logN = LOG_N,
  propia = false,
): Promise<Llaves> {
  // Where the house's secret comes from the environment nobody else has made it.
  mkdirSync(carpeta, { recursive: true, mode: 0o700 })
  const llaves = { ...(await nuevoPar(frase, logN)), anteriores: [], propia }
  escribirLlaves(join(carpeta, ARCHIVO_LLAVES), textoDe(clave, llaves))
  return llaves
}

/** Keys under another phrase, which are not the house's before `poner`. */
export interface Cambio {
  llaves: Llaves
  /** What their file will have, which a copy by them takes along. */
  texto: string
  /** Puts them in the place of those of now. @throws Error in Spanish when these are others meanwhile. */
  poner: () => void
}

/**
 * Makes other keys under another phrase, to take the place of those in `carpeta`, which are kept as former ones. Until a
 * copy by them is good nothing would open with the new phrase: whoever makes it puts them.
 * @throws Error in Spanish when it is the phrase of now.
 */
export async function cambiarLlaves(
  carpeta: string,
  clave: ClaveCasa,
  actuales: Llaves,
  frase: string,
  logN = LOG_N,
): Promise<Cambio> {
  // One that is damaged is mended by this.
  const misma = await abrirConFrase(actuales.bajoFrase, frase).catch((error) => {
    if (error instanceof LlaveDanada) return null
    throw error
  })
  if (misma) {
    throw new Error('Esa es la frase de ahora: elija otra.')
  }
  const anteriores = [actuales.privada, ...actuales.anteriores]
  const llaves = { ...(await nuevoPar(frase, logN)), anteriores, propia: true }
  const texto = textoDe(clave, llaves)
  const path = join(carpeta, ARCHIVO_LLAVES)
  const poner = () => {
    if (leerLlaves(carpeta, clave)?.publica !== actuales.publica)
      throw new Error('La frase se cambió mientras tanto: no se cambió otra vez.')
    rmSync(`${path}.parcial`, { force: true })
    escribirLlaves(`${path}.parcial`, texto)
    renameSync(`${path}.parcial`, path)
  }
  return { llaves, texto, poner }
}

/**
 * The keys of this house; null before they are made.
 * @throws Error in Spanish when the file is damaged, or of a house with another key.
 */
export function leerLlaves(carpeta: string, clave: ClaveCasa): Llaves | null {
  const path = join(carpeta, ARCHIVO_LLAVES)
  if (!existsSync(path)) return null
  const kept = parse(readFileSync(path, 'utf8'))
  const abrir = (local: string) => descifrar(clave, USO, Buffer.from(local, 'base64'))
  const privada = kept && abrir(kept.local)
  if (!privada) {
    throw new Error(
      `No se entiende «${path}», la llave de los respaldos, o es de otra casa: muévala a otro lugar y el próximo respaldo hará una nueva.`,
    )
  }
  const { publica, bajoFrase, anteriores = [], propia = false } = kept
  const former = anteriores.map(abrir).filter((one) => one !== null)
  return { publica, privada, bajoFrase, anteriores: former, propia }
}

type Guardada = Omit<Llaves, 'privada' | 'anteriores' | 'propia'> &
  Partial<Pick<Llaves, 'anteriores' | 'propia'>> & { local: string }

function parse(text: string): Guardada | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What lies under the phrase says nothing of it. */
class LlaveDanada extends Error {}

/** What age says of a phrase that does not open a file, and of nothing else. */
const OTRA_FRASE = "no identity matched any of the file's recipients"

/**
 * Opens the identity that a copy carries; null when the phrase is another.
 * @throws Error in Spanish when what the copy carries is damaged, or there is no memory for it: neither says anything of
 *   the phrase.
 */
export async function abrirConFrase(
  bajoFrase: string,
  frase: string,
  opening: Pick<Decrypter, 'addPassphrase' | 'decrypt'> = new Decrypter(),
): Promise<string | null> {
  opening.addPassphrase(frase)
  try {
    return await opening.decrypt(armor.decode(bajoFrase), 'text')
  } catch (error) {
    if ((error as Error).message === OTRA_FRASE) return null
    if (error instanceof RangeError) {
      throw new Error(
        'No hay memoria para abrir la llave con la frase: hacen falta 256 MB libres. No dice nada de la frase.',
        { cause: error },
      )
    }
    throw new LlaveDanada(
      'La llave que el respaldo lleva bajo la frase está dañada, y no dice nada de la frase. Use otro respaldo.',
      { cause: error },
    )
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

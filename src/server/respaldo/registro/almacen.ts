import { createHash, timingSafeEqual } from 'node:crypto'
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createZstdDecompress, zstdCompress, zstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { type Llaves, sellar } from '../llaves.ts'
import { esHistoria, esSegmento } from './segmento.ts'

/*
 * The log of a house beside its copies: each of its files compressed by zstd and encrypted by age to the house's public
 * key, as a copy is. The seal of each stands in its name, so that nobody who has only the disk puts another one there.
 */

const comprimir = promisify(zstdCompress)
const descomprimir = promisify(zstdDecompress)

/** A file of the log that is kept. */
export interface Guardado {
  nombre: string
  path: string
  sello: string
}

const ARCHIVO = /^([0-9A-F]{24}|[0-9A-F]{8}\.history|cabezas)-([0-9a-f]{64})\.zst\.age$/

/** The folder of the log of one cluster (`sistema`, PostgreSQL's system identifier) below the folder of the copies. */
export const carpetaDe = (destino: string, sistema: string) => join(destino, 'registro', sistema)

/** The same for keys that have a folder of their own there: those of another phrase leave theirs as it is. */
const carpetaPropia = (destino: string, sistema: string, privada: string) => {
  const marca = Buffer.from(sellar(privada, 'registro'), 'base64').toString('hex').slice(0, 16)
  return `${carpetaDe(destino, sistema)}-${marca}`
}

/** Where these keys keep the log of one cluster. */
export const registroDe = (
  destino: string,
  sistema: string,
  { privada, propia }: Pick<Llaves, 'privada' | 'propia'>,
): string => (propia ? carpetaPropia : carpetaDe)(destino, sistema, privada)

/** Where the log is that this identity opens, whichever phrase gave it. */
export function registroConocido(destino: string, sistema: string, privada: string): string {
  const propia = existsSync(carpetaPropia(destino, sistema, privada))
  return registroDe(destino, sistema, { privada, propia })
}

/** Segments lie by 256 of them, which keeps folders small. */
const lugarDe = (carpeta: string, nombre: string) =>
  esSegmento(nombre) ? join(carpeta, nombre.slice(0, 16)) : carpeta

function enCarpeta(carpeta: string): Guardado[] {
  if (!existsSync(carpeta)) return []
  return readdirSync(carpeta).flatMap((archivo) => {
    const [, nombre, sello] = ARCHIVO.exec(archivo) ?? []
    return nombre && sello ? [{ nombre, sello, path: join(carpeta, archivo) }] : []
  })
}

/** The segments that are kept, in the order of their names. */
export function segmentosDe(carpeta: string): Guardado[] {
  if (!existsSync(carpeta)) return []
  return readdirSync(carpeta)
    .filter((each) => /^[0-9A-F]{16}$/.test(each))
    .toSorted()
    .flatMap((each) => enCarpeta(join(carpeta, each)))
    .toSorted((a, b) => (a.nombre < b.nombre ? -1 : 1))
}

/** The histories of timelines that are kept. */
export const historiasDe = (carpeta: string) =>
  enCarpeta(carpeta).filter(({ nombre }) => esHistoria(nombre))

/** One file by its name; null where it is not kept. */
export const guardadoDe = (carpeta: string, nombre: string) =>
  enCarpeta(lugarDe(carpeta, nombre)).find((each) => each.nombre === nombre) ?? null

const selloDe = (privada: string, nombre: string, bytes: Buffer) =>
  Buffer.from(
    sellar(privada, `${nombre}:${createHash('sha256').update(bytes).digest('hex')}`),
    'base64',
  )

/**
 * Keeps a file of the log and reads it again from the disk; the same again does nothing. What changes under one name
 * (`cambia`) takes the place of what was kept before.
 * @throws Error in Spanish when another life of the house keeps its log there, or the disk gives back something else.
 */
export async function guardar(
  carpeta: string,
  nombre: string,
  contenido: Buffer,
  llaves: Llaves,
  cambia = false,
): Promise<void> {
  const before = guardadoDe(carpeta, nombre)
  let sigue = true
  if (before) {
    const found = await abrir(before, llaves.privada).catch(() => null)
    if (found?.equals(contenido)) return
    // Of other keys, or damaged: it stays beside. So does what this one does not go on from.
    if (!found) renameSync(before.path, `${before.path}.ajeno`)
    else if (!cambia) {
      throw new Error(
        `«${dirname(before.path)}» guarda el registro de otra vida de esta casa: dos máquinas trabajan con la misma copia. Dé a cada una su carpeta de respaldos.`,
      )
    }
    sigue = found !== null && contenido.subarray(0, found.length).equals(found)
  }
  const sealing = new Encrypter()
  sealing.addRecipient(llaves.publica)
  const bytes = Buffer.from(await sealing.encrypt(await comprimir(contenido)))
  const sello = selloDe(llaves.privada, nombre, bytes).toString('hex')
  const path = join(lugarDe(carpeta, nombre), `${nombre}-${sello}.zst.age`)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(`${path}.parcial`, bytes, { mode: 0o600, flush: true })
    renameSync(`${path}.parcial`, path)
  } catch (error) {
    // The next try has another seal, and so another name.
    try {
      rmSync(`${path}.parcial`, { force: true })
    } catch {
      // What went wrong first is what is told.
    }
    throw error
  }
  if (!(await devuelve({ nombre, path, sello }, llaves.privada, contenido))) {
    rmSync(path)
    throw new Error(`El disco de «${carpeta}» no devuelve lo que se le escribe: cámbielo.`)
  }
  if (!before || !existsSync(before.path)) return
  if (sigue) rmSync(before.path)
  else renameSync(before.path, `${before.path}.antes`)
}

/**
 * The content of a file that is kept, after its seal was checked.
 * @throws Error in Spanish when it was cut or changed, or is not of these keys.
 */
export async function abrir(guardado: Guardado, privada: string): Promise<Buffer> {
  return descomprimir(await descifrar(guardado, privada))
}

/** Whether a file that is kept gives this content back, in pieces: a whole segment once more would be 16 MB. */
async function devuelve(guardado: Guardado, privada: string, contenido: Buffer): Promise<boolean> {
  const unpacking = createZstdDecompress()
  unpacking.end(await descifrar(guardado, privada))
  let at = 0
  for await (const piece of unpacking as AsyncIterable<Buffer>) {
    if (!piece.equals(contenido.subarray(at, at + piece.length))) return false
    at += piece.length
  }
  return at === contenido.length
}

async function descifrar({ nombre, path, sello }: Guardado, privada: string): Promise<Uint8Array> {
  const bytes = readFileSync(path)
  if (!timingSafeEqual(selloDe(privada, nombre, bytes), Buffer.from(sello, 'hex'))) {
    throw new Error(
      `El registro de «${path}» fue alterado o está incompleto: no se usa. Restaure hasta un momento anterior.`,
    )
  }
  const opening = new Decrypter()
  opening.addIdentity(privada)
  return opening.decrypt(bytes)
}

/** Writes a segment whose end is empty, as that of a quiet minute, without taking disk for the emptiness. */
export function escribirRalo(path: string, contenido: Buffer): void {
  let full = contenido.length
  while (full > 0 && contenido[full - 1] === 0) full--
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, contenido, 0, full, 0)
    ftruncateSync(file, contenido.length)
  } finally {
    closeSync(file)
  }
}

/** Removes the segments before `desde`, on whatever timeline. */
export function podar(carpeta: string, desde: string): void {
  for (const each of existsSync(carpeta) ? readdirSync(carpeta) : []) {
    // Of whole folders goes too what a killed program left half written.
    if (/^[0-9A-F]{16}$/.test(each) && each.slice(8) < desde.slice(8, 16)) {
      rmSync(join(carpeta, each), { recursive: true, force: true })
    }
  }
  for (const { nombre, path } of segmentosDe(carpeta)) {
    if (nombre.slice(8) < desde.slice(8)) rmSync(path, { force: true })
  }
}

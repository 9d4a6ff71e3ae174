import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ARCHIVO_CLAVE, type ClaveCasa } from '../acceso/clave.ts'
import type { Lugar } from '../acceso/secretos.ts'
import { ARCHIVO_LLAVES } from './llaves.ts'

/** The published heads of the audit, below their folder. */
const CABEZAS = 'auditoria/cabezas.jsonl'

const leer = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** What a copy takes of what lies outside the database, by its names in the package. */
export function secretosDe(lugar: Lugar, clave: ClaveCasa): Record<string, string | null> {
  return {
    [ARCHIVO_CLAVE]: `${clave.toString('hex')}\n`,
    [ARCHIVO_LLAVES]: leer(join(lugar.clave, ARCHIVO_LLAVES)),
    [CABEZAS]: leer(join(lugar.anclas, CABEZAS)),
  }
}

/** The heads that this machine had published and the restored house does not know, and where they are kept. */
export interface Apartadas {
  archivo: string
  cabezas: string[]
}

/**
 * Puts the secrets that came with a copy into `desde` where the house's lie. Nothing is written over: the same key stays,
 * and heads that were published after the copy, or are of another life of the house, are kept beside.
 * @throws Error in Spanish when another house's key lies there; then nothing is changed.
 */
export function ponerSecretos(desde: string, lugar: Lugar, fecha: Date): Apartadas | null {
  const came = (name: string) => leer(join(desde, name))
  const clave = came(ARCHIVO_CLAVE)
  const own = leer(join(lugar.clave, ARCHIVO_CLAVE))
  if (own !== null && own.trim() !== clave?.trim()) {
    throw new Error(
      `En «${lugar.clave}» está la clave de otra casa: indique otra carpeta con CAMBISTA_SECRETOS.`,
    )
  }
  if (own === null && clave !== null) poner(join(lugar.clave, ARCHIVO_CLAVE), clave)
  const llaves = came(ARCHIVO_LLAVES)
  const conLlaves = join(lugar.clave, ARCHIVO_LLAVES)
  if (llaves !== null && !existsSync(conLlaves)) poner(conLlaves, llaves)
  return ponerCabezas(came(CABEZAS) ?? '', join(lugar.anclas, CABEZAS), fecha)
}

function poner(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true })
}

function ponerCabezas(suyas: string, path: string, fecha: Date): Apartadas | null {
  const propias = leer(path)
  if (propias === suyas) return null
  const lines = (text: string) => text.split('\n').filter(Boolean)
  let apartadas: Apartadas | null = null
  if (propias !== null) {
    const known = new Set(lines(suyas))
    const cabezas = lines(propias).filter((line) => !known.has(line))
    const stamp = fecha.toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const archivo = path.replace(/\.jsonl$/, `-antes-de-${stamp}.jsonl`)
    renameSync(path, archivo)
    if (cabezas.length > 0) apartadas = { archivo, cabezas }
  }
  if (suyas) poner(path, suyas)
  return apartadas
}

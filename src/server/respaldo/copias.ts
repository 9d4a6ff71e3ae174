import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An instant of UTC as a part of a name: `20261128T150915Z`. */
export const sinSignos = (fecha: Date) => fecha.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const NOMBRE = /^respaldo-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** How a copy is called that began at an instant. */
export const nombreDeCopia = (inicio: Date) => `respaldo-${sinSignos(inicio)}`

/** The copies of a folder, the newest first; what is not whole has another name. */
export function copiasDe(destino: string): { nombre: string; fecha: Date }[] {
  if (!existsSync(destino)) return []
  return readdirSync(destino)
    .flatMap((nombre) => {
      const [, y, m, d, h, min, s] = NOMBRE.exec(nombre) ?? []
      return y ? [{ nombre, fecha: new Date(`${y}-${m}-${d}T${h}:${min}:${s}Z`) }] : []
    })
    .toSorted((a, b) => b.fecha.getTime() - a.fecha.getTime())
}

const LEAME = `Respaldos de Cambista

Cada carpeta respaldo-AAAAMMDDTHHMMSSZ es una casa entera, cifrada. Para recuperar una en esta u otra
máquina, con el programa instalado y detenido:

    npm run restaurar -- "esta carpeta"

Pide la frase de los respaldos. Sin la frase no se abren: guárdela donde no esté este disco.
`

const leame = (destino: string) => join(destino, 'LEAME.txt')

/** Makes the folder of the copies, with what somebody needs to know who finds it. */
export function hacerDestino(destino: string): void {
  mkdirSync(destino, { recursive: true })
  writeFileSync(leame(destino), LEAME)
}

/**
 * @throws Error in Spanish where the folder of the copies is not there: a disk that is not connected leaves an empty
 * folder, or none, on the disk of the house, which is no place for them.
 */
export function exigirDestino(destino: string): void {
  if (existsSync(leame(destino))) return
  throw new Error(
    `En «${destino}» no está la carpeta de los respaldos: conecte su disco. Para empezar una nueva ahí, ejecute «npm run respaldo -- "${destino}"».`,
  )
}

/** That the disk of the copies has no room, in Spanish. */
export const sinLugar = (destino: string) =>
  `No queda espacio en «${destino}»: hace falta lugar para la copia, y junto a los datos para restaurarla al comprobarla. Borre lo que sobre o indique otro disco.`

/** What a failure of the disk means, in Spanish; any other error as it is. */
export function sinDestino(destino: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new Error(sinLugar(destino))
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR') {
    return new Error(
      `No se puede escribir en «${destino}»: conecte el disco o revise sus permisos.`,
    )
  }
  return error
}

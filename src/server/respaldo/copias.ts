import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** An instant of UTC as a part of a name: `20261128T150915Z`. */
export const sinSignos = (fecha: Date) => fecha.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const NOMBRE = /^respaldo-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/**
 * How a copy is called in its folder that began at an instant: by its second, or by the next one that no other has, since
 * a clock that was set back may come by a second again.
 */
export function nombreDeCopia(destino: string, inicio: Date): string {
  const name = `respaldo-${sinSignos(inicio)}`
  const taken = ['', '.parcial', MALO].some((end) => existsSync(join(destino, `${name}${end}`)))
  return taken ? nombreDeCopia(destino, new Date(inicio.getTime() + 1_000)) : name
}

/** How the name of a copy ends whose content is not right. */
export const MALO = '.malo'

/** How the name of a copy ends that is being removed. */
const BORRADO = '.borrado'

/**
 * Removes a copy, good or bad. First it gets a name by which it counts no more: a program that is killed meanwhile would
 * leave one whose package has gone and whose manifest says that it was good, or one that nobody knows to be of the house.
 */
export function quitarCopia(carpeta: string): void {
  const away = `${carpeta}${BORRADO}`
  rmSync(away, { recursive: true, force: true })
  renameSync(carpeta, away)
  rmSync(away, { recursive: true, force: true })
}

/** Removes what is left of copies that a program was removing when it was killed; what is another user's stays. */
export function acabarDeQuitar(destino: string): void {
  for (const name of readdirSync(destino)) {
    if (!/^respaldo-\d{8}T\d{6}Z/.test(name) || !name.endsWith(BORRADO)) continue
    try {
      rmSync(join(destino, name), { recursive: true, force: true })
    } catch (error) {
      if (!esDePermiso(error)) throw error
    }
  }
}

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

/** That the disk of the copies takes no file as large as a copy, in Spanish. */
const muyGrande = (destino: string) =>
  `La copia no cabe en un solo archivo del disco de «${destino}»: con el formato FAT32 ninguno pasa de 4 GB. Formatee ese disco como exFAT o NTFS, lo que borra todo lo que tiene, o indique otro.`

/** What a failure of the disk means, in Spanish; any other error as it is. */
export function sinDestino(destino: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new Error(sinLugar(destino))
  if (code === 'EFBIG') return new Error(muyGrande(destino))
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR') {
    return new Error(
      `No se puede escribir en «${destino}»: conecte el disco o revise sus permisos.`,
    )
  }
  return error
}

/** Whether the system does not let this user at a file. */
export const esDePermiso = (error: unknown): boolean =>
  ['EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))

/**
 * That something of the copies in `carpeta` may not be read, in Spanish, with whose it is and what gives it to who asks:
 * copies keep the number of the user who made them, which on another machine is somebody else's.
 */
export function sinPermiso(path: string, carpeta: string): Error {
  let at = path
  // Of what lies in a folder that may not be entered nobody says whose it is: the folder is what is named.
  while (duenoDe(at) === null && at !== dirname(at)) at = dirname(at)
  const [dueno, yo] = [duenoDe(at), process.geteuid?.()]
  if (dueno === null || yo === undefined)
    return new Error(`No se puede leer «${at}»: revise sus permisos.`)
  const [why, cure] =
    dueno === yo
      ? ['sus permisos no lo dejan. Ejecute', `chmod -R u+rX "${carpeta}"`]
      : [
          `es del usuario ${dueno} y esta orden la da el usuario ${yo}. Como root ejecute`,
          `chown -R ${yo}:${process.getegid?.()} "${carpeta}"`,
        ]
  return new Error(`No se puede leer «${at}»: ${why} «${cure}» y repita la orden.`)
}

function duenoDe(path: string): number | null {
  try {
    return statSync(path).uid
  } catch {
    return null
  }
}

/** What belongs to copies: their folders, the log beside them, and the files of one. */
const DE_COPIAS = /^respaldo-\d{8}T\d{6}Z$|^registro$|\.(?:json|age)$/

/**
 * Looks whether each copy of a folder can be read, and the log beside them: what is left out in silence would be the
 * newest of them. Of a folder that is one copy the log is looked at where `conRegistro` says that it is needed.
 * @throws Error in Spanish that says whose it is (`sinPermiso`).
 */
export function exigirLegible(carpeta: string, conRegistro = true): void {
  const leer = (path: string, de: RegExp, raiz: string): string[] => {
    try {
      const folder = statSync(path).isDirectory()
      accessSync(path, folder ? constants.R_OK | constants.X_OK : constants.R_OK)
      return folder ? readdirSync(path).filter((name) => de.test(name)) : []
    } catch (error) {
      if (esDePermiso(error)) throw sinPermiso(path, raiz)
      return []
    }
  }
  const revisar = (path: string, raiz: string): void => {
    for (const name of leer(path, /./, raiz)) revisar(join(path, name), raiz)
  }
  const names = leer(carpeta, DE_COPIAS, carpeta)
  for (const name of names) revisar(join(carpeta, name), carpeta)
  const registro = join(dirname(carpeta), 'registro')
  if (conRegistro && names.some((name) => name.endsWith('.age'))) revisar(registro, registro)
}

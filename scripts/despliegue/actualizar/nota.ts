import {
  existsSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Datos } from './datos.ts'
import { CODIGO, Desenlace } from './desenlace.ts'
import { deVersion, type Quien } from './hijo.ts'

/* What an upgrade keeps beside the versions: the link to the one that serves, and the note where it stands. */

const CADA_MS = 1_000

export const say = (text: string) => process.stdout.write(`${text}\n`)

/** How the program is stopped and started on this machine. */
export interface Servicio {
  detener(): Promise<unknown>
  iniciar(): Promise<unknown>
}

export interface Obra {
  /** The link that says which version serves. */
  enlace: string
  servicio: Servicio
  datos: Datos
  quien: Quien
  /** Whether a copy that may have come already is brought again where nobody can read what was done since. */
  insiste: boolean
}

/** Where an upgrade stands; it lies beside the link, so that a command that was killed goes on. */
const enCurso = z.strictObject({
  /** Folders of the version before and of the new one. */
  desde: z.string(),
  hacia: z.string(),
  /** What one can go back to, and the last row of the audit of then that somebody caused. */
  copia: z.string(),
  marca: z.string(),
  /** Milliseconds in which a version has to serve. */
  plazo: z.number(),
  /**
   * The new one is started; it serves, tried on a copy before, and its books are verified once more; the copy is being
   * brought back, or is back; the one before is started again.
   */
  fase: z.enum(['nueva', 'libros', 'restaurando', 'devuelta', 'vuelta']),
})
export type EnCurso = z.infer<typeof enCurso>

export const archivo = ({ enlace }: Pick<Obra, 'enlace'>) => `${enlace}.en-curso`
export const DE_NUEVO = 'Corrija eso y ejecute de nuevo la misma orden: sigue donde quedó.'
export const versionDe = (carpeta: string) => basename(carpeta).replace('cambista-', '')

/** Writes down where an upgrade stands. */
export function anotar(obra: Obra, curso: EnCurso): void {
  const draft = `${archivo(obra)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(curso), { flush: true })
  renameSync(draft, archivo(obra))
}

/**
 * The exit code of a command that ended with `error`. Of an upgrade that is to go on beside that link, or whose program was
 * stopped (`tocada`), nobody knows what serves, whatever the command was refused for.
 */
export function codigoDe(error: Error, enlace: string, tocada: boolean): number {
  if (error instanceof Desenlace) return error.codigo
  return tocada || aMedias(enlace) ? CODIGO.ninguna : CODIGO.igual
}

/** Whether an upgrade is to go on beside that link, which the house may be in the middle of. */
const aMedias = (enlace: string) => existsSync(archivo({ enlace }))

export const olvidar = (obra: Obra) => rmSync(archivo(obra), { force: true })

export function leer(obra: Obra): EnCurso | null {
  try {
    return enCurso.parse(JSON.parse(readFileSync(archivo(obra), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Desenlace(
      CODIGO.ninguna,
      `«${archivo(obra)}» dice dónde quedó una actualización, y no se entiende: ${(error as Error).message}`,
    )
  }
}

/** Whether the link leads to that version. */
export const llevaA = ({ enlace }: Obra, a: string) =>
  basename(readlinkSync(enlace)) === basename(a)

/** Points the link at another version in one step, so that there is always one. */
export function enlazar({ enlace }: Obra, a: string): void {
  const draft = `${enlace}.${process.pid}`
  rmSync(draft, { force: true })
  symlinkSync(readlinkSync(enlace).includes('/') ? a : basename(a), draft)
  renameSync(draft, enlace)
}

/** Starts the program and waits until it serves; answers why it does not, null when it does. */
export async function sirve(
  carpeta: string,
  { servicio, quien }: Pick<Obra, 'servicio' | 'quien'>,
  plazo: number,
): Promise<string | null> {
  const end = performance.now() + plazo
  try {
    await servicio.iniciar()
  } catch (error) {
    return (error as Error).message
  }
  for (;;) {
    try {
      await deVersion(carpeta, ['salud'], quien)
      return null
    } catch (error) {
      if (performance.now() > end) return (error as Error).message
      await sleep(CADA_MS)
    }
  }
}

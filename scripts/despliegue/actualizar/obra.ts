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
import { deVersion, type Quien, sinCortar } from './hijo.ts'

/* What happens from the moment on at which the new version may touch the house, until one of both serves it. */

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
  /** The new one is started; the copy is being brought back, or is back; the one before is started again. */
  fase: z.enum(['nueva', 'restaurando', 'devuelta', 'vuelta']),
})
export type EnCurso = z.infer<typeof enCurso>

const archivo = ({ enlace }: Pick<Obra, 'enlace'>) => `${enlace}.en-curso`
const DE_NUEVO = 'Corrija eso y ejecute de nuevo la misma orden: sigue donde quedó.'
const versionDe = (carpeta: string) => basename(carpeta).replace('cambista-', '')

/** Writes down where an upgrade stands. */
export function anotar(obra: Obra, curso: EnCurso): void {
  const draft = `${archivo(obra)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(curso), { flush: true })
  renameSync(draft, archivo(obra))
}

/** Whether an upgrade is to go on beside that link, which the house may be in the middle of. */
export const aMedias = (enlace: string) => existsSync(archivo({ enlace }))

const olvidar = (obra: Obra) => rmSync(archivo(obra), { force: true })

function leer(obra: Obra): EnCurso | null {
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

/** Points the link at another version in one step, so that there is always one. */
function enlazar({ enlace }: Obra, a: string): void {
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

/**
 * Puts the new version in the place of the one before, once it is written down (`anotar`) that this goes on.
 * @throws Desenlace: what happened, and what serves now.
 */
export async function ponerEnServicio(obra: Obra, curso: EnCurso): Promise<void> {
  enlazar(obra, curso.hacia)
  say('Iniciando la versión nueva…')
  await atender(obra, curso)
}

/** Goes on with an upgrade that was cut short; answers whether there was one. @throws as `ponerEnServicio`. */
export async function seguir(obra: Obra): Promise<boolean> {
  const curso = leer(obra)
  if (!curso) return false
  sinCortar()
  say(`La actualización a la versión ${versionDe(curso.hacia)} quedó a medias: se sigue con ella.`)
  await obra.servicio.detener()
  if (curso.fase === 'nueva') {
    enlazar(obra, curso.hacia)
    await atender(obra, curso)
    return true
  }
  return restaurar(obra, curso, 'quedó a medias.')
}

/** Asks the new version whether it serves, and recomputes the books with it. */
async function atender(obra: Obra, curso: EnCurso): Promise<void> {
  const { desde, hacia, plazo } = curso
  const falla = await sirve(hacia, obra, plazo)
  if (falla !== null) return volver(obra, curso, falla)
  // On a copy it has shown already that its books are clean; without one it gives way where they are not.
  if (obra.datos.enCopia) olvidar(obra)
  try {
    await deVersion(hacia, ['verificar'], obra.quien)
  } catch (error) {
    const { message } = error as Error
    if (!obra.datos.enCopia) return volver(obra, curso, message, { libros: true })
    throw new Desenlace(
      CODIGO.revisar,
      `Cambista ${versionDe(hacia)} atiende, y sus libros no están limpios: ${message}`,
    )
  }
  olvidar(obra)
  say(`Cambista ${versionDe(hacia)} atiende. La versión ${versionDe(desde)} queda en «${desde}».`)
}

/** Back to the version before; with `libros` never on what the new version made of the house. @throws Desenlace always. */
async function volver(
  obra: Obra,
  curso: EnCurso,
  falla: string,
  { libros = false } = {},
): Promise<never> {
  const { desde, hacia, marca, plazo } = curso
  say(`La versión nueva no sirve (${falla}). Se vuelve a la ${versionDe(desde)}…`)
  await obra.servicio.detener()
  if (!libros) {
    enlazar(obra, desde)
    if ((await sirve(desde, obra, plazo)) === null) throw seVolvio(obra, curso, falla)
    await obra.servicio.detener()
  }
  const now = await obra.datos.marca(desde)
  if (now === null) {
    throw new Desenlace(
      CODIGO.ninguna,
      `No atiende ninguna versión: la nueva no sirve (${falla}), y la base de datos no deja leer si ya se registró algo con ella; no se restauró nada. El respaldo de antes es «${curso.copia}». ${DE_NUEVO}`,
    )
  }
  // The new version upgraded the database. What was written to it since is worth more than the version before.
  if (now === marca) return restaurar(obra, curso, falla)
  enlazar(obra, hacia)
  const why = `La versión nueva no sirve (${falla}), y ya se registró algo con ella: no se restauró nada. El respaldo de antes es «${curso.copia}».`
  if ((await sirve(hacia, obra, plazo)) === null) {
    olvidar(obra)
    throw new Desenlace(CODIGO.revisar, why)
  }
  // It goes on with the new version, and gets no other one before it serves.
  throw new Desenlace(
    CODIGO.ninguna,
    `${why} ${DE_NUEVO} Para poner otra versión más nueva, borre antes «${archivo(obra)}».`,
  )
}

function seVolvio(obra: Obra, { desde }: EnCurso, falla: string): Desenlace {
  olvidar(obra)
  return new Desenlace(
    CODIGO.vuelta,
    `No se actualizó: ${falla} Atiende la versión ${versionDe(desde)}.`,
  )
}

/**
 * Brings the copy back, unless it is back already and somebody may have worked in it since.
 * @throws Error in Spanish, or Desenlace where that is not known; it may be done again.
 */
async function traer(obra: Obra, curso: EnCurso): Promise<void> {
  const { desde, copia, marca, fase } = curso
  if (fase === 'vuelta') return
  const now = fase === 'nueva' ? marca : await obra.datos.marca(desde)
  if (fase === 'devuelta') {
    if (now === null) {
      throw new Desenlace(
        CODIGO.ninguna,
        `No se sabe qué versión atiende: el respaldo «${copia}» ya se trajo, y la base de datos no deja leer si alguien trabajó después; no se trae otra vez. ${DE_NUEVO}`,
      )
    }
    try {
      return await obra.datos.reconocer(desde, { copia, marca: now })
    } catch (error) {
      // An order may have said that it is back when it was not.
      if (now !== marca) throw error
    }
  }
  // Whoever started the restored house meanwhile may have worked in it. One that is half restored has no mark.
  if (now !== null && now !== marca) return
  anotar(obra, { ...curso, fase: 'restaurando' })
  // Who starts the program meanwhile does not get the new version.
  enlazar(obra, desde)
  await obra.datos.devolver(desde, { copia, marca })
  anotar(obra, { ...curso, fase: 'devuelta' })
  await obra.datos.reconocer(desde, { copia, marca })
}

/** Brings the copy back and starts the version before; again, where that was cut short. @throws Desenlace always. */
async function restaurar(obra: Obra, curso: EnCurso, falla: string): Promise<never> {
  const { desde, copia, plazo } = curso
  try {
    await traer(obra, curso)
  } catch (error) {
    if (error instanceof Desenlace) throw error
    throw new Desenlace(
      CODIGO.ninguna,
      `No atiende ninguna versión: el respaldo «${copia}» no se pudo traer (${(error as Error).message}). ${DE_NUEVO}`,
    )
  }
  anotar(obra, { ...curso, fase: 'vuelta' })
  enlazar(obra, desde)
  const still = await sirve(desde, obra, plazo)
  if (still === null) throw seVolvio(obra, curso, falla)
  throw new Desenlace(
    CODIGO.ninguna,
    `Ninguna de las dos versiones atiende: ${still} El respaldo es «${copia}».`,
  )
}

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Place } from './folder.ts'
import { EmbeddedError } from './process.ts'

/** Lies in a cluster that a restore is bringing, until all of it is done. */
const A_MEDIAS = 'restauracion-a-medias'

/** Whether a restore into this folder was cut short: what is there is no house yet. */
export const aMedias = ({ data }: Place) => existsSync(join(data, A_MEDIAS))

/** Says of a cluster (`data`, its folder) that a restore brings it in place of the one in `antes`; null: it is done. */
export function marcarAMedias(data: string, antes: string | null): void {
  const path = join(data, A_MEDIAS)
  if (antes === null) rmSync(path, { force: true })
  else writeFileSync(path, antes, { mode: 0o600, flush: true })
}

/** Where the house lies that a restore which was cut short had put aside; null where there was none. */
export function apartadaPor({ data }: Place): string | null {
  const antes = readFileSync(join(data, A_MEDIAS), 'utf8')
  return antes && existsSync(antes) ? antes : null
}

/** The name of a house that is put aside from `data`, but for the instant. */
const APARTE = '.antes-'

/** Where a restore puts the house that is there aside, at an instant without signs. */
export const apartadaEn = ({ data }: Place, instante: string) => `${data}${APARTE}${instante}`

/**
 * Sees that no house was put aside where none is now: a restore was killed between the two steps, and a new house would
 * look like an empty one.
 * @throws EmbeddedError where the house lies and what to do.
 */
export function exigirNingunaAparte({ data, carpeta }: Place): void {
  const last = readdirSync(dirname(data))
    .filter((name) => name.startsWith(`${basename(data)}${APARTE}`) && !name.endsWith('.clave'))
    .sort()
    .at(-1)
  if (last === undefined) return
  throw new EmbeddedError(
    `En ${carpeta} no hay una casa, y al lado está la que se apartó para restaurar, «${last}»: ejecute de nuevo «npm run restaurar», o devuélvale su nombre, «${basename(data)}». Para empezar una casa nueva indique otra carpeta con CAMBISTA_DATOS.`,
  )
}

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './folder.ts'

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

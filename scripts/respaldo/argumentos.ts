import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { formatFechaHora } from '../../src/core/formato.ts'
import { deReloj, ponerZona } from '../../src/core/zona.ts'
import { copiasDe } from '../../src/server/respaldo/copias.ts'
import {
  leerManifiesto,
  MANIFIESTO,
  type Manifiesto,
} from '../../src/server/respaldo/manifiesto.ts'
import type { Meta } from '../../src/server/respaldo/registro/aplicar.ts'

const USO =
  'Uso: npm run restaurar -- <carpeta de los respaldos> [--hasta "2026-11-22 10:37"] [--reemplazar]'

/** What somebody asks `restaurar` for. */
export interface Pedido {
  copia: string
  manifiesto: Manifiesto
  meta: Meta
  /** The folder of the copies, which has the log too. */
  destino: string
  reemplazar: boolean
}

/**
 * Reads the arguments of `restaurar` and finds the copy to begin with: the one that is named, which is taken as it is;
 * else the newest of the folder, to which the log is added; with an instant the newest that had ended by then. Hours are
 * those of the house from here on.
 * @throws Error in Spanish.
 */
export function pedidoDe(given: readonly string[]): Pedido {
  const rest = [...given]
  const reemplazar = tomar(rest, '--reemplazar', 1).length > 0
  const [, hastaText] = tomar(rest, '--hasta', 2)
  const [folder, ...more] = rest
  if (!folder || more.length > 0 || folder.startsWith('--')) throw new Error(USO)
  const path = resolve(folder)
  const named = existsSync(join(path, MANIFIESTO))
  const copias = named ? [path] : copiasDe(path).map(({ nombre }) => join(path, nombre))
  const [newest] = copias
  if (!newest) throw new Error(`En «${folder}» no hay respaldos.`)
  ponerZona(leerManifiesto(newest).manifiesto.zona)
  const hasta = hastaText === undefined ? null : instanteDe(hastaText)
  const copia = hasta ? anteriorA(hasta, copias) : newest
  const meta = hasta ?? (named ? 'copia' : 'todo')
  const { manifiesto } = leerManifiesto(copia)
  return { copia, manifiesto, meta, destino: dirname(copia), reemplazar }
}

/** Takes an option and what follows it out of the arguments. */
function tomar(rest: string[], option: string, count: number): string[] {
  const at = rest.indexOf(option)
  const found = at < 0 ? [] : rest.splice(at, count)
  if (found.length > 0 && found.length < count) throw new Error(USO)
  return found
}

/** `2026-11-22 10:37`, seconds if one likes, by the clock of the house. */
function instanteDe(text: string): Date {
  const [, day, time, seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?$/.exec(text.trim()) ?? []
  const local = day ? Date.parse(`${day}T${time}${seconds}Z`) : Number.NaN
  if (Number.isNaN(local)) {
    throw new Error(
      `No se entiende «${text}»: escriba la fecha y la hora de la casa, como --hasta "2026-11-22 10:37".`,
    )
  }
  return new Date(deReloj(local))
}

function anteriorA(hasta: Date, copias: readonly string[]): string {
  const ends = copias.map((copia) => ({ copia, fin: leerManifiesto(copia).manifiesto.fin }))
  const found = ends.find(({ fin }) => new Date(fin) <= hasta)
  if (found) return found.copia
  throw new Error(
    `Ningún respaldo es de antes: el más viejo terminó el ${formatFechaHora(ends.at(-1)?.fin ?? '')}.`,
  )
}

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { instante } from '../../../core/contract.ts'
import type { Afuera } from '../../acceso/clave.ts'
import { carpetaDe } from './almacen.ts'

/**
 * How far the log of a house is archived, in a file of its data folder: whichever process of the house makes the next
 * turn goes on from it, and all of them show the same. It is not in the database, where a row a minute would be the only
 * thing that a quiet house writes.
 */
const estado = z.strictObject({
  /** The folder of the log among the copies, and the timeline: of another one it says nothing. */
  de: z.string(),
  /** Everything acknowledged by then, by the database's clock, is kept. */
  hasta: instante,
  /** The last segment that is kept. */
  segmento: z.string(),
  /** What had happened by then (`momento`); null: some of it was under way. */
  hecho: z.string().nullable(),
  /** The log follows no copy of its folder: it brings nothing back yet. */
  suelto: z.boolean(),
})
export type Estado = z.infer<typeof estado>

const archivo = (datos: string) => join(datos, 'registro.json')

/** What is known of the archive of the house in the data folder `datos`; null before its first turn. */
export function leerEstado(datos: string): Estado | null {
  try {
    return estado.parse(JSON.parse(readFileSync(archivo(datos), 'utf8')))
  } catch {
    // Without it, or with half of it, a turn begins anew: it ends a segment, and looks for the copy.
    return null
  }
}

/**
 * Writes it down in the place of what was known before.
 * @throws Error in Spanish that names the data folder: its disk is not that of the copies.
 */
export function escribirEstado(datos: string, de: Estado): void {
  const path = archivo(datos)
  const parcial = `${path}.parcial`
  try {
    writeFileSync(parcial, `${JSON.stringify(de)}\n`, { mode: 0o600 })
    renameSync(parcial, path)
  } catch (error) {
    rmSync(parcial, { force: true })
    throw new Error(
      `El registro está guardado, pero no se pudo anotar en la carpeta de datos ${datos} (${(error as NodeJS.ErrnoException).code}): libere espacio en su disco, sin borrar nada de esa carpeta, o revise sus permisos.`,
      { cause: error },
    )
  }
}

/** Forgets it: another house takes the place of the one that it is of. */
export const olvidarEstado = (datos: string) => rmSync(archivo(datos), { force: true })

/** Whether what is known is of the log below the folder of the copies `destino`. */
export const esDe = ({ de }: Estado, destino: string) =>
  dirname(dirname(de)) === dirname(carpetaDe(destino, 'sistema'))

type Respaldo = Pick<NonNullable<Afuera['respaldo']>, 'destino' | 'datos'>

function conocido({ destino, datos }: Respaldo): Estado | null {
  const known = destino === null ? null : leerEstado(datos)
  return known && destino !== null && esDe(known, destino) ? known : null
}

/** Until when everything can be brought back, copy and log, whichever process archives; null where nothing can be. */
export function hastaDe(respaldo: Respaldo): string | null {
  const known = conocido(respaldo)
  return known && !known.suelto ? known.hasta : null
}

/** When it was seen that the log follows no copy, so that one is to be made now; null where none is asked for. */
export function pideDesde(respaldo: Respaldo): string | null {
  const known = conocido(respaldo)
  return known?.suelto ? known.hasta : null
}

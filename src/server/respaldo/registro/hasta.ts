import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { instante } from '../../../core/contract.ts'
import { type Llaves, sellar } from '../llaves.ts'

/** Until when the log is kept: all that was acknowledged by `hasta` lies in it up to the segment. */
export const alcance = z.strictObject({ hasta: instante, segmento: z.string() })
export type Alcance = z.infer<typeof alcance>

const conSello = alcance.extend({ sello: z.string() })
const ARCHIVO = 'hasta.json'
const texto = ({ hasta, segmento }: Alcance) => JSON.stringify({ hasta, segmento })

/** Writes down until when the log is kept, sealed, in the place of what stood there. */
export function escribirHasta(carpeta: string, de: Alcance, { privada }: Llaves): void {
  const path = join(carpeta, ARCHIVO)
  const sello = sellar(privada, texto(de))
  writeFileSync(`${path}.parcial`, `${JSON.stringify({ ...de, sello })}\n`, { flush: true })
  renameSync(`${path}.parcial`, path)
}

/** Until when the log of this folder is kept; null where that is not known, or was not said by this house. */
export function leerHasta(carpeta: string, privada: string): Alcance | null {
  const path = join(carpeta, ARCHIVO)
  if (!existsSync(path)) return null
  try {
    const { sello, ...found } = conSello.parse(JSON.parse(readFileSync(path, 'utf8')))
    return sello === sellar(privada, texto(found)) ? found : null
  } catch {
    return null
  }
}

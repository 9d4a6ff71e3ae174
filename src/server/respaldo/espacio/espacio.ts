import { statSync } from 'node:fs'
import { formatDecimal } from '../../../core/formato.ts'
import { type Disco, discoDe } from '../../trabajos/disco.ts'
import { SEGMENTO } from '../registro/segmento.ts'

/** How the disk is looked at on which a folder lies. */
export type MirarDisco = (folder: string) => Promise<Disco>

/** Room that something needs on the disk of a folder that is there. */
export interface Pide {
  carpeta: string
  bytes: number
  /** What is said where it is not there, in Spanish; how much is needed and left is added. */
  motivo: string
  /** Beside it stays what people need who work there meanwhile (`reservaDe`). */
  reserva: boolean
}

/** What PostgreSQL writes into the log of a cluster that it starts, beside the files of a copy (`min_wal_size`). */
export const REGISTRO = 5 * SEGMENTO

const RESERVA = 1e9

/** Bytes that stay free on a disk whatever is copied: people work meanwhile, and their log goes on. */
export const reservaDe = ({ total }: Pick<Disco, 'total'>): number => Math.min(RESERVA, total / 10)

/** Bytes as people read them. */
const enPalabras = (bytes: number) =>
  bytes < 1e9
    ? `${formatDecimal(String(Math.ceil(bytes / 1e6)), 0)} MB`
    : `${formatDecimal(String(bytes / 1e9), 1)} GB`

/** A disk without room: the folders that ask for it, and what to say in Spanish. */
export interface Falta {
  carpetas: string[]
  texto: string
}

/**
 * Answers which disk has no room for what is asked of it together; null: all of it fits. Of a disk that does not say how
 * large it is, as some of the network, nothing is known: it is not refused.
 */
export async function faltaEspacio(
  pide: readonly Pide[],
  mirar: MirarDisco = discoDe,
): Promise<Falta | null> {
  const discos = Map.groupBy(pide, ({ carpeta }) => statSync(carpeta).dev)
  for (const juntos of discos.values()) {
    const { carpeta, motivo } = juntos[0] as Pide
    const disco = await mirar(carpeta)
    const asked = juntos.reduce((sum, { bytes }) => sum + bytes, 0)
    const needed = asked + (juntos.some(({ reserva }) => reserva) ? reservaDe(disco) : 0)
    if (disco.total === 0 || disco.libre >= needed) continue
    const carpetas = juntos.map((one) => one.carpeta)
    const texto = `${motivo} Hacen falta ${enPalabras(needed)} y quedan ${enPalabras(disco.libre)}.`
    return { carpetas, texto }
  }
  return null
}

const CADA_MS = 250

/** A watch over a disk, whose `signal` is aborted with what is said when little is left. */
export interface Guardia {
  signal: AbortSignal
  fin(): void
}

/**
 * Watches the disk of a folder while something large lies on it that the house can do without: what people need there
 * is half spent when it is told to give way. `motivo`: what is said then, in Spanish.
 */
export function vigilarEspacio(
  { carpeta, motivo }: Pick<Pide, 'carpeta' | 'motivo'>,
  mirar: MirarDisco = discoDe,
): Guardia {
  const control = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const look = async () => {
    // A disk that says nothing for a moment is asked again.
    const disco = await mirar(carpeta).catch(() => null)
    if (disco && disco.libre < reservaDe(disco) / 2) {
      control.abort(new Error(`${motivo} Quedan ${enPalabras(disco.libre)}.`))
    } else if (!ended) timer = setTimeout(look, CADA_MS).unref()
  }
  look()
  return {
    signal: control.signal,
    fin() {
      ended = true
      clearTimeout(timer)
    },
  }
}

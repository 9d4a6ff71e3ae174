import { readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MB = 1 << 20
/** A group that gives less than this is meant for a small shop: 384 MB hold the program and its database. */
const POCA = 768

interface Ajuste {
  /** Connections that serve requests, at most; null: as many as anywhere. */
  conexiones: number | null
  /** Settings of the embedded PostgreSQL. */
  postgres: Record<string, string>
}

/**
 * One sentence for whoever gives a command that makes or opens the key under the phrase, which takes 256 MB by design:
 * with little for all that runs here the system ends the command without a word. Null: there is room.
 */
export function avisoDeFrase(bytes: number = process.constrainedMemory()): string | null {
  if (bytes === 0 || bytes >= POCA * MB) return null
  return (
    `Aviso: la frase pide 256 MB por un momento, y aquí hay ${Math.floor(bytes / MB)} MB para todo lo que corre. Si esta orden ` +
    `termina sin decir en qué quedó, el sistema la cortó: dele ${POCA} MB y repítala (docs/despliegue.md).`
  )
}

/**
 * What a program does with less where its control group has little memory (a unit's MemoryMax, a container's limit). A
 * connection that posts takes 25 MB for its plans, and the cache of PostgreSQL fills up to its size: ten and 128 MB would
 * be found out by the kernel weeks later, at a busy hour. Requests beyond the connections wait their turn.
 */
export function ajusteDeMemoria(bytes: number = process.constrainedMemory()): Ajuste {
  if (bytes === 0 || bytes >= POCA * MB) return { conexiones: null, postgres: {} }
  const postgres = { shared_buffers: '32MB', maintenance_work_mem: '16MB', io_workers: '1' }
  return { conexiones: 3, postgres }
}

/** Megabytes of log that may wait for the disk of the backups, at most. */
const ESPERA_MB = 4096

/**
 * Megabytes of log that may wait for the disk of the backups, of a cluster in `data`: what waits now, which a start must
 * not let go, and half of what its disk has left.
 */
export function registroQueEspera(data: string): number {
  const wal = join(data, 'pg_wal')
  try {
    const { bavail, blocks, bsize } = statfsSync(wal)
    // A disk of the network may not say how large it is.
    if (blocks === 0) return ESPERA_MB
    const megas = readdirSync(wal).length * 16 + (bavail * bsize) / 2 ** 21
    return Math.min(ESPERA_MB, Math.max(64, Math.floor(megas)))
  } catch {
    // Of a folder that is missing PostgreSQL says what is wrong.
    return ESPERA_MB
  }
}

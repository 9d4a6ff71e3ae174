import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatFechaHora } from '../../../core/formato.ts'
import { startPostgres } from '../../embedded/embedded.ts'
import type { Place } from '../../embedded/folder.ts'
import { EmbeddedError } from '../../embedded/process.ts'
import { SUPERUSER } from '../../embedded/roles.ts'
import { comoRol } from '../../embedded/server.ts'
import { abrir, escribirRalo, type Guardado, historiasDe, segmentosDe } from './almacen.ts'
import { leerHasta } from './hasta.ts'
import { esSegmento, lineaDe, SEGMENTO, siguiente } from './segmento.ts'

/** How far a copy is brought: its own end, an instant, or the end of the log that is kept. */
export type Meta = 'copia' | 'todo' | Date

/** The log that follows a copy without a gap, and what is known of its end. */
export interface Tramo {
  segmentos: Guardado[]
  historias: Guardado[]
  /** Everything acknowledged by then lies in the log; null where its end says nothing about that. */
  hasta: Date | null
}

/**
 * The log of `carpeta` that follows the segment `ultimo`, in which a copy ends. Another life of the house, on another
 * timeline, is not followed.
 */
export function tramoDe(carpeta: string, ultimo: string, privada: string): Tramo {
  const kept = new Map(segmentosDe(carpeta).map((each) => [each.nombre, each]))
  const segmentos: Guardado[] = []
  for (let name = siguiente(ultimo); kept.has(name); name = siguiente(name)) {
    segmentos.push(kept.get(name) as Guardado)
  }
  const last = segmentos.at(-1)?.nombre ?? ultimo
  const reach = leerHasta(carpeta, privada)
  const whole = reach && lineaDe(reach.segmento) === lineaDe(last) && reach.segmento <= last
  return {
    segmentos,
    historias: historiasDe(carpeta),
    hasta: whole ? new Date(reach.hasta) : null,
  }
}

/** How many times larger a segment is than what is kept of it, compressed; of a quiet minute most is not written. */
const ABIERTO = 8

/** About as many bytes as the log takes where it is laid open for PostgreSQL to recover up to `meta`. */
export const bytesAbiertos = ({ segmentos }: Tramo, meta: Meta): number =>
  meta === 'copia'
    ? 0
    : segmentos.reduce(
        (sum, { path }) => sum + Math.min(SEGMENTO, ABIERTO * statSync(path).size),
        0,
      )

/** @throws Error in Spanish when the log does not reach as far as what is asked for. */
export function alcanza({ hasta: end, segmentos }: Tramo, meta: Meta): void {
  // Where the end is not known, PostgreSQL says whether the instant lies in what there is.
  if (!(meta instanceof Date) || (end && meta <= end) || (!end && segmentos.length > 0)) return
  throw new Error(
    `El registro no llega hasta el ${conSegundos(meta)}${end ? `, solo hasta el ${conSegundos(end)}` : ''}. Indique un momento anterior, o quite --hasta para traer todo lo que hay.`,
  )
}

/**
 * Lets PostgreSQL recover a copy that was written to `place` up to `meta`, on a timeline of its own, so that what the
 * house writes from now on is never taken for what the other life wrote. A file of the log that was cut or changed ends it,
 * as a missing one does.
 * @throws Error in Spanish when the log does not reach that far.
 */
export async function recuperar(
  place: Place,
  privada: string,
  tramo: Tramo,
  meta: Meta,
): Promise<Recuperada> {
  const danado = await poner(place, privada, meta === 'copia' ? { ...tramo, segmentos: [] } : tramo)
  const end = danado ? null : tramo.hasta
  try {
    return { ultima: await hasta(place, meta), danado }
  } catch (error) {
    const short =
      error instanceof EmbeddedError && /before configured recovery target/.test(error.message)
    // Nothing was written after that instant, as far as all that is known of it: its end is the house at that instant.
    if (short && end) return { ultima: await hasta(place, 'todo'), danado }
    if (short) alcanza({ ...tramo, segmentos: [], hasta: end }, meta)
    throw error
  }
}

const conSegundos = (fecha: Date) =>
  `${formatFechaHora(fecha.toISOString())}:${String(fecha.getUTCSeconds()).padStart(2, '0')}`

/** Lays the log where PostgreSQL reads it; answers the first file that cannot be used, at which the log ends. */
async function poner(place: Place, privada: string, tramo: Tramo): Promise<string | null> {
  const wal = join(place.data, 'pg_wal')
  mkdirSync(wal, { recursive: true, mode: 0o700 })
  writeFileSync(join(place.data, 'recovery.signal'), '', { mode: 0o600 })
  for (const each of [...tramo.historias, ...tramo.segmentos]) {
    const path = join(wal, each.nombre)
    if (existsSync(path)) continue
    const content = await abrir(each, privada).catch(() => null)
    if (content) escribirRalo(path, content)
    else if (esSegmento(each.nombre)) return each.path
  }
  return null
}

/** What a recovery found: the instant of the last transaction of the log, and the file that ended it too early. */
export interface Recuperada {
  ultima: Date | null
  danado: string | null
}

/** Starts PostgreSQL, which recovers to the target and begins a timeline; then ends it. */
async function hasta(place: Place, meta: Meta): Promise<Date | null> {
  const target: Record<string, string> =
    meta === 'copia'
      ? { recovery_target: 'immediate' }
      : meta === 'todo'
        ? {}
        : { recovery_target_time: meta.toISOString().replace('T', ' ').replace('Z', '+00') }
  const postgres = await startPostgres({
    carpeta: place.carpeta,
    supervise: false,
    restoring: true,
    settings: {
      // All that there is lies in the folder of the log already: nothing is to be fetched.
      ...{ restore_command: 'exit 1', recovery_target_timeline: 'current' },
      ...{ recovery_target_action: 'promote', ...target },
      // Nobody connects, and it does not count as started, before it has reached its target.
      hot_standby: 'off',
    },
  })
  try {
    return await comoRol(place, SUPERUSER, async (client) => {
      const { rows } = await client.query<{ ultima: Date | null }>(
        'SELECT pg_last_xact_replay_timestamp() AS ultima',
      )
      return rows[0]?.ultima ?? null
    })
  } finally {
    await postgres.stop()
  }
}

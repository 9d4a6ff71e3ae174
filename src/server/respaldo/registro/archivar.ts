import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Place } from '../../embedded/folder.ts'
import { BACKUP } from '../../embedded/roles.ts'
import { comoRol, sistemaDe } from '../../embedded/server.ts'
import type { Llaves } from '../llaves.ts'
import { manifiestosDe, selloValido } from '../manifiesto.ts'
import { abrir, guardadoDe, guardar, registroDe } from './almacen.ts'
import { tramoDe } from './aplicar.ts'
import { type Estado, escribirEstado, esDe, leerEstado } from './estado.ts'
import { escribirHasta } from './hasta.ts'
import { bytesDe, esHistoria, finDe, nombreDe, SEGMENTO } from './segmento.ts'

/** The slot by which PostgreSQL holds the log until it is kept elsewhere, within `max_slot_wal_keep_size`. */
export const RANURA = 'cambista_registro'

/** What is archived of, where to and by which keys. */
export interface Archivado {
  place: Place
  /** The folder of the copies. */
  destino: string
  llaves: Llaves
  /** The file of the published heads of the audit, which may not be there yet. */
  cabezas: string
}

/** One turn of another process that lasts this long: its disk does not answer. */
const COLGADO_MS = 600_000

/**
 * Makes the turns that archive the log of a house: each keeps all segments that are full, then ends the one under way when
 * something was acknowledged since the last turn, of whichever process (`Estado`), and keeps it. One process is at it at a time; where
 * another one ended a turn within `cada` milliseconds, or is at it, this one does nothing. Answers how far all is kept;
 * null before the first turn.
 * @throws Error: no disk, no space, another life of the house in the same folder, another process that does not end.
 */
export function archivador({
  place,
  destino,
  llaves,
  cabezas,
}: Archivado): (cada?: number) => Promise<Estado | null> {
  const otro = esperaDe(place, destino)
  return (cada = 0) =>
    comoRol(place, BACKUP, async (client) => {
      if (!(await tomar(client))) return otro.espera()
      otro.acaba()
      const carpeta = registroDe(destino, await sistemaDe(client), llaves)
      const { ahora, hecho, linea } = await momento(client)
      const before = leerEstado(place.carpeta)
      const last = before?.de === `${carpeta}/${linea}` ? before : null
      if (last && reciente(last, ahora, cada)) return last
      // Heads first: the rows that they are of lie in the log that follows.
      const heads = existsSync(cabezas) ? readFileSync(cabezas) : null
      const anew = await asegurarRanura(client)
      const follows = last && !anew && !last.suelto && (await continua(client, carpeta, last))
      const bufer = unBufer()
      const keep = () => guardarSegmentos(client, { place, carpeta, llaves, linea, bufer })
      // What waits goes first: on a disk that takes nothing each turn would end one more segment, 16 MB on the house's.
      let segmento = await keep()
      if (hecho === null || hecho !== last?.hecho) {
        await client.query('SELECT pg_switch_wal()')
        segmento = await keep()
      }
      if (heads) await guardar(carpeta, 'cabezas', heads, llaves, true)
      if (!segmento) return null
      const hasta = ahora.toISOString()
      escribirHasta(carpeta, { hasta, segmento }, llaves)
      const suelto = !(follows || sigue(destino, carpeta, llaves))
      const now = { de: `${carpeta}/${linea}`, hasta, segmento, hecho, suelto }
      escribirEstado(place.carpeta, now)
      return now
    })
}

/** A turn at this instant would come before its time. A clock that was set back makes none wait. */
function reciente({ hasta }: Estado, ahora: Date, cada: number): boolean {
  const age = ahora.getTime() - Date.parse(hasta)
  // A timer and the database's clock do not tick alike: who makes each turn must not miss every second one.
  return age >= 0 && age < cada * 0.75
}

/** Measures how long one turn of another process lasts, by a clock that nobody sets. */
function esperaDe(place: Place, destino: string) {
  let desde: number | null = null
  let hasta: string | undefined
  return {
    /** It has ended. */
    acaba() {
      desde = null
    },
    /** What is known while it is at it. @throws Error in Spanish when it does not end. */
    espera(): Estado | null {
      const known = leerEstado(place.carpeta)
      // Another turn has ended meanwhile: this one began later.
      if (known?.hasta !== hasta) desde = null
      hasta = known?.hasta
      desde ??= performance.now()
      if (performance.now() - desde > COLGADO_MS) {
        throw new Error(
          `Otro proceso guarda el registro en «${destino}» y no termina: revise si ese disco responde.`,
        )
      }
      return known && esDe(known, destino) ? known : null
    },
  }
}

/** Whether the log goes on where the last turn left it: not so on another disk, or where somebody took of it. */
async function continua(client: pg.Client, carpeta: string, last: Estado): Promise<boolean> {
  if (!guardadoDe(carpeta, last.segmento)) return false
  const { rows } = await client.query<{ sin_hueco: boolean }>(
    'SELECT restart_lsn <= $2::pg_lsn AS sin_hueco FROM pg_replication_slots WHERE slot_name = $1',
    [RANURA, finDe(last.segmento)],
  )
  return rows[0]?.sin_hueco ?? false
}

/** Whether the last copy of this house and the log make one house without a gap. */
function sigue(destino: string, carpeta: string, llaves: Llaves): boolean {
  const [last] = manifiestosDe(destino).filter(
    ({ manifiesto, sello }) =>
      registroDe(destino, manifiesto.identidad, llaves) === carpeta &&
      selloValido(manifiesto, sello, llaves.privada),
  )
  return (
    last !== undefined &&
    tramoDe(carpeta, last.manifiesto.segmentos[1], llaves.privada).hasta !== null
  )
}

/**
 * Lets the log go on by other keys (`a`) than those of before (`de`) once a copy by them is good: what followed the segment
 * `ultimo`, in which it ends, while it was looked at is kept under the new ones too, so that between copy and log nothing
 * is missing; then `poner` changes them. No turn of the archive is made meanwhile.
 */
export function mudarRegistro(
  place: Place,
  { destino, ultimo }: { destino: string; ultimo: string },
  { de, a }: { de: Llaves; a: Llaves },
  poner: () => void,
): Promise<void> {
  return comoRol(place, BACKUP, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('cambista:registro'))`)
    const sistema = await sistemaDe(client)
    const from = registroDe(destino, sistema, de)
    const { historias, segmentos } = tramoDe(from, ultimo, de.privada)
    for (const each of [...historias, ...segmentos]) {
      const content = await abrir(each, de.privada).catch(() => null)
      // As after any gap, the archive then asks for another copy.
      if (!content) break
      await guardar(registroDe(destino, sistema, a), each.nombre, content, a)
    }
    poner()
  })
}

/** Lets the log go of a house that archives none any more. */
export function soltarRegistro(place: Place): Promise<void> {
  return comoRol(place, BACKUP, async (client) => {
    await client.query(
      'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active',
      [RANURA],
    )
  })
}

async function tomar(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ libre: boolean }>(
    `SELECT pg_try_advisory_lock(hashtext('cambista:registro')) AS libre`,
  )
  return rows[0]?.libre ?? false
}

/** Makes the slot where there is none; answers whether the log begins anew, since there was none or it was lost. */
async function asegurarRanura(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ perdida: boolean }>(
    `SELECT wal_status = 'lost' AS perdida FROM pg_replication_slots WHERE slot_name = $1`,
    [RANURA],
  )
  const lost = rows[0]?.perdida ?? false
  if (lost) await client.query('SELECT pg_drop_replication_slot($1)', [RANURA])
  if (!lost && rows.length > 0) return false
  await client.query('SELECT pg_create_physical_replication_slot($1, true)', [RANURA])
  return true
}

interface Momento {
  ahora: Date
  hecho: string | null
  /** The timeline on which PostgreSQL writes, as the names of its segments have it. */
  linea: string
}

/**
 * The present instant, and a mark of all transactions up to it, each of which has ended; null while some are under way.
 * The same mark later: nothing was acknowledged in between. A start of PostgreSQL makes another one: after a crash it
 * may give a number again of which it had written nothing.
 */
async function momento(client: pg.Client): Promise<Momento> {
  const { rows } = await client.query<Momento>(
    `SELECT clock_timestamp() AS ahora,
            CASE WHEN pg_snapshot_xmin(s) = pg_snapshot_xmax(s)
                 THEN pg_snapshot_xmax(s) || '@' || extract(epoch FROM pg_postmaster_start_time()) END AS hecho,
            substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) AS linea
     FROM pg_current_snapshot() s`,
  )
  return rows[0] as Momento
}

interface Guarda extends Pick<Archivado, 'place' | 'llaves'> {
  carpeta: string
  linea: string
  bufer: () => Buffer
}

/** One buffer for all segments of a turn: each new one would stay until the next collection, within 384 MB for all that runs. */
function unBufer(): () => Buffer {
  let made: Buffer | undefined
  return () => {
    made ??= Buffer.alloc(SEGMENTO)
    return made
  }
}

/** Reads a whole segment into a buffer of its size. @throws Error when the file is shorter. */
function leerEn(contenido: Buffer, path: string): void {
  const file = openSync(path, 'r')
  try {
    for (let at = 0; at < contenido.length; ) {
      const got = readSync(file, contenido, at, contenido.length - at, at)
      if (got === 0) throw new Error(`«${path}» no está completo.`)
      at += got
    }
  } finally {
    closeSync(file)
  }
}

/** Keeps what is full and lets PostgreSQL go on; answers the last segment that is kept, null where none is yet. */
async function guardarSegmentos(
  client: pg.Client,
  { place, carpeta, llaves, linea, bufer }: Guarda,
): Promise<string | null> {
  const { rows } = await client.query<{ desde: string; hasta: string }>(
    `SELECT restart_lsn::text AS desde, pg_current_wal_flush_lsn()::text AS hasta
     FROM pg_replication_slots WHERE slot_name = $1`,
    [RANURA],
  )
  const { desde, hasta } = rows[0] as { desde: string; hasta: string }
  const wal = join(place.data, 'pg_wal')
  for (const nombre of readdirSync(wal).filter(esHistoria)) {
    await guardar(carpeta, nombre, readFileSync(join(wal, nombre)), llaves)
  }
  const first = bytesDe(desde) / BigInt(SEGMENTO)
  const end = bytesDe(hasta) / BigInt(SEGMENTO)
  for (let numero = first; numero < end; numero++) {
    const contenido = bufer()
    const nombre = nombreDe(linea, numero)
    leerEn(contenido, join(wal, nombre))
    await guardar(carpeta, nombre, contenido, llaves)
    await client.query('SELECT pg_replication_slot_advance($1, $2::pg_lsn)', [
      RANURA,
      finDe(nombre),
    ])
  }
  return end > 0n ? nombreDe(linea, end - 1n) : null
}

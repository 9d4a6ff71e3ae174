import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Place } from '../../embedded/folder.ts'
import { BACKUP } from '../../embedded/roles.ts'
import { comoRol, sistemaDe } from '../../embedded/server.ts'
import type { Llaves } from '../llaves.ts'
import { manifiestosDe, selloValido } from '../manifiesto.ts'
import { carpetaDe, guardadoDe, guardar } from './almacen.ts'
import { tramoDe } from './aplicar.ts'
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

/**
 * Makes the turns that archive the log of a house: each keeps all segments that are full, ends the one under way when
 * something was written since the last turn. Null: another process is at it.
 * @throws Error: no disk, no space, another life of the house in the same folder.
 */
export function archivador({
  place,
  destino,
  llaves,
  cabezas,
}: Archivado): () => Promise<Vuelta | null> {
  // What had happened when the last turn ended; null: some of it was under way, or there was none.
  let kept: string | null = null
  let follows = false
  let ultimo: string | null = null
  return () =>
    comoRol(place, BACKUP, async (client) => {
      if (!(await tomar(client))) return null
      const carpeta = carpetaDe(destino, await sistemaDe(client))
      // Heads first: the rows that they are of lie in the log that follows.
      const heads = existsSync(cabezas) ? readFileSync(cabezas) : null
      if (await asegurarRanura(client)) follows = false
      // Another disk in its place, or somebody took of it: what is kept there may have a gap.
      if (ultimo && !guardadoDe(carpeta, ultimo)) follows = false
      const { ahora, hecho } = await momento(client)
      if (hecho === null || hecho !== kept) await client.query('SELECT pg_switch_wal()')
      const last = await guardarSegmentos(client, place, carpeta, llaves)
      if (heads) await guardar(carpeta, 'cabezas', heads, llaves, true)
      if (last) escribirHasta(carpeta, { hasta: ahora.toISOString(), segmento: last }, llaves)
      kept = hecho
      ultimo = last
      follows ||= sigue(destino, carpeta, llaves)
      return { hasta: ahora, suelto: !follows }
    })
}

/** What a turn did. */
export interface Vuelta {
  /** Everything acknowledged by then, by the database's clock, is kept. */
  hasta: Date
  /** The log follows no copy of its folder, since it began later or was lost meanwhile: it brings nothing back yet. */
  suelto: boolean
}

/** Whether the last copy of this house and the log make one house without a gap. */
function sigue(destino: string, carpeta: string, llaves: Llaves): boolean {
  const [last] = manifiestosDe(destino).filter(
    ({ manifiesto, sello }) =>
      carpetaDe(destino, manifiesto.identidad) === carpeta &&
      selloValido(manifiesto, sello, llaves.privada),
  )
  return (
    last !== undefined &&
    tramoDe(carpeta, last.manifiesto.segmentos[1], llaves.privada).hasta !== null
  )
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

/** Makes the slot where there is none; answers whether one had lost its log. */
async function asegurarRanura(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ perdida: boolean }>(
    `SELECT wal_status = 'lost' AS perdida FROM pg_replication_slots WHERE slot_name = $1`,
    [RANURA],
  )
  const lost = rows[0]?.perdida ?? false
  if (lost) await client.query('SELECT pg_drop_replication_slot($1)', [RANURA])
  if (lost || rows.length === 0) {
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', [RANURA])
  }
  return lost
}

/**
 * The present instant, and a mark of all transactions up to it, each of which has ended; null while some are under way.
 * The same mark later: nothing was acknowledged in between.
 */
async function momento(client: pg.Client): Promise<{ ahora: Date; hecho: string | null }> {
  const { rows } = await client.query<{ ahora: Date; hecho: string | null }>(
    `SELECT clock_timestamp() AS ahora,
            CASE WHEN pg_snapshot_xmin(s) = pg_snapshot_xmax(s) THEN pg_snapshot_xmax(s)::text END AS hecho
     FROM pg_current_snapshot() s`,
  )
  return rows[0] as { ahora: Date; hecho: string | null }
}

/** Keeps what is full and lets PostgreSQL go on; answers the last segment that is kept, null where none is yet. */
async function guardarSegmentos(
  client: pg.Client,
  place: Place,
  carpeta: string,
  llaves: Llaves,
): Promise<string | null> {
  const { rows } = await client.query<{ desde: string; hasta: string; linea: string }>(
    `SELECT restart_lsn::text AS desde, pg_current_wal_flush_lsn()::text AS hasta,
            substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) AS linea
     FROM pg_replication_slots WHERE slot_name = $1`,
    [RANURA],
  )
  const { desde, hasta, linea } = rows[0] as { desde: string; hasta: string; linea: string }
  const wal = join(place.data, 'pg_wal')
  for (const nombre of readdirSync(wal).filter(esHistoria)) {
    await guardar(carpeta, nombre, readFileSync(join(wal, nombre)), llaves)
  }
  const first = bytesDe(desde) / BigInt(SEGMENTO)
  const end = bytesDe(hasta) / BigInt(SEGMENTO)
  for (let numero = first; numero < end; numero++) {
    const nombre = nombreDe(linea, numero)
    await guardar(carpeta, nombre, readFileSync(join(wal, nombre)), llaves)
    await client.query('SELECT pg_replication_slot_advance($1, $2::pg_lsn)', [
      RANURA,
      finDe(nombre),
    ])
  }
  return end > 0n ? nombreDe(linea, end - 1n) : null
}

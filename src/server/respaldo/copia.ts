import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Place } from '../embedded/folder.ts'
import { BACKUP } from '../embedded/roles.ts'
import { comoRol, sistemaDe } from '../embedded/server.ts'
import type { Empaca } from './paquete.ts'
import { esSegmento } from './registro/segmento.ts'

/** The folder of the cluster in a package. */
export const DATOS = 'postgres'

/** Folders whose content a start makes anew (PostgreSQL, "Making a Base Backup Using the Low Level API"). */
const VACIAS = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans'],
])
const FUERA =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|pg_internal\.init.*|pgsql_tmp.*|.*\.nuevo)$/
/** Comes last: a copy without it is none. */
const CONTROL = 'global/pg_control'

/** The folders and files of a cluster, by their names within it, folders before what is in them. */
function* recorrer(data: string, inside = ''): Generator<{ nombre: string; carpeta: boolean }> {
  for (const entry of readdirSync(join(data, inside), { withFileTypes: true })) {
    const nombre = inside ? `${inside}/${entry.name}` : entry.name
    if (FUERA.test(entry.name) || nombre === CONTROL) continue
    if (entry.isDirectory()) {
      yield { nombre, carpeta: true }
      if (!VACIAS.has(nombre)) yield* recorrer(data, nombre)
    } else if (entry.isFile()) yield { nombre, carpeta: false }
  }
}

/** Bytes that a copy of a cluster would take now, but for its log. */
export function bytesDeCopia({ data }: Place): number {
  let bytes = 0
  for (const { nombre, carpeta } of recorrer(data)) {
    if (!carpeta) bytes += statSync(join(data, nombre), { throwIfNoEntry: false })?.size ?? 0
  }
  return bytes
}

/** Where in the log a copy begins and ends. */
export interface Tramo {
  /** The identifier that PostgreSQL gave the cluster when it was made. */
  identidad: string
  lsn: [desde: string, hasta: string]
  /** The segments of the log in which it begins and ends; both, and those between, are in it. */
  segmentos: [desde: string, hasta: string]
  /** Just before it ended, by the database's clock: what was acknowledged by then is in it. */
  fin: Date
}

/**
 * Puts a consistent copy of a running cluster into a package: its files while it is written to, and the log from which
 * PostgreSQL makes them whole when it starts on them. The server holds that log as long as the copy is being made.
 * @throws Error when the connection is lost: the server ends the copy by itself.
 */
export function copiar(place: Place, empaca: Empaca): Promise<Tramo> {
  return comoRol(place, BACKUP, async (client) => {
    const slot = `respaldo_${randomBytes(8).toString('hex')}`
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot])
    const desde = await uno<{ lsn: string; nombre: string }>(
      client,
      `SELECT lsn::text, pg_walfile_name(lsn) AS nombre FROM pg_backup_start('cambista', true) AS lsn`,
    )
    await archivos(place.data, empaca)
    const { fin } = await uno<{ fin: Date }>(client, 'SELECT clock_timestamp() AS fin')
    const hasta = await uno<{ lsn: string; nombre: string; rotulo: string; espacios: string }>(
      client,
      `SELECT lsn::text, pg_walfile_name(lsn) AS nombre, labelfile AS rotulo, spcmapfile AS espacios
       FROM pg_backup_stop(false)`,
    )
    if (hasta.espacios.trim()) {
      throw new Error('La base tiene tablespaces, que este respaldo no copia: use pgBackRest.')
    }
    await empaca.texto(`${DATOS}/backup_label`, hasta.rotulo)
    await registro(place.data, empaca, desde.nombre, hasta.nombre)
    return {
      identidad: await sistemaDe(client),
      lsn: [desde.lsn, hasta.lsn],
      segmentos: [desde.nombre, hasta.nombre],
      fin,
    }
  })
}

async function uno<T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T> {
  const { rows } = await client.query<T>(text)
  return rows[0] as T
}

async function archivos(data: string, empaca: Empaca): Promise<void> {
  await empaca.carpeta(DATOS)
  for (const { nombre, carpeta } of recorrer(data)) {
    if (carpeta) await empaca.carpeta(`${DATOS}/${nombre}`)
    // A table that was dropped meanwhile has gone with its file.
    else await empaca.archivo(`${DATOS}/${nombre}`, join(data, nombre))
  }
  await empaca.texto(`${DATOS}/${CONTROL}`, readFileSync(join(data, CONTROL)))
}

/** The segments of the log from one to another, both in it. */
async function registro(data: string, empaca: Empaca, desde: string, hasta: string): Promise<void> {
  const wal = join(data, 'pg_wal')
  const needed = readdirSync(wal)
    .filter((name) => esSegmento(name) && name >= desde && name <= hasta)
    .toSorted()
  if (needed[0] !== desde || needed.at(-1) !== hasta) {
    throw new Error('Falta una parte del registro de PostgreSQL: el respaldo no sirve. Repítalo.')
  }
  for (const name of needed) await empaca.archivo(`${DATOS}/pg_wal/${name}`, join(wal, name))
}

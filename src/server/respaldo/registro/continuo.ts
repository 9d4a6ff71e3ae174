import { sql } from 'kysely'
import { lugarDe } from '../../acceso/secretos.ts'
import type { Entorno } from '../../aportes.ts'
import { findPlace } from '../../embedded/folder.ts'
import { readConfig } from '../../proceso/config.ts'
import { repeat } from '../../proceso/jobs.ts'
import { exigirDestino, sinDestino } from '../copias.ts'
import { leerLlaves } from '../llaves.ts'
import { archivoDeCabezas } from '../secretos.ts'
import { archivador, soltarRegistro } from './archivar.ts'

const MINUTE_MS = 60_000
/** How often it looks whether the first backup has begun, whose log is to be kept from then on. */
const ESPERA_MS = 2_000

/**
 * Archives the log of the house into the folder of its backups, now and every `ms` milliseconds, and once more when it
 * is stopped, so that nothing of the day is left behind. It begins with the first backup, which makes the keys. A house
 * without such a folder lets its log go. What fails is written down, and taken back by the next turn that does not.
 */
export function startRegistro(
  { db, afuera, env }: Entorno,
  onError: (error: unknown) => void,
  ms = MINUTE_MS,
): () => Promise<void> {
  const { respaldo } = afuera
  if (!respaldo || respaldo.ajeno) return async () => {}
  const { destino } = respaldo
  const config = readConfig(env)
  const place = findPlace(config.datos)
  if (!destino) {
    const free = soltarRegistro(place).catch(onError)
    return () => free
  }
  const lugar = lugarDe(config, env)
  let archive: ReturnType<typeof archivador> | undefined
  const turn = async () => {
    const llaves = archive ? null : leerLlaves(lugar.clave, afuera.clave)
    if (llaves) archive = archivador({ place, destino, llaves, cabezas: archivoDeCabezas(lugar) })
    if (!archive) return false
    exigirDestino(destino)
    const found = await archive().catch((error) => {
      throw sinDestino(destino, error)
    })
    if (!found) return false
    // A log that follows no copy brings nothing back yet.
    respaldo.hasta = found.suelto ? null : found.hasta
    respaldo.pide = found.suelto
    return true
  }
  const noted = async () => {
    try {
      if (!(await turn())) return
      await sql`DELETE FROM trabajos_fallas WHERE trabajo = 'registro'`.execute(db)
    } catch (error) {
      await sql`
        INSERT INTO trabajos_fallas AS t (trabajo, desde, motivo) VALUES ('registro', ahora(), ${(error as Error).message})
        ON CONFLICT (trabajo) DO UPDATE SET motivo = excluded.motivo WHERE t.motivo <> excluded.motivo`.execute(
        db,
      )
      throw error
    }
  }
  const end = repeat(ms, noted, onError, () => (archive ? ms : ESPERA_MS))
  return async () => {
    await end()
    await noted().catch(onError)
  }
}

import { lugarDe } from '../../acceso/secretos.ts'
import type { Entorno } from '../../aportes.ts'
import { findPlace } from '../../embedded/folder.ts'
import { readConfig } from '../../proceso/config.ts'
import { repeat, type Watch } from '../../proceso/jobs.ts'
import { exigirDestino, sinDestino } from '../copias.ts'
import { type Llaves, leerLlaves } from '../llaves.ts'
import { archivoDeCabezas } from '../secretos.ts'
import { archivador, soltarRegistro } from './archivar.ts'

const MINUTE_MS = 60_000
/** How often it looks whether the first backup has begun, whose log is to be kept from then on. */
const ESPERA_MS = 2_000

/**
 * Archives the log of the house into the folder of its backups, now and every `ms` milliseconds, whichever of its
 * processes does, and once more when it is stopped, so that nothing of the day is left behind. It begins with the first backup, which makes the keys. A house
 * without such a folder lets its log go.
 */
export function startRegistro(
  { afuera, env }: Pick<Entorno, 'afuera' | 'env'>,
  watch: Watch,
  ms = MINUTE_MS,
): () => Promise<void> {
  const { respaldo } = afuera
  if (!respaldo || respaldo.ajeno) return async () => {}
  const { destino } = respaldo
  const config = readConfig(env)
  const place = findPlace(config.datos)
  if (!destino) {
    const free = soltarRegistro(place).catch(watch)
    return async () => void (await free)
  }
  // Of the house that is served, whatever the settings ask for: where it is lived in it is no demo.
  const lugar = lugarDe({ ...config, demo: afuera.demo === true }, env)
  let archive: ReturnType<typeof archivador> | undefined
  let suyas: Llaves | null = null
  const turn = async (cada: number) => {
    // Each time: another phrase makes other keys, and what was written under the one before must end.
    const llaves = leerLlaves(lugar.clave, afuera.clave)
    if (llaves && llaves.publica !== suyas?.publica)
      archive = archivador({ place, destino, llaves, cabezas: archivoDeCabezas(lugar) })
    suyas = llaves
    if (!archive) return
    exigirDestino(destino)
    await archive(cada).catch((error) => {
      throw sinDestino(destino, error)
    })
  }
  const end = repeat(
    ms,
    () => turn(ms),
    watch,
    () => (archive ? ms : ESPERA_MS),
  )
  return async () => {
    await end()
    await turn(0).catch(watch)
  }
}

import { unaConexion } from '../db/entrada/conexion.ts'
import { motivoDelDisco } from '../proceso/breaker.ts'
import type { Apartadas } from './secretos.ts'

/* What a house writes down of its own backups and restores. Each is written as its owner: who serves does not write it. */

/** Somebody else is at it: neither a backup nor a failure. */
export class EnCurso extends Error {
  override name = 'EnCurso'
}

/** What is written down of a backup that was made. */
interface Hecho {
  carpeta: string
  manifiesto: { paquete: { bytes: number } }
}

/**
 * Makes a backup (`hacer`) and writes what came of it into the house, where the bell and the settings read it. `url`
 * connects as the owner.
 * @throws what `hacer` throws, after its sentence was written down.
 */
export async function anotandoRespaldo<T extends Hecho>(
  url: string,
  destino: string,
  hacer: () => Promise<T>,
): Promise<T> {
  const inicio = await unaConexion(url, async (client) => {
    const { rows } = await client.query<{ inicio: Date }>('SELECT ahora() AS inicio')
    return rows[0]?.inicio
  })
  const anotar = (carpeta: string, bytes: number | null, falla: string | null) =>
    unaConexion(url, (client) =>
      client.query(
        `INSERT INTO respaldos (inicio, fin, carpeta, bytes, falla)
         VALUES ($1, greatest($1, ahora()), $2, $3, $4)`,
        [inicio, carpeta, bytes, falla],
      ),
    )
  try {
    const hecho = await hacer()
    await anotar(hecho.carpeta, hecho.manifiesto.paquete.bytes, null)
    return hecho
  } catch (error) {
    const motivo = motivoDelDisco(error)
    const said = motivo
      ? new Error(`El respaldo no se hizo, o no se pudo anotar: ${motivo}.`, { cause: error })
      : (error as Error)
    // A disk that keeps the house from a backup may not take this either: what is said is the cause.
    if (!(said instanceof EnCurso)) await anotar(destino, null, said.message).catch(() => {})
    throw said
  }
}

/** The variable by which an upgrade that gives way says to `restaurar` that nobody worked since the copy. */
export const SIN_REVISAR = 'CAMBISTA_RESTAURA_SIN_REVISAR'

/**
 * Writes into the audit of a restored house that it was restored, to which instant, and which published heads it does
 * not know since. It is an exception: whoever goes back could hide what was done meanwhile. With `revisar` all of its
 * sessions end, and its keys of API wait until somebody reviewed who may what: what was changed after that
 * instant, who was dismissed among it, is not there any more. Without it nobody did anything since.
 */
export async function anotarRestauracion(
  url: string,
  copia: string,
  hasta: string,
  apartadas: Apartadas | null,
  revisar: boolean,
): Promise<void> {
  const que = { copia, cabezas_apartadas: apartadas?.cabezas ?? [] }
  await unaConexion(url, (client) =>
    client.query('SELECT restauracion_anotar($1, $2, $3)', [hasta, JSON.stringify(que), revisar]),
  )
}

/** Writes down that somebody has the phrase of the backups: he chose it, or opened one with it. */
export async function anotarFrase(
  url: string,
  hecho: 'elegida' | 'probada' | 'cambiada',
): Promise<void> {
  await unaConexion(url, (client) => client.query('SELECT respaldo_frase_anotar($1)', [hecho]))
}

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ARCHIVO_CLAVE, type ClaveCasa } from '../acceso/clave.ts'
import { marcarAMedias } from '../embedded/a-medias.ts'
import { ROOT_FOLDER } from '../embedded/binaries.ts'
import { startPostgres } from '../embedded/embedded.ts'
import { explain, findPlace, type Place, sinLugarEn } from '../embedded/folder.ts'
import { type Danada, revisarPaginas } from '../embedded/indices.ts'
import { ajusteDeMemoria } from '../embedded/memoria.ts'
import { endAll, isRunning } from '../embedded/process.ts'
import type { Verificacion } from '../verificar/verificar.ts'
import { DATOS } from './copia.ts'
import { faltaEspacio, type MirarDisco, REGISTRO, vigilarEspacio } from './espacio/espacio.ts'
import { leerManifiesto, type Manifiesto, PAQUETE, SISTEMA, selloValido } from './manifiesto.ts'
import { debajo, desempacar, huellaDe, leerPrimero } from './paquete.ts'
import { claveLlegada } from './secretos.ts'

/** What a package has besides the cluster: the house's key, its published heads, the keys of its backups. */
export const SECRETOS = 'secretos'
/** The superuser's password where there are no unix sockets. */
export const CLAVE_LOCAL = 'clave'

/**
 * The manifest of the copy in `copia`, after its seal and the digest of its package were checked.
 * @throws Error in Spanish when the copy is not of these keys, or was cut or changed.
 */
export async function probada(copia: string, privada: string): Promise<Manifiesto> {
  const { manifiesto, sello } = leerManifiesto(copia)
  if (!selloValido(manifiesto, sello, privada)) {
    throw new Error(
      `El respaldo de «${copia}» fue alterado, o es de otra casa: no se usa. Use otro.`,
    )
  }
  if (manifiesto.sistema !== SISTEMA) {
    throw new Error(
      `Este respaldo es de una máquina ${manifiesto.sistema} y esta es ${SISTEMA}: restáurelo en una igual.`,
    )
  }
  const file = join(copia, PAQUETE)
  if (!existsSync(file)) throw new Error(`Al respaldo de «${copia}» le falta ${PAQUETE}. Use otro.`)
  const { bytes, sha256 } = await huellaDe(file)
  if (bytes !== manifiesto.paquete.bytes || sha256 !== manifiesto.paquete.sha256) {
    const how = bytes < manifiesto.paquete.bytes ? 'está incompleto' : 'fue alterado'
    throw new Error(`El respaldo de «${copia}» ${how}: no se usa. Use otro.`)
  }
  return manifiesto
}

/**
 * The key of the house in a copy that was `probada`; null in one without. Its secrets stand before its database, which is
 * not read.
 * @throws Error in Spanish when it cannot be opened.
 */
export async function claveDeCopia(copia: string, privada: string): Promise<ClaveCasa | null> {
  const text = await leerPrimero(
    join(copia, PAQUETE),
    privada,
    `${SECRETOS}/${ARCHIVO_CLAVE}`,
    (name) => debajo(name, DATOS, DATOS) !== undefined,
  )
  return claveLlegada(text)
}

/** The refusal to write over a house. */
export const yaHayCasa = (carpeta: string) =>
  new Error(
    `La carpeta ${carpeta} ya tiene una casa: indique otra con CAMBISTA_DATOS, o agregue --reemplazar, que guarda la que hay a su lado.`,
  )

interface Traida {
  secretos?: string | null
  antes?: string | null
  signal?: AbortSignal
}

/**
 * Writes a copy that was `probada` into a data folder that has no house; its secrets into `secretos`, when that is
 * given; `signal` ends it. From the first moment it is marked as half done, with the name of the house that was there (`antes`): it starts
 * as no house before whoever brings it says that it is done (`marcarAMedias`).
 * @throws Error in Spanish: a house is there already, no space, no permission, a damaged copy.
 */
export async function traer(
  copia: string,
  privada: string,
  place: Place,
  { secretos = null, antes = null, signal }: Traida = {},
): Promise<void> {
  const { data, carpeta, clave } = place
  if (existsSync(data)) throw yaHayCasa(carpeta)
  try {
    mkdirSync(data, { mode: 0o700 })
    marcarAMedias(data, antes ?? '')
    await desempacar(
      join(copia, PAQUETE),
      privada,
      (name) => {
        if (name === CLAVE_LOCAL) return clave
        const secret = secretos && debajo(name, SECRETOS, secretos)
        return debajo(name, DATOS, data) ?? (secret || null)
      },
      signal,
    )
  } catch (error) {
    rmSync(data, { recursive: true, force: true })
    rmSync(clave, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw code ? explain(error, carpeta) : error
  }
}

/** What was found in a copy when a server was started on it. */
export interface Hallazgo {
  libros: Verificacion
  indices: number
  danada: Danada | null
  /** Indexes that nobody here knows to read. */
  sinRevisar: string[]
}

/** A folder on the disk on which rehearsals of copies of `en` lie: of root under a closed folder it is another one. */
export function discoDeEnsayo(en: string): string {
  const carpeta = mkdtempSync(join(en, `ensayo-${process.pid}-`))
  try {
    return dirname(dirname(findPlace(carpeta).data)) === ROOT_FOLDER ? ROOT_FOLDER : en
  } finally {
    quitar(carpeta)
  }
}

/**
 * Restores a copy into a folder of its own, gives it to `work` and removes it. `en`: the data folder, since what lies open
 * here lies open there already. The house there comes first: where the copy has no room beside it nothing is written,
 * and where room runs out meanwhile `work` is told by a signal, and the copy goes.
 * @throws Error in Spanish when the copy cannot be restored.
 */
export async function enEnsayo<T>(
  copia: string,
  privada: string,
  en: string,
  work: (place: Place, signal: AbortSignal) => Promise<T>,
  mirar?: MirarDisco,
): Promise<T> {
  await barrerEnsayos(en)
  const disco = { carpeta: discoDeEnsayo(en), motivo: sinLugarEn(en) }
  const bytes = leerManifiesto(copia).manifiesto.bytes + REGISTRO
  const falta = await faltaEspacio([{ ...disco, bytes, reserva: true }], mirar)
  if (falta) throw new Error(falta.texto)
  const carpeta = mkdtempSync(join(en, `ensayo-${process.pid}-`))
  const { signal, fin } = vigilarEspacio(disco, mirar)
  try {
    const place = findPlace(carpeta)
    await traer(copia, privada, place, { signal })
    return await work(place, signal)
  } catch (error) {
    // What was ended so fails with words of its own.
    throw signal.aborted ? signal.reason : error
  } finally {
    fin()
    quitar(carpeta)
  }
}

/**
 * Restores a copy (`enEnsayo`), starts PostgreSQL on it, recomputes the books (`libros`) and reads every page and every
 * index.
 * @throws Error in Spanish when the copy cannot be restored, or does not start.
 */
export function ensayar(
  copia: string,
  privada: string,
  libros: (url: string) => Promise<Verificacion>,
  en: string,
  mirar?: MirarDisco,
): Promise<Hallazgo> {
  const look = async (place: Place, signal: AbortSignal) => {
    const { postgres: poca } = ajusteDeMemoria()
    const postgres = await startPostgres({
      carpeta: place.carpeta,
      // Read once, beside a house that has its own cache in the same memory.
      settings: { ...poca, ...(poca.shared_buffers && { shared_buffers: '16MB' }) },
      supervise: false,
      restoring: true,
    })
    const stop = () => postgres.stop()
    signal.addEventListener('abort', stop)
    try {
      signal.throwIfAborted()
      const { indices, danada, sinRevisar } = await revisarPaginas(place)
      return { libros: await libros(postgres.url), indices, danada, sinRevisar }
    } finally {
      await stop()
    }
  }
  return enEnsayo(copia, privada, en, look, mirar)
}

function quitar(carpeta: string): void {
  const base = dirname(findPlace(carpeta).data)
  rmSync(carpeta, { recursive: true, force: true })
  if (dirname(base) === ROOT_FOLDER) rmSync(base, { recursive: true, force: true })
}

/**
 * Ends and removes the rehearsals of programs that were killed. Each is as large as a house, so this comes before anything
 * asks for room on that disk.
 */
export async function barrerEnsayos(en: string): Promise<void> {
  for (const name of readdirSync(en)) {
    const owner = /^ensayo-(\d+)-/.exec(name)?.[1]
    if (!owner || isRunning(Number(owner))) continue
    const carpeta = join(en, name)
    await endAll(findPlace(carpeta).data)
    quitar(carpeta)
  }
}

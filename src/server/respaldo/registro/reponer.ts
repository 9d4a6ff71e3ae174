import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EnvClave } from '../../acceso/clave.ts'
import type { Lugar } from '../../acceso/secretos.ts'
import { aMedias, apartadaEn, apartadaPor } from '../../embedded/a-medias.ts'
import { exigirSola, takeLock } from '../../embedded/candado.ts'
import { explain, findPlace, type Place, sinLugarEn } from '../../embedded/folder.ts'
import { endAll } from '../../embedded/process.ts'
import { sinSignos } from '../copias.ts'
import { faltaEspacio, type MirarDisco, REGISTRO } from '../espacio/espacio.ts'
import type { Manifiesto } from '../manifiesto.ts'
import { cabezasLlegadas, exigirSuClave, ponerLlaves } from '../secretos.ts'
import { barrerEnsayos, claveDeCopia, traer, yaHayCasa } from '../traer.ts'
import { abrir, guardadoDe, registroConocido } from './almacen.ts'
import { alcanza, bytesAbiertos, type Meta, recuperar, tramoDe } from './aplicar.ts'
import { olvidarEstado } from './estado.ts'

/** What somebody asks a restore for. */
export interface Pedido {
  copia: string
  manifiesto: Manifiesto
  meta: Meta
  /** The folder of the copies, which has the log too. */
  destino: string
  /** Whether a house that is there is put aside; else it is refused. */
  reemplazar: boolean
}

/** Where a house is brought to. */
export interface Sitio {
  /** The data folder. */
  datos: string
  lugar: Lugar
  /** What says which key the program is given. */
  env: EnvClave
  /** Names what is put aside. */
  ahora: Date
  /** Hears what somebody is to know. */
  say: (text: string) => void
  /** How disks are looked at. */
  mirar?: MirarDisco
}

/** What was brought: where the house lies that was there, to which instant, and the heads that came. */
export interface Repuesta {
  antes: string | null
  hasta: string
  cabezas: (string | null)[]
  /** Where the house's key was put; null where the program is given it already. */
  clave: string | null
}

/**
 * Brings the cluster of a copy that was `probada`, its keys and its log to the data folder `datos`; a refusal leaves all
 * as it was. Nothing starts on the folder meanwhile. The house stays marked as half done: whoever calls takes the mark away when all of it is done (`marcarAMedias`).
 * @throws Error in Spanish when a house is there or runs, the log does not reach that far, the copy does not serve, or the
 *   house would not start with the key that the program is given here.
 */
export async function reponer(
  { copia, manifiesto, meta, destino, reemplazar }: Pedido,
  privada: string,
  { datos, lugar, env, ahora, say, mirar }: Sitio,
): Promise<Repuesta> {
  exigirSuClave(await claveDeCopia(copia, privada), lugar, env)
  const place = findPlace(datos)
  const carpeta = registroConocido(destino, manifiesto.identidad, privada)
  const tramo = tramoDe(carpeta, manifiesto.segmentos[1], privada)
  alcanza(tramo, meta)
  const kept = guardadoDe(carpeta, 'cabezas')
  const heads = kept && (await abrir(kept, privada).catch(() => null))
  if (kept && !heads) say(`Aviso: «${kept.path}» está dañado, y no se usa.`)
  const release = await takeLock(place.lock, place.carpeta).catch((error) => {
    throw error.code ? explain(error, place.carpeta) : error
  })
  let came = ''
  let antes: string | null = null
  let mine = false
  try {
    await exigirSola(place)
    await exigirLugar(place, manifiesto.bytes + bytesAbiertos(tramo, meta), mirar)
    came = carpetaDeLlegados(lugar.clave)
    antes = await apartar(place, reemplazar && ahora)
    olvidarEstado(place.carpeta)
    say('Restaurando…')
    await traer(copia, privada, place, { secretos: came, antes })
    mine = true
    release()
    const { ultima, danado } = await recuperar(place, privada, tramo, meta).catch((error) => {
      // The log that is laid open may fill the disk too.
      throw 'errno' in error ? explain(error, place.carpeta) : error
    })
    if (danado) say(`Aviso: «${danado}» está dañado: el registro se usó hasta ahí.`)
    const clave = ponerLlaves(came, lugar, env)
    const end = danado ? ultima : (tramo.hasta ?? ultima)
    const reached = meta === 'copia' ? null : meta === 'todo' ? end : meta
    return {
      ...{ antes, clave },
      hasta: reached?.toISOString() ?? manifiesto.fin,
      cabezas: [cabezasLlegadas(came), heads?.toString() ?? null],
    }
  } catch (error) {
    if (mine) quitar(place)
    if (antes && !existsSync(place.data)) devolver(place, antes)
    throw error
  } finally {
    release()
    if (came) rmSync(came, { recursive: true, force: true })
  }
}

/**
 * Nobody works on the house meanwhile: a restore may take what there is. What one that was cut short left goes before.
 * `bytes`: of the copy and of its log, both open. @throws Error in Spanish when they have no room.
 */
async function exigirLugar(place: Place, bytes: number, mirar?: MirarDisco): Promise<void> {
  await barrerEnsayos(place.carpeta)
  if (existsSync(place.data) && aMedias(place)) return
  const { carpeta, data } = place
  const motivo = sinLugarEn(carpeta)
  const pide = { carpeta: dirname(data), bytes: bytes + REGISTRO, motivo, reserva: false }
  const falta = await faltaEspacio([pide], mirar)
  if (falta) throw new Error(falta.texto)
}

const LLEGADOS = 'llegados-'

/**
 * A new folder for the secrets that come, among those of this machine: what a killed command leaves of them lies where
 * they belong, until the next one removes it.
 */
function carpetaDeLlegados(secretos: string): string {
  mkdirSync(secretos, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(secretos).filter((each) => each.startsWith(LLEGADOS)))
    rmSync(join(secretos, name), { recursive: true, force: true })
  return mkdtempSync(join(secretos, LLEGADOS))
}

/** The password of the superuser, where there are no unix sockets, goes with its cluster. */
const claveDe = (antes: string) => `${antes}.clave`

function quitar({ data, clave }: Place): void {
  rmSync(data, { recursive: true, force: true })
  rmSync(clave, { force: true })
}

function devolver({ data, clave }: Place, antes: string): void {
  renameSync(antes, data)
  if (existsSync(claveDe(antes))) renameSync(claveDe(antes), clave)
}

/**
 * Puts the house that is there aside; answers where it is then, null without one. What a restore left half done goes, and
 * the house that it had put aside is still that one. A link to the data stays: they come back to the same place.
 */
async function apartar(place: Place, reemplazar: Date | false): Promise<string | null> {
  if (!existsSync(place.data)) return null
  if (aMedias(place)) {
    const antes = apartadaPor(place)
    await endAll(place.data)
    quitar(place)
    return antes
  }
  if (!reemplazar) throw yaHayCasa(place.carpeta)
  const antes = apartadaEn(place, sinSignos(reemplazar))
  renameSync(place.data, antes)
  if (existsSync(place.clave)) renameSync(place.clave, claveDe(antes))
  return antes
}

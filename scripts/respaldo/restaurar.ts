// `npm run restaurar -- <carpeta>` brings a house back from the newest copy of a folder and the log that follows it, to
// the data folder of this machine, and checks it; with --hasta "2026-11-22 10:37", as it was at that instant; from one
// copy that is named, as it was at its end. It asks for the phrase or reads CAMBISTA_RESPALDO_FRASE. With --reemplazar the
// house that is there is kept beside it, under another name.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { anclasContra, cabezasConocidas } from '../../src/areas/auditoria/cadena/contra.ts'
import { formatFechaHora } from '../../src/core/formato.ts'
import { zonaHoraria } from '../../src/core/zona.ts'
import { verificar } from '../../src/main.app.ts'
import { type Lugar, lugarDe } from '../../src/server/acceso/secretos.ts'
import { conBase } from '../../src/server/db/db.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { aMedias, apartadaPor, marcarAMedias } from '../../src/server/embedded/a-medias.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { findPlace, type Place } from '../../src/server/embedded/folder.ts'
import { revisarPaginas } from '../../src/server/embedded/indices.ts'
import { endAll, takeLock } from '../../src/server/embedded/process.ts'
import { readConfig } from '../../src/server/proceso/config.ts'
import { anotarRestauracion } from '../../src/server/respaldo/anotar.ts'
import { sinSignos } from '../../src/server/respaldo/copias.ts'
import { abrirConFrase } from '../../src/server/respaldo/llaves.ts'
import { abrir, carpetaDe, guardadoDe } from '../../src/server/respaldo/registro/almacen.ts'
import { alcanza, recuperar, tramoDe } from '../../src/server/respaldo/registro/aplicar.ts'
import { cabezasLlegadas, ponerCabezas, ponerLlaves } from '../../src/server/respaldo/secretos.ts'
import { probada, traer, yaHayCasa } from '../../src/server/respaldo/traer.ts'
import { preguntar } from '../lib/pregunta.ts'
import { type Pedido, pedidoDe } from './argumentos.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl) {
    throw new Error(
      'Esto restaura la base de datos del programa: quite DATABASE_URL, o use pgBackRest.',
    )
  }
  const pedido = pedidoDe(process.argv.slice(2))
  const { copia, manifiesto } = pedido
  say(`Respaldo de «${manifiesto.casa}», terminado el ${formatFechaHora(manifiesto.fin)}: ${copia}`)
  if (!manifiesto.comprobado) say('Aviso: este respaldo no llegó a comprobarse.')
  const frase =
    process.env.CAMBISTA_RESPALDO_FRASE ??
    (await preguntar('Frase de los respaldos (no se muestra): ', true))
  const privada = await abrirConFrase(manifiesto.llave, frase)
  if (!privada) throw new Error('Esa frase no abre este respaldo.')
  await probada(copia, privada)
  if (manifiesto.zona !== zonaHoraria()) {
    throw new Error(
      'El último respaldo de la carpeta dice otra zona horaria que este: --hasta no se entiende igual en los dos. Nombre el respaldo en lugar de la carpeta.',
    )
  }
  const lugar = lugarDe({ ...config, demo: manifiesto.demo }, process.env)
  const { antes, hasta, cabezas } = await reponer(pedido, privada, config.datos, lugar)
  const postgres = await startPostgres({ carpeta: config.datos, restoring: true })
  try {
    await migrate(postgres.url)
    await conciliar(postgres.url, pedido, lugar, hasta, cabezas)
    marcarAMedias(findPlace(config.datos).data, null)
    await revisar(postgres.url, config.datos, lugar)
    say(`Restaurada hasta el ${formatFechaHora(hasta)}. Lo que se registró después no está.`)
    if (antes) say(`La casa que había queda en «${antes}»: bórrela cuando ya no haga falta.`)
  } finally {
    await postgres.stop()
  }
}

/** What was brought: where the house lies that was there, to which instant, and the heads that came. */
interface Repuesta {
  antes: string | null
  hasta: string
  cabezas: (string | null)[]
}

/** Brings the cluster, its keys and its log; a refusal leaves all as it was. */
async function reponer(
  { copia, manifiesto, meta, destino, reemplazar }: Pedido,
  privada: string,
  datos: string,
  lugar: Lugar,
): Promise<Repuesta> {
  const place = findPlace(datos)
  const carpeta = carpetaDe(destino, manifiesto.identidad)
  const tramo = tramoDe(carpeta, manifiesto.segmentos[1], privada)
  alcanza(tramo, meta)
  const kept = guardadoDe(carpeta, 'cabezas')
  const heads = kept && (await abrir(kept, privada).catch(() => null))
  if (kept && !heads) say(`Aviso: «${kept.path}» está dañado, y no se usa.`)
  // Among the secrets: what a killed command leaves of them lies where they belong.
  mkdirSync(lugar.clave, { recursive: true, mode: 0o700 })
  const came = mkdtempSync(join(lugar.clave, 'llegados-'))
  const release = await takeLock(place.lock, place.carpeta)
  let antes: string | null = null
  let mine = false
  try {
    antes = await apartar(place, reemplazar)
    say('Restaurando…')
    await traer(copia, privada, place, { secretos: came, antes })
    mine = true
    release()
    const { ultima, danado } = await recuperar(place, privada, tramo, meta)
    if (danado) say(`Aviso: «${danado}» está dañado: el registro se usó hasta ahí.`)
    ponerLlaves(came, lugar)
    const end = danado ? ultima : (tramo.hasta ?? ultima)
    const reached = meta === 'copia' ? null : meta === 'todo' ? end : meta
    return {
      antes,
      hasta: reached?.toISOString() ?? manifiesto.fin,
      cabezas: [cabezasLlegadas(came), heads?.toString() ?? null],
    }
  } catch (error) {
    if (mine) quitar(place)
    if (antes && !existsSync(place.data)) devolver(place, antes)
    throw error
  } finally {
    release()
    rmSync(came, { recursive: true, force: true })
  }
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

/** Puts the published heads that the house knows in their place, and writes down that it was restored. */
async function conciliar(
  url: string,
  { copia }: Pedido,
  lugar: Lugar,
  hasta: string,
  llegadas: (string | null)[],
): Promise<void> {
  const aside = await conBase(url, (db) =>
    ponerCabezas(
      lugar,
      llegadas,
      new Date(),
      (lines) => cabezasConocidas(db, lines),
      (apart) => anotarRestauracion(url, copia, hasta, apart),
    ),
  )
  if (!aside) return
  say(
    `Hay ${aside.cabezas.length} cabezas de la auditoría publicadas después de lo restaurado: quedan en «${aside.archivo}», y la auditoría dice que se restauró.`,
  )
}

/**
 * Puts the house that is there aside; answers where it is then, null without one. What a restore left half done goes, and
 * the house that it had put aside is still that one. A link to the data stays: they come back to the same place.
 */
async function apartar(place: Place, reemplazar: boolean): Promise<string | null> {
  if (!existsSync(place.data)) return null
  if (aMedias(place)) {
    const antes = apartadaPor(place)
    await endAll(place.data)
    quitar(place)
    return antes
  }
  if (!reemplazar) throw yaHayCasa(place.carpeta)
  const antes = `${place.data}.antes-${sinSignos(new Date())}`
  renameSync(place.data, antes)
  if (existsSync(place.clave)) renameSync(place.clave, claveDe(antes))
  return antes
}

async function revisar(url: string, datos: string, { anclas }: Lugar): Promise<void> {
  say('Comprobando…')
  const { indices, danada } = await revisarPaginas(findPlace(datos))
  await conBase(url, async (db) => {
    const { asientos, apuntes, diferencia } = await verificar(db)
    const heads = await anclasContra(db, anclas)
    const wrong = diferencia ?? heads.diferencia
    say(
      `${asientos} asientos, ${apuntes} apuntes, ${indices} índices y ${heads.revisadas} cabezas publicadas revisados.`,
    )
    if (danada || wrong) {
      say(
        `DIFERENCIA: ${danada ? `${danada.nombre}: ${danada.falla}` : `${wrong?.regla}. ${wrong?.detalle}`}`,
      )
      process.exitCode = 1
    } else say('Sin diferencias.')
  })
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})

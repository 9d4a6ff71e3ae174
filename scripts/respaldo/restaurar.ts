// `npm run restaurar -- <carpeta>` brings a house back from a copy, or from the newest one of a folder of copies, to the
// data folder of this machine, and checks it. It asks for the phrase or reads CAMBISTA_RESPALDO_FRASE. With --reemplazar
// the house that is there is kept beside it, under another name.
import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { anclasContra } from '../../src/areas/auditoria/cadena/contra.ts'
import { formatFechaHora } from '../../src/core/formato.ts'
import { verificar } from '../../src/main.app.ts'
import { type Lugar, lugarDe } from '../../src/server/acceso/secretos.ts'
import { connect } from '../../src/server/db/db.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { revisarPaginas } from '../../src/server/embedded/indices.ts'
import { isPostgresOf, readPostmasterFile } from '../../src/server/embedded/process.ts'
import { readConfig } from '../../src/server/proceso/config.ts'
import { openDatabase } from '../../src/server/proceso/open.ts'
import { anotarRestauracion } from '../../src/server/respaldo/anotar.ts'
import { abrirConFrase } from '../../src/server/respaldo/llaves.ts'
import { leerManifiesto, MANIFIESTO } from '../../src/server/respaldo/manifiesto.ts'
import { copiasDe } from '../../src/server/respaldo/respaldar.ts'
import { ponerSecretos } from '../../src/server/respaldo/secretos.ts'
import { probada, traer } from '../../src/server/respaldo/traer.ts'
import { preguntar } from '../lib/pregunta.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const given = process.argv.slice(2)
  const reemplazar = given.includes('--reemplazar')
  const [folder] = given.filter((each) => !each.startsWith('--'))
  if (!folder)
    throw new Error('Uso: npm run restaurar -- <carpeta de los respaldos> [--reemplazar]')
  const config = readConfig(process.env)
  if (config.databaseUrl) {
    throw new Error(
      'Esto restaura la base de datos del programa: quite DATABASE_URL, o use pgBackRest.',
    )
  }
  const copia = elegir(resolve(folder))
  const { manifiesto } = leerManifiesto(copia)
  const fin = new Date(manifiesto.fin)
  say(`Respaldo de «${manifiesto.casa}», terminado el ${formatFechaHora(manifiesto.fin)}: ${copia}`)
  if (!manifiesto.comprobado) say('Aviso: este respaldo no llegó a comprobarse.')
  const frase =
    process.env.CAMBISTA_RESPALDO_FRASE ??
    (await preguntar('Frase de los respaldos (no se muestra): ', true))
  const privada = await abrirConFrase(manifiesto.llave, frase)
  if (!privada) throw new Error('Esa frase no abre este respaldo.')
  await probada(copia, privada)
  const antes = apartar(config.datos, reemplazar)
  say('Restaurando…')
  const lugar = lugarDe({ ...config, demo: manifiesto.demo }, process.env)
  const apartadas = await conSecretos(copia, privada, config.datos, lugar)
  const database = await openDatabase(config)
  try {
    await migrate(database.url)
    await anotarRestauracion(database.url, copia, manifiesto.fin, apartadas)
    if (apartadas) {
      say(
        `Hay ${apartadas.cabezas.length} cabezas de la auditoría publicadas después de este respaldo: quedan en «${apartadas.archivo}», y la auditoría dice que se restauró.`,
      )
    }
    await revisar(database.url, config.datos, lugar)
    say(
      `Restaurada hasta el ${formatFechaHora(fin.toISOString())}. Lo que se registró después no está.`,
    )
    if (antes) say(`La casa que había queda en «${antes}»: bórrela cuando ya no haga falta.`)
  } finally {
    await database.close()
  }
}

function elegir(folder: string): string {
  if (existsSync(join(folder, MANIFIESTO))) return folder
  const [newest] = copiasDe(folder)
  if (!newest) throw new Error(`En «${folder}» no hay respaldos.`)
  return join(folder, newest.nombre)
}

/** Puts the house that is there aside; answers where it is then, null without one. */
function apartar(datos: string, reemplazar: boolean): string | null {
  const place = findPlace(datos)
  if (!existsSync(place.data)) return null
  const file = readPostmasterFile(place.data)
  if (file && isPostgresOf(file.pid, place.data)) {
    throw new Error('El programa está en marcha: deténgalo antes de restaurar.')
  }
  if (!reemplazar) {
    throw new Error(
      `La carpeta ${datos} ya tiene una casa: indique otra con CAMBISTA_DATOS, o agregue --reemplazar, que guarda la que hay a su lado.`,
    )
  }
  const aside = `${place.data}.antes-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  renameSync(place.data, aside)
  const pointer = join(place.carpeta, 'postgres')
  if (lstatSync(pointer, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(pointer)
  return aside
}

/** Brings the cluster and what lies outside of it; a refusal leaves neither. */
async function conSecretos(copia: string, privada: string, datos: string, lugar: Lugar) {
  const place = findPlace(datos)
  // Among the secrets: what a killed command leaves of them lies where they belong.
  mkdirSync(lugar.clave, { recursive: true, mode: 0o700 })
  const came = mkdtempSync(join(lugar.clave, 'llegados-'))
  try {
    await traer(copia, privada, datos, came)
    try {
      return ponerSecretos(came, lugar, new Date())
    } catch (error) {
      rmSync(place.data, { recursive: true, force: true })
      throw error
    }
  } finally {
    rmSync(came, { recursive: true, force: true })
  }
}

async function revisar(url: string, datos: string, { anclas }: Lugar): Promise<void> {
  say('Comprobando…')
  const { indices, danada } = await revisarPaginas(findPlace(datos))
  const db = connect({ url })
  try {
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
  } finally {
    await db.destroy()
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})

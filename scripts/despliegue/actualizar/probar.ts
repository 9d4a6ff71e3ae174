// A part of `actualizar`, in a process of the house's own user. Makes a backup of the house, which does not run, and tries
// the version in the folder of argument 1 on that copy; its last two lines are the mark of the house and where the copy is.
// With --estado it says what one can know of the house (`estado`), as JSON.

import { existsSync } from 'node:fs'
import { leerClave } from '../../../src/server/acceso/clave.ts'
import { lugarDe } from '../../../src/server/acceso/secretos.ts'
import { aMedias, marcarAMedias } from '../../../src/server/embedded/a-medias.ts'
import { takeLock } from '../../../src/server/embedded/candado.ts'
import { findPlace } from '../../../src/server/embedded/folder.ts'
import { type Config, readConfig } from '../../../src/server/proceso/config.ts'
import { openDatabase } from '../../../src/server/proceso/open.ts'
import { leerLlaves } from '../../../src/server/respaldo/llaves.ts'
import { manifiestosDe } from '../../../src/server/respaldo/manifiesto.ts'
import { enEnsayo, probada } from '../../../src/server/respaldo/traer.ts'
import { deVersion } from './hijo.ts'
import { type Estado, estadoDe, marcaDe } from './marca.ts'

async function preguntar<T>(
  config: Pick<Config, 'databaseUrl' | 'datos'>,
  what: (url: string) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config)
  try {
    return await what(database.url)
  } finally {
    await database.close()
  }
}

const marca = (config: Pick<Config, 'databaseUrl' | 'datos'>) => preguntar(config, marcaDe)

async function estado(config: Config): Promise<Estado> {
  const place = config.databaseUrl ? null : findPlace(config.datos)
  // Where the house was put aside and its copy has not begun to come, a start would make an empty one.
  if (place && (!existsSync(place.data) || aMedias(place))) return 'a medias'
  return preguntar(config, estadoDe)
}

async function main(nueva: string): Promise<void> {
  const config = readConfig(process.env)
  const { datos, respaldo } = config
  if (nueva === '--estado') {
    process.stdout.write(`${JSON.stringify(await estado(config))}\n`)
    return
  }
  if (!respaldo) throw new Error('Falta CAMBISTA_RESPALDO, la carpeta de los respaldos.')
  const place = findPlace(datos)
  // It is stopped: what is written after the copy would not be in what one can go back to.
  const detenida = async () => (await takeLock(place.lock, place.carpeta))()
  await detenida()
  await deVersion('.', ['respaldo', respaldo], { env: process.env })
  const [last] = manifiestosDe(respaldo)
  if (!last) throw new Error(`En «${respaldo}» no está el respaldo que se hizo.`)
  const { demo } = last.manifiesto
  const lugar = lugarDe({ datos, demo }, process.env)
  const clave = leerClave(lugar.clave, process.env)
  const llaves = clave && leerLlaves(lugar.clave, clave)
  if (!clave || !llaves) throw new Error(`Falta la clave de la casa en «${lugar.clave}».`)
  await probada(last.copia, llaves.privada)
  const copied = await enEnsayo(last.copia, llaves.privada, datos, async (copy) => {
    marcarAMedias(copy.data, null)
    const mark = await marca({ databaseUrl: null, datos: copy.carpeta })
    const env = {
      ...process.env,
      CAMBISTA_DATOS: copy.carpeta,
      CAMBISTA_SECRETOS: copy.carpeta,
      CAMBISTA_CLAVE: clave.toString('hex'),
      CAMBISTA_DEMO: demo ? '1' : '0',
    }
    await deVersion(nueva, ['ensayar'], { env })
    await deVersion(nueva, ['verificar'], { env })
    return mark
  })
  await detenida()
  if ((await marca(config)) !== copied) {
    throw new Error('Alguien trabajó en la casa mientras se probaba: déjela detenida.')
  }
  process.stdout.write(`${copied}\n${last.copia}\n`)
}

main(process.argv[2] ?? '').catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})

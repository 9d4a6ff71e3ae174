// `npm run restaurar -- <carpeta>` brings a house back from the newest copy of a folder and the log that follows it, to
// the data folder of this machine, and checks it; with --hasta "2026-11-22 10:37", as it was at that instant; from one
// copy that is named, as it was at its end. The folder may stand in CAMBISTA_RESPALDO. It asks for the phrase, or reads
// CAMBISTA_RESPALDO_FRASE without a terminal; with --con-la-llave it uses the keys that this machine makes its own copies
// with. With --reemplazar the house that is there is kept beside it, under another name.
import { formatFechaHora } from '../../src/core/formato.ts'
import { leerClave } from '../../src/server/acceso/clave.ts'
import { type Lugar, lugarDe } from '../../src/server/acceso/secretos.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { marcarAMedias } from '../../src/server/embedded/a-medias.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { avisoSinRevisar, revisarPaginas } from '../../src/server/embedded/indices.ts'
import { readConfig } from '../../src/server/proceso/config.ts'
import { anotarFrase, SIN_REVISAR } from '../../src/server/respaldo/anotar.ts'
import { abrirConFrase, leerLlaves } from '../../src/server/respaldo/llaves.ts'
import { leerManifiesto, selloValido } from '../../src/server/respaldo/manifiesto.ts'
import { reponer } from '../../src/server/respaldo/registro/reponer.ts'
import { probada } from '../../src/server/respaldo/traer.ts'
import { pedidoDe } from './argumentos.ts'
import { conciliar, revisar as revisarLibros } from './conciliar.ts'
import { pedirFrase } from './frase.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Whether something may have been done after the instant of the copy: an upgrade that gives way has seen that not. */
const revisar = process.env[SIN_REVISAR] !== '1'
const POR_REVISAR =
  'Todas las sesiones terminaron, y las claves de API y los webhooks esperan: lo que se cambió después de ese momento ya no está, también a quién se desactivó. Un administrador debe revisarlo en Usuarios. A quien no deba ingresar ni hasta entonces, desactívelo antes de iniciar el programa: npm run psql -- "SELECT restauracion_desactivar(\'usuario\')"'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl) {
    throw new Error(
      'Esto restaura la base de datos del programa: quite DATABASE_URL, o use pgBackRest.',
    )
  }
  const pedido = pedidoDe(process.argv.slice(2), process.env)
  const { copia, manifiesto } = pedido
  say(`Respaldo de «${manifiesto.casa}», terminado el ${formatFechaHora(manifiesto.fin)}: ${copia}`)
  if (!manifiesto.comprobado) say('Aviso: este respaldo no llegó a comprobarse.')
  const lugar = lugarDe({ ...config, demo: manifiesto.demo }, process.env)
  const { privada, escrita } = await (pedido.conLlave
    ? porLlave(lugar, copia)
    : porFrase(manifiesto.llave))
  await probada(copia, privada)
  const sitio = { datos: config.datos, lugar, env: process.env, ahora: new Date(), say }
  const { antes, hasta, cabezas, clave } = await reponer(pedido, privada, sitio)
  const postgres = await startPostgres({ carpeta: config.datos, restoring: true })
  try {
    await migrate(postgres.url)
    const vuelta = { lugar, copia, hasta, llegadas: cabezas, revisar }
    const apart = await conciliar(postgres.url, vuelta)
    if (apart) say(apart)
    if (escrita) await anotarFrase(postgres.url, 'probada')
    marcarAMedias(findPlace(config.datos).data, null)
    await comprobar(postgres.url, config.datos, lugar)
    say(`Restaurada hasta el ${formatFechaHora(hasta)}. Lo que se registró después no está.`)
    if (clave) say(claveEn(clave))
    if (revisar) say(POR_REVISAR)
    if (antes) say(`La casa que había queda en «${antes}»: bórrela cuando ya no haga falta.`)
  } finally {
    await postgres.stop()
  }
}

const claveEn = (path: string) =>
  `La clave de la casa vino con el respaldo y queda en «${path}». Si el programa recibe otra (CAMBISTA_CLAVE, o LoadCredential de systemd), ponga esta en su lugar antes de iniciarlo.`

/** What opens a copy, and whether somebody typed the phrase of it. */
interface Abre {
  privada: string
  escrita: boolean
}

async function porFrase(llave: string): Promise<Abre> {
  const { frase, escrita } = await pedirFrase()
  const privada = await abrirConFrase(llave, frase)
  if (!privada) throw new Error('Esa frase no abre este respaldo.')
  return { privada, escrita }
}

/** The identity that this machine keeps of the copy, under the key of the house: of the phrase of now or of one before. */
async function porLlave({ clave: carpeta }: Lugar, copia: string): Promise<Abre> {
  const clave = leerClave(carpeta, process.env)
  const llaves = clave && leerLlaves(carpeta, clave)
  if (llaves) {
    const { manifiesto, sello } = leerManifiesto(copia)
    const all = [llaves.privada, ...llaves.anteriores]
    const suya = all.find((privada) => selloValido(manifiesto, sello, privada))
    return { privada: suya ?? llaves.privada, escrita: false }
  }
  throw new Error(
    `En «${carpeta}» no están las llaves de los respaldos de esta casa: quite --con-la-llave y escriba la frase.`,
  )
}

async function comprobar(url: string, datos: string, lugar: Lugar): Promise<void> {
  say('Comprobando…')
  const { indices, danada, sinRevisar } = await revisarPaginas(findPlace(datos))
  if (sinRevisar.length > 0) say(avisoSinRevisar(sinRevisar))
  const { asientos, apuntes, cabezas, diferencia } = await revisarLibros(url, lugar)
  say(
    `${asientos} asientos, ${apuntes} apuntes, ${indices} índices y ${cabezas} cabezas publicadas revisados.`,
  )
  if (danada || diferencia) {
    say(`DIFERENCIA: ${danada ? `${danada.nombre}: ${danada.falla}` : diferencia}`)
    process.exitCode = 1
  } else say('Sin diferencias.')
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})

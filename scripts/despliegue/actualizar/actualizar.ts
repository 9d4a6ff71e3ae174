// `despliegue/cambista actualizar <paquete.tar.gz> --detener "systemctl stop cambista" --iniciar "systemctl start cambista"`
// puts another version in the place of this one, without a question: stops the program, makes a backup, tries the new
// version on that copy, points the link at it, starts it and asks it. Where it does not serve, the version before does again.
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifiesto from '../../../package.json' with { type: 'json' }
import { leerClave } from '../../../src/server/acceso/clave.ts'
import { carpetaDeSecretos } from '../../../src/server/acceso/secretos.ts'
import { type Config, readConfig } from '../../../src/server/proceso/config.ts'
import { ajenos, propios } from './datos.ts'
import { CODIGO, Desenlace, ultimaLinea } from './desenlace.ts'
import { cortar, exigirSeguir, type Quien, sinCortar, tocada } from './hijo.ts'
import { anotar, codigoDe, type EnCurso, type Obra, say, sirve } from './nota.ts'
import { ponerEnServicio, seguir } from './obra.ts'
import { desempaquetar, exigirPaquete, posterior } from './paquete.ts'
import { pedidoDe } from './pedido.ts'

const { version } = manifiesto
/** The link beside the versions that says which one serves. */
const ENLACE = 'actual'
/** How long a version may take to serve once it was started: this, or three times what its trial took. */
const PLAZO_MS = 180_000

const enlaceDe = (carpeta: string) => join(dirname(carpeta), ENLACE)

/** @throws Error in Spanish where this version is not the one that the link says. */
function exigirEnlace(enlace: string, aqui: string): void {
  const found = lstatSync(enlace, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() && realpathSync(enlace) === aqui) return
  throw new Error(
    `Las versiones se cambian con el enlace «${enlace}», que debe llevar a esta («${aqui}»): docs/despliegue.md dice cómo se instala.`,
  )
}

/** The user whose the house is: root does not open one that is another's. He gets the key that systemd gave root. */
function duenoDe(config: Config): Quien {
  const { CREDENTIALS_DIRECTORY, ...env } = process.env
  const suya = config.databaseUrl ? carpetaDeSecretos(config, process.env) : config.datos
  const { uid, gid } = statSync(suya, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  if (process.getuid?.() !== 0 || uid === 0) return { env: process.env }
  const clave = CREDENTIALS_DIRECTORY ? leerClave(CREDENTIALS_DIRECTORY) : null
  return { env: { ...env, ...(clave && { CAMBISTA_CLAVE: clave.toString('hex') }) }, uid, gid }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (process.platform === 'win32') {
    throw new Error('Esta orden es de Linux. En Windows siga los pasos de docs/despliegue.md.')
  }
  const { archivo, ordenes, insiste, ...servicio } = pedidoDe(
    process.argv.slice(2),
    config,
    process.env,
  )
  const aqui = realpathSync('.')
  const enlace = enlaceDe(aqui)
  exigirEnlace(enlace, aqui)
  const quien = duenoDe(config)
  const datos = ordenes ? ajenos(quien, ordenes) : propios(quien)
  const obra: Obra = { enlace, servicio, quien, datos, insiste }
  if (await seguir(obra)) return
  if (insiste)
    throw new Error('No hay ningún respaldo que se estuviera trayendo: quite --traer-otra-vez.')
  const paquete = await exigirPaquete(archivo)
  if (!posterior(paquete.version, version)) {
    throw new Error(`La versión ${paquete.version} no es más nueva que esta, la ${version}.`)
  }
  const nueva = join(dirname(aqui), `cambista-${paquete.version}`)
  say(`Desempaquetando la versión ${paquete.version}…`)
  await desempaquetar(paquete, nueva)
  await ponerEnServicio(obra, await respaldada(obra, aqui, nueva))
}

/**
 * Stops the program, makes a backup, tries the new version on it where that can be, and writes down that the upgrade goes on.
 * @throws Desenlace when any of it fails; then the version before serves again.
 */
async function respaldada(obra: Obra, desde: string, hacia: string): Promise<EnCurso> {
  const { servicio, datos } = obra
  const began = performance.now()
  try {
    exigirSeguir()
    say('Deteniendo el programa…')
    await servicio.detener()
    say(
      datos.enCopia
        ? 'Respaldando la casa y probando en la copia…'
        : 'Respaldando la casa con su orden…',
    )
    const copia = await datos.respaldar(desde, hacia)
    exigirSeguir()
    // Somebody may have started it meanwhile, which is refused before: from here on nobody does.
    await servicio.detener()
    const plazo = Math.max(PLAZO_MS, 3 * (performance.now() - began))
    const curso: EnCurso = { desde, hacia, ...copia, plazo, fase: 'nueva' }
    sinCortar()
    anotar(obra, curso)
    return curso
  } catch (error) {
    sinCortar()
    const falla = await sirve(desde, obra, PLAZO_MS)
    const why = `No se actualizó, y la casa no se tocó: ${(error as Error).message}`
    if (falla === null) throw new Desenlace(CODIGO.igual, `${why} Sigue la versión ${version}.`)
    throw new Desenlace(
      CODIGO.ninguna,
      `${why} Pero la versión ${version} tampoco atiende: ${falla}`,
    )
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, cortar)

main().then(
  () => process.stdout.write(ultimaLinea(CODIGO.nueva)),
  (error: Error) => {
    process.exitCode = codigoDe(error, enlaceDe(realpathSync('.')), tocada())
    process.stderr.write(`${error.message}\n${ultimaLinea(process.exitCode)}`)
  },
)

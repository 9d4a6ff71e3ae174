// `despliegue/cambista actualizar <paquete.tar.gz> --detener "systemctl stop cambista" --iniciar "systemctl start cambista"`
// puts another version in the place of this one, without a question: stops the program, makes a backup, tries the new
// version on that copy, points the link at it, starts it and asks it. Where it does not serve, the version before does again.
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import manifiesto from '../../../package.json' with { type: 'json' }
import { leerClave } from '../../../src/server/acceso/clave.ts'
import { type Config, readConfig } from '../../../src/server/proceso/config.ts'
import { archivoDe, cortar, exigirSeguir, linea, type Quien } from './hijo.ts'
import {
  type EnCurso,
  type Obra,
  PROBAR,
  ponerEnServicio,
  type Servicio,
  say,
  seguir,
} from './obra.ts'
import { desempaquetar, exigirPaquete, posterior } from './paquete.ts'

const { version } = manifiesto
const USO =
  'Uso: despliegue/cambista actualizar <paquete.tar.gz> --detener "systemctl stop cambista" --iniciar "systemctl start cambista"'
/** The link beside the versions that says which one serves. */
const ENLACE = 'actual'
/** How long a version may take to serve once it was started: this, or three times what its trial took. */
const PLAZO_MS = 180_000

function pedidoDe(args: string[]): { archivo: string } & Servicio {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      ...{ args, options: { detener: text, iniciar: text }, allowPositionals: true },
    })
    const [archivo] = positionals
    const { detener, iniciar } = values
    if (!archivo || positionals.length > 1 || !detener || !iniciar) throw new Error(USO)
    return {
      ...{
        archivo: resolve(archivo),
        detener: () => linea(detener),
        iniciar: () => linea(iniciar),
      },
    }
  } catch (error) {
    throw new Error(USO, { cause: error })
  }
}

/** @throws Error in Spanish where this version is not the one that the link says. */
function exigirEnlace(enlace: string, aqui: string): void {
  const found = lstatSync(enlace, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() && realpathSync(enlace) === aqui) return
  throw new Error(
    `Las versiones se cambian con el enlace «${enlace}», que debe llevar a esta («${aqui}»): docs/despliegue.md dice cómo se instala.`,
  )
}

/** The user whose the data are: root does not open a house that is another's. He gets the key that systemd gave root. */
function duenoDe({ datos }: Config): Quien {
  const { CREDENTIALS_DIRECTORY, ...env } = process.env
  const { uid, gid } = statSync(datos)
  if (process.getuid?.() !== 0 || uid === 0) return { env: process.env }
  const clave = CREDENTIALS_DIRECTORY ? leerClave(CREDENTIALS_DIRECTORY) : null
  return { env: { ...env, ...(clave && { CAMBISTA_CLAVE: clave.toString('hex') }) }, uid, gid }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (process.platform === 'win32' || config.databaseUrl) {
    throw new Error(
      'Esta orden actualiza un servidor de Linux con la base de datos del programa. En otro caso siga los pasos de docs/despliegue.md.',
    )
  }
  const { archivo, ...servicio } = pedidoDe(process.argv.slice(2))
  const aqui = realpathSync('.')
  const enlace = join(dirname(aqui), ENLACE)
  exigirEnlace(enlace, aqui)
  if (!config.respaldo) throw new Error('Falta CAMBISTA_RESPALDO, la carpeta de los respaldos.')
  const obra: Obra = { enlace, servicio, quien: duenoDe(config) }
  if (await seguir(obra)) return
  const paquete = await exigirPaquete(archivo)
  if (!posterior(paquete.version, version)) {
    throw new Error(`La versión ${paquete.version} no es más nueva que esta, la ${version}.`)
  }
  const nueva = join(dirname(aqui), `cambista-${paquete.version}`)
  say(`Desempaquetando la versión ${paquete.version}…`)
  await desempaquetar(paquete, nueva)
  await ponerEnServicio(obra, await probada(obra, aqui, nueva))
}

/** Stops the program and tries the new version on a copy. @throws Error in Spanish when it does not serve; then the one before does again. */
async function probada(obra: Obra, desde: string, hacia: string): Promise<EnCurso> {
  const { servicio, quien } = obra
  const began = performance.now()
  try {
    exigirSeguir()
    say('Deteniendo el programa…')
    await servicio.detener()
    say('Respaldando la casa y probando en la copia…')
    const said = await archivoDe(desde, [PROBAR, hacia], quien)
    const [marca = '', copia = ''] = said.trim().split('\n').slice(-2)
    exigirSeguir()
    // Somebody may have started it meanwhile, which the trial refuses: from here on nobody does.
    await servicio.detener()
    const plazo = Math.max(PLAZO_MS, 3 * (performance.now() - began))
    return { desde, hacia, copia, marca, plazo, fase: 'nueva' }
  } catch (error) {
    await servicio.iniciar()
    throw new Error(
      `No se actualizó, y la casa no se tocó: ${(error as Error).message} Sigue la versión ${version}.`,
    )
  }
}

// Others read what is unpacked, whatever the umask of whoever calls is.
process.umask(0o022)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, cortar)

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})

// `despliegue/cambista actualizar <paquete.tar.gz> --detener "systemctl stop cambista" --iniciar "systemctl start cambista"`
// puts another version in the place of this one, without a question: stops the program, makes a backup, tries the new
// version on that copy, points the link at it, starts it and asks it. Where it does not serve, the version before does again.
import {
  lstatSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import manifiesto from '../../../package.json' with { type: 'json' }
import { leerClave } from '../../../src/server/acceso/clave.ts'
import { type Config, readConfig } from '../../../src/server/proceso/config.ts'
import { archivoDe, cortar, deVersion, exigirSeguir, linea, type Quien } from './hijo.ts'
import { desempaquetar, exigirPaquete, posterior } from './paquete.ts'

const { version } = manifiesto
const USO =
  'Uso: despliegue/cambista actualizar <paquete.tar.gz> --detener "systemctl stop cambista" --iniciar "systemctl start cambista"'
/** The link beside the versions that says which one serves. */
const ENLACE = 'actual'
const PROBAR = 'scripts/despliegue/actualizar/probar.ts'
/** How long a version may take to serve once it was started, and how often it is asked. */
const PLAZO_MS = 180_000
const CADA_MS = 1_000

const say = (text: string) => process.stdout.write(`${text}\n`)

/** How the program is stopped and started on this machine. */
interface Servicio {
  detener(): Promise<unknown>
  iniciar(): Promise<unknown>
}

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

/** Points the link at another version in one step, so that there is always one. */
function enlazar(enlace: string, a: string): void {
  const draft = `${enlace}.${process.pid}`
  rmSync(draft, { force: true })
  symlinkSync(readlinkSync(enlace).includes('/') ? a : basename(a), draft)
  renameSync(draft, enlace)
}

/** The user whose the data are: root does not open a house that is another's. He gets the key that systemd gave root. */
function duenoDe({ datos }: Config): Quien {
  const { CREDENTIALS_DIRECTORY, ...env } = process.env
  const { uid, gid } = statSync(datos)
  if (process.getuid?.() !== 0 || uid === 0) return { env: process.env }
  const clave = CREDENTIALS_DIRECTORY ? leerClave(CREDENTIALS_DIRECTORY) : null
  return { env: { ...env, ...(clave && { CAMBISTA_CLAVE: clave.toString('hex') }) }, uid, gid }
}

/** Starts the program and waits until it serves; answers why it does not, null when it does. */
async function sirve(carpeta: string, { iniciar }: Servicio, quien: Quien): Promise<string | null> {
  const end = performance.now() + PLAZO_MS
  try {
    await iniciar()
  } catch (error) {
    return (error as Error).message
  }
  for (;;) {
    try {
      await deVersion(carpeta, ['salud'], quien)
      return null
    } catch (error) {
      if (performance.now() > end) return (error as Error).message
      await sleep(CADA_MS)
    }
  }
}

/** What one can go back to: the copy, and the last row of the audit when it was made. */
interface Regreso {
  copia: string
  marca: string
}

const ultima = (said: string) => said.trim().split('\n').at(-1) ?? ''

/** Back to this version. @throws Error in Spanish always: what happened, and what serves now. */
async function volver(
  lugar: { aqui: string; nueva: string; enlace: string },
  { copia, marca }: Regreso,
  servicio: Servicio,
  quien: Quien,
  falla: string,
): Promise<never> {
  const { aqui, nueva, enlace } = lugar
  say(`La versión nueva no atiende (${falla}). Se vuelve a la ${version}…`)
  const vuelta = async () => {
    enlazar(enlace, aqui)
    return (await sirve(aqui, servicio, quien)) === null
  }
  const done = () => new Error(`No se actualizó: ${falla} Atiende la versión ${version}.`)
  await servicio.detener()
  if (await vuelta()) throw done()
  await servicio.detener()
  // The new version upgraded the database. What was written to it since is worth more than the version before.
  if (ultima(await archivoDe(aqui, [PROBAR, '--marca'], quien)) !== marca) {
    enlazar(enlace, nueva)
    // It may not start again either; what happened is told all the same.
    await servicio.iniciar().catch(() => {})
    throw new Error(
      `La versión nueva no atiende (${falla}), y ya se registró algo con ella: no se restauró nada. El respaldo de antes es «${copia}».`,
    )
  }
  await deVersion(aqui, ['restaurar', copia, '--con-la-llave', '--reemplazar'], quien)
  if (await vuelta()) throw done()
  throw new Error(`Ninguna de las dos versiones atiende: ${falla} El respaldo es «${copia}».`)
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
  const quien = duenoDe(config)
  const paquete = await exigirPaquete(archivo)
  if (!posterior(paquete.version, version)) {
    throw new Error(`La versión ${paquete.version} no es más nueva que esta, la ${version}.`)
  }
  const nueva = join(dirname(aqui), `cambista-${paquete.version}`)
  say(`Desempaquetando la versión ${paquete.version}…`)
  await desempaquetar(paquete, nueva)
  exigirSeguir()
  let regreso: Regreso
  try {
    say('Deteniendo el programa…')
    await servicio.detener()
    say('Respaldando la casa y probando en la copia…')
    const said = await archivoDe(aqui, [PROBAR, nueva], quien)
    const [marca = '', copia = ''] = said.trim().split('\n').slice(-2)
    regreso = { copia, marca }
    exigirSeguir()
    enlazar(enlace, nueva)
  } catch (error) {
    await servicio.iniciar()
    throw new Error(
      `No se actualizó, y la casa no se tocó: ${(error as Error).message} Sigue la versión ${version}.`,
    )
  }
  say('Iniciando la versión nueva…')
  const falla = await sirve(nueva, servicio, quien)
  if (falla !== null) await volver({ aqui, nueva, enlace }, regreso, servicio, quien, falla)
  await deVersion(nueva, ['verificar'], quien)
  say(`Cambista ${paquete.version} atiende. La versión ${version} queda en «${aqui}».`)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, cortar)

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})

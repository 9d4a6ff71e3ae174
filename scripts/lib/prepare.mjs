// This file runs on the machine's own Node (>= 20) before anything is installed, so it uses no packages and no
// TypeScript.
import { existsSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { at, PrepareError, root } from './fallo.mjs'
import { install, packagesServe, withoutTools } from './instalar.mjs'
import { buildWeb, webIsBuilt } from './interfaz.mjs'
import { withLock } from './lock.mjs'

export { root }

/** Path of a Node that can run the program: the one in node_modules, else this one when it is new enough. */
export function nodePath() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const bundled = at('node_modules', `node-${platform}-${process.arch}`, 'bin', file)
  if (existsSync(bundled)) return bundled
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new PrepareError(
    `En esta plataforma (${process.platform}-${process.arch}) hace falta Node 24 o posterior; este es ${process.versions.node}.`,
  )
}

/** Environment whose PATH finds the project's own `node` and tools first. */
export function environment() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const first = [dirname(nodePath()), at('node_modules', '.bin')]
  return { ...process.env, [name]: [...first, process.env[name]].join(delimiter) }
}

const SOLO_PRODUCCION = 'Aquí está instalado solo lo que sirve en producción (npm ci --omit=dev)'

/** A server gets neither the tools of developers nor a build: whoever asks for them there is told what to do. */
function refuse(tools) {
  throw new PrepareError(
    tools
      ? `${SOLO_PRODUCCION} y esta orden necesita también las herramientas de desarrollo: instálelas con «npm ci --include=dev».`
      : `${SOLO_PRODUCCION} y falta la interfaz hecha de estas fuentes: ejecute «npm run build» donde se desarrolla y copie la carpeta dist, o use el paquete de la versión (docs/despliegue.md).`,
  )
}

/**
 * Installs the missing packages and, with `web`, builds the interface if it changed; `tools` says that the command needs
 * those of developers. Where nothing is missing nothing is written, so a folder that cannot be written serves too. A lock
 * makes two commands at once take turns.
 */
export async function prepare({ web, tools }) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new PrepareError(`Hace falta Node 20 o posterior; este es ${process.versions.node}.`)
  }
  if (!tools && packagesServe() && (!web || webIsBuilt())) return
  if (withoutTools()) refuse(tools)
  await withLock(at('.cache', 'preparar.lock'), () => {
    install()
    // What is built is for use, whatever the shell says that it is for.
    if (web) buildWeb(nodePath(), { ...environment(), NODE_ENV: 'production' })
  })
}

/** Runs `main`; prints a PrepareError as its sentence, without a stack, and exits. */
export async function command(main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

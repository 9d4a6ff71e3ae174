import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { at, PrepareError, readText, root } from './fallo.mjs'

const stamp = at('node_modules', '.stamp')
const lockText = () => readFileSync(at('package-lock.json'), 'utf8')
const wanted = (lock) =>
  createHash('sha256').update(`${lock}${process.platform}-${process.arch}`).digest('hex')

/** What npm wrote down of an installation: its packages by their folders. */
function installed() {
  const hidden = readText(at('node_modules', '.package-lock.json'))
  return hidden === '' ? null : JSON.parse(hidden).packages
}

/** True when node_modules has every package of the lock file for this platform; without `tools` those that run suffice. */
function has(lock, { tools }) {
  const found = installed()
  if (!found) return false
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional, dev }]) =>
      path === '' ||
      optional ||
      (dev && !tools) ||
      (found[path]?.version === version && existsSync(at(path))),
  )
}

/** True when every package that runs is there, whoever installed it. */
export function packagesServe() {
  const lock = lockText()
  return readText(stamp) === wanted(lock) || has(lock, { tools: false })
}

/** True where somebody installed what runs and left out the tools of developers (`npm ci --omit=dev`). */
export function withoutTools() {
  const found = installed()
  return (
    found !== null &&
    !Object.values(found).some(({ dev }) => dev) &&
    has(lockText(), { tools: false })
  )
}

function npm(args) {
  const script = process.env.npm_execpath
  const quiet = { cwd: root, stdio: ['ignore', 2, 2] }
  // Uses the Node that runs npm: the one in node_modules, first in PATH under npm, is about to be deleted.
  if (script?.endsWith('.js')) {
    return spawnSync(process.env.npm_node_execpath ?? process.execPath, [script, ...args], quiet)
  }
  return spawnSync('npm', args, { ...quiet, shell: process.platform === 'win32' })
}

/** Installs every package, tools too, unless they are there. */
export function install() {
  const lock = lockText()
  if (readText(stamp) === wanted(lock)) return
  if (!has(lock, { tools: true })) {
    console.error('Instalando dependencias (una sola vez)…')
    const flags = [
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--include=dev',
    ]
    const { status, error } = npm(['ci', ...flags, '--include=optional'])
    if (status !== 0) {
      throw new PrepareError(
        `No se pudieron instalar las dependencias (npm ci: ${error?.message ?? `código ${status}`}). Revise la conexión a internet o «npm config get registry» y repita la orden.`,
      )
    }
  }
  writeFileSync(stamp, wanted(lock))
}

// This file runs on the machine's own Node (>= 20) before anything is installed, so it uses no packages and no
// TypeScript.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')
const at = (...names) => join(root, ...names)
const sha = (text) => createHash('sha256').update(text).digest('hex')

/** An expected failure, reported as one sentence; any other error is a bug and is reported with its stack. */
export class PrepareError extends Error {}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** True when node_modules, installed by hand, has every package of the lock file for this platform. */
function alreadyInstalled(lock) {
  const hidden = readText(at('node_modules', '.package-lock.json'))
  if (hidden === '') return false
  const found = JSON.parse(hidden).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional }]) =>
      path === '' || optional || (found[path]?.version === version && existsSync(at(path))),
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

function install() {
  const lock = readFileSync(at('package-lock.json'), 'utf8')
  const wanted = sha(`${lock}${process.platform}-${process.arch}`)
  const stamp = at('node_modules', '.stamp')
  if (readText(stamp) === wanted) return
  if (!alreadyInstalled(lock)) {
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
  writeFileSync(stamp, wanted)
}

/** Files that are not part of the interface; a change to them does not build it again. */
const NOT_WEB =
  /^src[\\/]server[\\/]|[\\/](?:server|queries)\.ts$|\.sql$|\.test\.tsx?$|main\.server\.ts$/

function* webFiles(folder = 'src') {
  for (const entry of readdirSync(at(folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* webFiles(path)
    else if (!NOT_WEB.test(path)) yield path
  }
}

function buildWeb() {
  const inputs = ['index.html', 'vite.config.ts', 'package-lock.json']
  const notices = ['candado', 'licencias', 'otros'].map((name) =>
    join('scripts', 'cadena', `${name}.ts`),
  )
  if (!inputs.every((name) => existsSync(at(name))) || !existsSync(at('src', 'main.web.tsx')))
    return
  const files = [
    ...inputs,
    ...notices,
    ...['estilos', 'precarga'].map((name) => join('scripts', 'web', `${name}.ts`)),
    ...[...webFiles(), ...webFiles(join('docs', 'manual'))].sort(),
  ]
  // Times and sizes are compared first, which is fast; contents are read only when those differ.
  const fast = sha(
    files
      .map((name) => `${name} ${statSync(at(name)).mtimeMs} ${statSync(at(name)).size}`)
      .join('\n'),
  )
  const stamp = at('dist', '.stamp')
  const [oldFast, oldFull] = readText(stamp).split('\n')
  if (oldFast === fast) return
  const full = sha(files.map((name) => `${name} ${sha(readFileSync(at(name)))}`).join('\n'))
  if (oldFull !== full) {
    console.error('Preparando la interfaz…')
    rmSync(stamp, { force: true })
    const { status } = runNode(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
    if (status !== 0) throw new PrepareError('No se pudo preparar la interfaz (vite build).')
  }
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(stamp, `${fast}\n${full}`)
}

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

function runNode(args) {
  const stdio = ['ignore', 2, 2]
  // What is built is for use, whatever the shell says that it is for.
  const env = { ...environment(), NODE_ENV: 'production' }
  return spawnSync(nodePath(), args, { cwd: root, stdio, env })
}

/**
 * Installs the missing packages and, with `web`, builds the interface if it changed. It takes a few milliseconds when
 * there is nothing to do. A lock makes two commands at once take turns.
 */
export async function prepare({ web }) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new PrepareError(`Hace falta Node 20 o posterior; este es ${process.versions.node}.`)
  }
  await withLock(at('.cache', 'preparar.lock'), () => {
    install()
    if (web) buildWeb()
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

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
import { join } from 'node:path'
import { at, PrepareError, readText, root } from './fallo.mjs'

const sha = (text) => createHash('sha256').update(text).digest('hex')
const stamp = at('dist', '.stamp')

/** Files that are not part of the interface; a change to them does not build it again. */
const NOT_WEB =
  /^src[\\/]server[\\/]|[\\/](?:server|queries)\.ts$|\.sql$|\.test\.tsx?$|main\.server\.ts$/

function* webFiles(folder) {
  for (const entry of readdirSync(at(folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* webFiles(path)
    else if (!NOT_WEB.test(path)) yield path
  }
}

/** All that the interface is built from; null where its sources are not, as in the package of a release. */
function inputs() {
  const single = ['index.html', 'vite.config.ts', 'package-lock.json']
  const needed = [...single, join('src', 'main.web.tsx')]
  if (!needed.every((name) => existsSync(at(name)))) return null
  const notices = ['candado', 'licencias', 'otros'].map((name) => `${name}.ts`)
  return [
    ...single,
    ...notices.map((name) => join('scripts', 'cadena', name)),
    ...['src', join('docs', 'manual'), join('scripts', 'web')]
      .flatMap((folder) => [...webFiles(folder)])
      .sort(),
  ]
}

/** Times and sizes, which are read fast; they differ in a copy that is the same. */
const fastOf = (files) =>
  sha(
    files
      .map((name) => `${name} ${statSync(at(name)).mtimeMs} ${statSync(at(name)).size}`)
      .join('\n'),
  )

const fullOf = (files) =>
  sha(files.map((name) => `${name} ${sha(readFileSync(at(name)))}`).join('\n'))

/** True when `dist` was built from the sources that are here, or there are none here to build it from. */
export function webIsBuilt() {
  const files = inputs()
  if (!files) return true
  const [oldFast, oldFull] = readText(stamp).split('\n')
  if (!oldFull || !existsSync(at('dist', 'index.html'))) return false
  const fast = fastOf(files)
  if (oldFast === fast) return true
  if (oldFull !== fullOf(files)) return false
  try {
    writeFileSync(stamp, `${fast}\n${oldFull}`)
  } catch {
    // A folder that cannot be written: the contents are read at each start, which takes a tenth of a second.
  }
  return true
}

/** Builds the interface with that Node, unless it is there. */
export function buildWeb(node, env) {
  if (webIsBuilt()) return
  const files = inputs()
  const built = `${fastOf(files)}\n${fullOf(files)}`
  console.error('Preparando la interfaz…')
  rmSync(stamp, { force: true })
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  const { status } = spawnSync(node, args, { cwd: root, stdio: ['ignore', 2, 2], env })
  if (status !== 0) throw new PrepareError('No se pudo preparar la interfaz (vite build).')
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(stamp, built)
}

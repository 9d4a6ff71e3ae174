import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, nodePath, root } from './prepare.mjs'

const tool = (...names) => join(root, 'node_modules', ...names)
const TSC = tool('typescript', 'bin', 'tsc')
export const VITEST = tool('vitest', 'vitest.mjs')

/** Limit of one run, in milliseconds. It ends a run that hangs and is far above the time of a slow machine. */
const LIMIT = 10 * 3_600_000

/** Each further checker of types works out most types again: four take more than twice the time of one. */
const UNO = ['--checkers', '1']

/** What did not change since the last run is not checked again: the projects say where that is kept. */
const STEPS = [
  ['types of server, core and tests', TSC, '-p', 'tsconfig.json', ...UNO],
  ['types of the web', TSC, '-p', 'tsconfig.web.json', ...UNO],
  ['types of the end-to-end tests', TSC, '-p', 'tsconfig.e2e.json', ...UNO],
  [
    'lint and format',
    tool('@biomejs', 'biome', 'bin', 'biome'),
    'ci',
    '--colors=off',
    '--error-on-warnings',
  ],
  [
    'unused files, exports and packages',
    tool('knip', 'bin', 'knip.js'),
    '--no-progress',
    '--cache',
  ],
]

const children = new Set()
let stopped = false

/** Runs a tool to its end; with `quiet` its output is kept instead of printed. After a signal no tool starts. */
export function run(args, quiet) {
  if (stopped) return Promise.resolve({ ok: false, said: '' })
  return new Promise((resolve) => {
    const output = quiet ? 'pipe' : 'inherit'
    const child = spawn(nodePath(), args, {
      cwd: root,
      env: quiet ? { ...environment(), NO_COLOR: '1', FORCE_COLOR: '0' } : environment(),
      stdio: ['ignore', output, output],
    })
    children.add(child)
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT)
    let said = ''
    child.stdout?.on('data', (text) => {
      said += text
    })
    child.stderr?.on('data', (text) => {
      said += text
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      children.delete(child)
      resolve({ ok: code === 0, said })
    })
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    stopped = true
    for (const child of children) child.kill(signal)
    process.exitCode = 1
  })
}

/**
 * Runs all checks that do not run the program, and the steps of `more`. `said` is what those that failed printed, for a
 * caller whose other output would hide it.
 */
export async function runSteps(more = []) {
  const steps = [...STEPS, ...more]
  const faults = []
  for (const [name, ...args] of steps) {
    const { ok, said } = await run(args, true)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`)
    if (ok) continue
    faults.push(`FAILED ${name}\n${said}`)
    console.log(said)
  }
  return { passed: steps.length - faults.length, failed: faults.length, said: faults.join('\n') }
}

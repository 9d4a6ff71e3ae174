import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, nodePath, root } from './lib/prepare.mjs'

/** A run that hangs ends; a machine on which everything takes ten times as long does not come near it. */
const LIMIT = 10 * 3_600_000
const tool = (...names) => join(root, 'node_modules', ...names)
const TSC = tool('typescript', 'bin', 'tsc')

const STEPS = [
  ['types of server, core and tests', TSC, '-p', 'tsconfig.json'],
  ['types of the web', TSC, '-p', 'tsconfig.web.json'],
  ['types of the end-to-end tests', TSC, '-p', 'tsconfig.e2e.json'],
  [
    'lint and format',
    tool('@biomejs', 'biome', 'bin', 'biome'),
    'ci',
    '--colors=off',
    '--error-on-warnings',
  ],
  ['unused files, exports and packages', tool('knip', 'bin', 'knip.js'), '--no-progress'],
]

let child

/** Runs a tool to its end; its words are kept when `quiet`. */
function run(args, quiet) {
  return new Promise((resolve) => {
    const output = quiet ? 'pipe' : 'inherit'
    child = spawn(nodePath(), args, {
      cwd: root,
      env: quiet ? { ...environment(), NO_COLOR: '1', FORCE_COLOR: '0' } : environment(),
      stdio: ['ignore', output, output],
    })
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
      resolve({ ok: code === 0, said })
    })
  })
}

async function runSteps() {
  let failed = 0
  for (const [name, ...args] of STEPS) {
    const { ok, said } = await run(args, true)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`)
    if (ok) continue
    failed += 1
    console.log(said)
  }
  return { passed: STEPS.length - failed, failed }
}

/** Counts the tests; a file that did not load, or an error outside any test, is one failure. */
function count(file, ok) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const broken = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    ).length
    const failed = report.numFailedTests + broken
    const second = report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
    for (const { fullName, failureMessages } of second)
      console.log(`second try: ${fullName}\n${failureMessages.join('\n')}`)
    return { passed: report.numPassedTests, failed: failed === 0 && !ok ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

async function runVitest(filters) {
  const folder = mkdtempSync(join(tmpdir(), 'cambista-report-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  try {
    const { ok } = await run([tool('vitest', 'vitest.mjs'), 'run', ...reporters, ...filters], false)
    return count(file, ok)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    child?.kill(signal)
    process.exitCode = 1
  })
}

const steps = await runSteps()
const tests = await runVitest(process.argv.slice(2))
const failed = steps.failed + tests.failed
if (failed > 0) process.exitCode = 1
console.log(`${steps.passed + tests.passed} passed, ${failed} failed`)

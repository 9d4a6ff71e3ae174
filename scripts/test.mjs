import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, runSteps, VITEST } from './lib/steps.mjs'

/** Counts the tests of a result file; a test file that did not load, or an error outside any test, is one failure. */
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
    const left = report.numPendingTests
    return { passed: report.numPassedTests, left, failed: failed === 0 && !ok ? 1 : failed }
  } catch {
    return { passed: 0, left: 0, failed: 1 }
  }
}

async function runVitest(filters) {
  const folder = mkdtempSync(join(tmpdir(), 'cambista-report-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  try {
    const { ok } = await run([VITEST, 'run', ...reporters, ...filters], false)
    return count(file, ok)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// `npm run ensayo` is `npm test` with its rehearsals; so is `npm test` with a filter.
const given = process.argv.slice(2)
const filters = given.filter((each) => each !== '--ensayo')
if (given.length > 0) process.env.CAMBISTA_ENSAYO ??= '1'

// A check is one thread for most of its time, and so is what comes before the first test: PostgreSQL and its migrations.
const [steps, tests] = await Promise.all([runSteps(), runVitest(filters)])
// Once more, because thousands of tests have been told since.
if (steps.failed > 0) console.log(steps.said)
const failed = steps.failed + tests.failed
if (failed > 0) process.exitCode = 1
// Also what this machine has not the means for.
if (tests.left > 0) console.log(`${tests.left} skipped: «npm run ensayo» runs the rehearsals too`)
console.log(`${steps.passed + tests.passed} passed, ${failed} failed`)

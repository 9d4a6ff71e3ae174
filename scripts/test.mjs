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
    const { ok } = await run([VITEST, 'run', ...reporters, ...filters], false)
    return count(file, ok)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// A check is one thread for most of its time, and so is what comes before the first test: PostgreSQL and its migrations.
const [steps, tests] = await Promise.all([runSteps(), runVitest(process.argv.slice(2))])
// Once more, because thousands of tests have been told since.
if (steps.failed > 0) console.log(steps.said)
const failed = steps.failed + tests.failed
if (failed > 0) process.exitCode = 1
console.log(`${steps.passed + tests.passed} passed, ${failed} failed`)

// `npm run unit -- filter` runs tests without the checks and the build of `npm test`. Without a filter it runs the
// tests that need neither a database nor a browser; with one also those on PostgreSQL, which starts when it is needed.
import { run, VITEST } from './lib/steps.mjs'

const filters = process.argv.slice(2)
const projects = filters.length > 0 ? ['--project=unit', '--project=server'] : ['--project=unit']
const { ok } = await run([VITEST, 'run', '--passWithNoTests=false', ...projects, ...filters])
if (!ok) process.exitCode = 1

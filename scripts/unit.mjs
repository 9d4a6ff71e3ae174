// `npm run unit -- filter` runs tests without the checks and the build of `npm test`. Without a filter it runs the
// tests that need neither a database nor a browser; with one also those on PostgreSQL, which starts when it is needed.
// `npm run e2e -- filter` runs those of the browser alone. With a filter rehearsals run too.
import { run, VITEST } from './lib/steps.mjs'

const given = process.argv.slice(2)
const filters = given.filter((each) => each !== '--e2e')
const projects = given.includes('--e2e')
  ? ['--project=e2e']
  : filters.length > 0
    ? ['--project=unit', '--project=server']
    : ['--project=unit']
if (filters.length > 0) process.env.CAMBISTA_ENSAYO ??= '1'
const { ok } = await run([VITEST, 'run', '--passWithNoTests=false', ...projects, ...filters])
if (!ok) process.exitCode = 1

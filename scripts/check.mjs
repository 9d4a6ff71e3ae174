// `npm run check` checks types, lint, dead code, architecture and documents, without starting the program.
import { runSteps, VITEST } from './lib/steps.mjs'

const rule = (file) => [VITEST, 'run', '--project=unit', file]
const { failed } = await runSteps([
  ['architecture', ...rule('test/architecture')],
  ['what decides by time', ...rule('test/tiempo.test.ts')],
  ['documents', ...rule('test/documentos')],
  ['supply chain and security', ...rule('test/seguridad')],
])
if (failed > 0) process.exitCode = 1

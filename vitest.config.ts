import { defineConfig } from 'vitest/config'
import { PLAZO, PLAZO_PRUEBA } from './test/support/plazos.ts'

const server = [
  'src/**/*server.test.ts',
  'src/**/queries.test.ts',
  'src/server/**/*.test.ts',
  'test/{borrar-area,embedded,modelo,scripts}.test.ts',
  'test/jaula/*.test.ts',
  'test/{demo,entradas,permisos}*.test.ts',
]

/** No limit of a library decides: each is said, for every project. */
const common = {
  // The program is imported once per worker, not once per file: that was a quarter of all time. No module of it keeps
  // what a test does.
  isolate: false,
  // The default leaves a core to whoever watches: half of a small machine.
  maxWorkers: 2,
  testTimeout: PLAZO_PRUEBA,
  hookTimeout: PLAZO_PRUEBA,
  teardownTimeout: PLAZO_PRUEBA,
  expect: { poll: { timeout: PLAZO } },
}

// Groups run one after another: a browser beside a full set of server tests on two cores measures
// the machine, not the program.
export default defineConfig({
  test: {
    passWithNoTests: true,
    watch: false,
    pool: 'forks',
    ...common,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'src/**/*.test.tsx',
            'test/architecture*.test.ts',
            'test/{tiempo,documentos*}.test.ts',
            'test/tema/*.test.ts',
          ],
          exclude: [...server, '**/node_modules/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'server',
          include: server,
          globalSetup: ['test/support/servidor/global.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/support/servidor/global.ts'],
          // A browser on a busy machine; `npm test` names what needed it, which is a defect to look into.
          retry: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})

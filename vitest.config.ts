import { defineConfig } from 'vitest/config'
import { PLAZO, PLAZO_PRUEBA } from './test/support/plazos.ts'
import { ENSAYOS, LargasPrimero } from './test/support/vitest/orden.ts'

const server = [
  'src/**/*server.test.ts',
  'src/**/queries.test.ts',
  'src/server/**/*.test.ts',
  'test/{borrar-area,embedded,modelo,scripts}.test.ts',
  'test/jaula/**/*.test.ts',
  'test/{demo,entradas,permisos}*.test.ts',
  'test/demo/*.test.ts',
  'test/despliegue/*.test.ts',
  'test/averias/*.test.ts',
]

const fuera = ['**/node_modules/**', ...(process.env.CAMBISTA_ENSAYO === '1' ? [] : ENSAYOS)]

/** Settings of every project; all time limits are set here, so that no default of a library applies. */
const common = {
  // Modules are imported once per worker and not once per test file, which took a quarter of all time. This is safe
  // because no module of the program keeps state between tests but the house's time zone, which each start sets.
  isolate: false,
  // Before each test: what another one, of a file before it too, put into the place of a global is not its own.
  unstubGlobals: true,
  unstubEnvs: true,
  // The default leaves one core free, which is half of a small machine.
  maxWorkers: 2,
  testTimeout: PLAZO_PRUEBA,
  hookTimeout: PLAZO_PRUEBA,
  teardownTimeout: PLAZO_PRUEBA,
  expect: { poll: { timeout: PLAZO } },
}

// Groups run one after another: browser tests beside all server tests on two cores would fail for lack of processor
// time and not because of the program.
export default defineConfig({
  test: {
    passWithNoTests: true,
    watch: false,
    pool: 'forks',
    ...common,
    sequence: { sequencer: LargasPrimero },
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
            'test/{seguridad,tema}/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...server, '**/node_modules/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'server',
          // These wait for PostgreSQL's disk and for locks: with two, a part of both cores stays idle.
          maxWorkers: 3,
          include: server,
          exclude: fuera,
          globalSetup: ['test/support/servidor/global.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          exclude: fuera,
          globalSetup: ['test/support/servidor/global.ts'],
          // A browser test may fail on a busy machine. `npm test` lists each test that needed a retry: a defect.
          retry: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

const server = [
  'src/**/*server.test.ts',
  'src/**/queries.test.ts',
  'src/server/**/*.test.ts',
  'test/{embedded,scripts}.test.ts',
  'test/jaula/*.test.ts',
  'test/{entradas,permisos}*.test.ts',
]

// Groups run one after another: a browser beside a full set of server tests on two cores measures
// the machine, not the program.
export default defineConfig({
  test: {
    passWithNoTests: true,
    watch: false,
    pool: 'forks',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/architecture*.test.ts'],
          exclude: [...server, '**/node_modules/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'server',
          include: server,
          globalSetup: ['test/support/global.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/support/global.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // A browser on a busy machine; `npm test` names what needed it, which is a defect to look into.
          retry: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})

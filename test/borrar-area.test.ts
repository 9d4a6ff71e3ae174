import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { arrancar } from './jaula/servidor.ts'
import { baseFolder } from './support/servidor/carpeta.ts'
import { createEmptyDatabase } from './support/servidor/database.ts'

/*
 * An area of the last steps can be removed: its folder, and the lines of src/main.* that name it. The rest of the
 * program passes the type checker and serves.
 */

const ORIGIN = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
const PROGRAM = ['package.json', 'tsconfig.json', 'tsconfig.web.json', 'db', 'src']
// The tests' database may lose commits, which the program refuses: the cage's entry starts it anyway.
for (const name of [...PROGRAM, 'test/jaula/programa-olvidadizo.ts'])
  cpSync(join(ORIGIN, name), join(copy, name), { recursive: true })
symlinkSync(join(ORIGIN, 'node_modules'), join(copy, 'node_modules'))
// The demo uses every area, so an empty one replaces it.
mkdirSync(join(copy, 'scripts/demo'), { recursive: true })
writeFileSync(
  join(copy, 'scripts/demo/load.ts'),
  'export const loadDemo = async (_url: string, _options: unknown) => false',
)
writeFileSync(
  join(copy, 'scripts/demo/viva.ts'),
  'export const mantenerViva = (_url: string, _options: object, _falla: (error: unknown) => void) => async () => {}',
)
const database = await createEmptyDatabase()

afterAll(async () => {
  await database.drop()
  rmSync(copy, { recursive: true, force: true })
})

/** Removes the lines of src/main.* that match `which`; returns their number. */
function quitarDeMain(which: RegExp): number {
  let gone = 0
  for (const name of readdirSync(join(copy, 'src')).filter((each) => each.startsWith('main.'))) {
    const file = join(copy, 'src', name)
    const lines = readFileSync(file, 'utf8').split('\n')
    const left = lines.filter((line) => !which.test(line))
    gone += lines.length - left.length
    writeFileSync(file, left.join('\n'))
  }
  return gone
}

/** The type checker's output for the program alone: tests and scripts may still name the area. */
function types(project: string, include: string[], exclude: string[]): string {
  const own = join(copy, `tsconfig.${include.length}.json`)
  writeFileSync(own, JSON.stringify({ extends: `./${project}`, include, exclude }))
  const tsc = join(ORIGIN, 'node_modules/typescript/bin/tsc')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    // One checker of types takes half the processor time of four, which the other tests need.
    [tsc, '-p', own, '--tsBuildInfoFile', `${own}.info`, '--checkers', '1'],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  )
  return stdout + stderr
}

test('without gastos the program passes the type checker and serves', async () => {
  rmSync(join(copy, 'src/areas/gastos'), { recursive: true })
  // Three imports, its place among the areas and among those with rules of the books, the screens and what they
  // contribute, and its item of the menu.
  expect(quitarDeMain(/\/gastos\/|^ +gastos,$|\.\.\.gastos,|aportaGastos,$|nombre: 'gastos'/)).toBe(
    8,
  )
  expect(types('tsconfig.json', ['src/main.server.ts'], [])).toBe('')
  const web = ['src/web', 'src/areas/*/ui', 'src/areas/**/*.tsx', 'src/main.web.tsx']
  expect(types('tsconfig.web.json', web, ['**/*.test.ts', '**/*.test.tsx'])).toBe('')
  const server = await arrancar(database.url, { carpeta: copy, olvidadiza: true })
  const answer = await fetch(`http://127.0.0.1:${server.puerto}/api/gastos`)
  expect(answer.status).toBe(404)
  await server.parar()
})

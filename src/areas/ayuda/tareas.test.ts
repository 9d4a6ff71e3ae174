import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EN, EXPLICAN } from '../../../test/e2e/manual/tareas.ts'
import { capituloDe } from './rules.ts'

const MANUAL = 'docs/manual'
const PRUEBAS = 'test/e2e/manual'

const secciones = readdirSync(MANUAL)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .flatMap((name) => {
    const { nombre, secciones: all } = capituloDe(
      name.slice(0, -3),
      readFileSync(`${MANUAL}/${name}`, 'utf8'),
    )
    return all.map(({ ancla, texto }) => ({ lugar: `${nombre}#${ancla}`, texto }))
  })

const archivos = readdirSync(PRUEBAS).filter((name) => /^tareas-.*\.e2e\.ts$/.test(name))
const tareas = archivos.flatMap((name) =>
  [...readFileSync(`${PRUEBAS}/${name}`, 'utf8').matchAll(/^tarea\('([^']+)'/gm)].map(
    ([, lugar = '']) => lugar,
  ),
)

test('every section of the manual is a task done without a mouse, is made of such, or asks nothing (R-327)', () => {
  const named = [...tareas, ...Object.keys(EN), ...EXPLICAN]
  expect(named.toSorted()).toEqual(secciones.map(({ lugar }) => lugar).toSorted())
  const done = (one: string) => tareas.includes(one) || (one.startsWith('test/') && existsSync(one))
  expect(Object.values(EN).flatMap((made) => made.filter((one) => !done(one)))).toEqual([])
})

test('a section with steps in order is no explanation (R-327)', () => {
  const stepped = secciones.filter(({ texto }) => /^1\. /m.test(texto)).map(({ lugar }) => lugar)
  expect(stepped.length).toBeGreaterThan(10)
  expect(stepped.filter((lugar) => EXPLICAN.includes(lugar))).toEqual([])
})

test('what does a task touches nothing but keys: no click, no filled field, no focus that was given (R-327)', () => {
  const others = [
    `${PRUEBAS}/teclas.ts`,
    'test/e2e/estreno/persona.ts',
    'test/e2e/estreno/primer-ticket.e2e.ts',
  ]
  const acts =
    /\.(?:click|dblclick|fill|check|uncheck|setChecked|selectOption|tap|hover|focus|clear|dragTo|dispatchEvent|pressSequentially)\(|\.mouse\b|(?<!keyboard)\.press\(/
  const faults = [...archivos.map((name) => `${PRUEBAS}/${name}`), ...others].flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) => (acts.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(faults).toEqual([])
})

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLASES } from '../contract/clases.ts'

/* a kind is one block of SQL or a mark in the audit, and its words. */

const PARTS = globSync('src/{server,areas/*}/sql/aportes/excepciones.sql')
const read = (files: readonly string[]) =>
  files.map((file) => readFileSync(file, 'utf8')).join('\n')
const sql = read(PARTS)

/** The kinds that blocks of SQL name: a word of its own as second column, in a CASE, or in the list of acts. */
const named = [
  ...sql.matchAll(/SELECT '[\w:]+' \|\| [\w.| ':]+,\s+(CASE[^;]*?END|'[a-z-]+'),/g),
  ...sql.matchAll(/\('[a-z-]+', (?:NULL|'[a-z-]+'), ('[a-z-]+'),/g),
].flatMap(([, given = '']) =>
  [...given.matchAll(/(?:^|THEN |ELSE )'([a-z-]+)'/g)].map(([, clase]) => clase),
)

test('every kind that a block of SQL names has words', () => {
  expect(PARTS.length).toBeGreaterThan(8)
  expect(new Set(named).size).toBeGreaterThan(15)
  expect(named.filter((clase) => !(clase && clase in CLASES))).toEqual([])
})

test('every mark in the audit is of a kind with words, and every kind comes from somewhere', () => {
  const sources = globSync('src/**/*.{ts,sql}').filter(
    (file) => !file.includes('.test.') && !PARTS.includes(file),
  )
  const marks = [
    ...read(sources.filter((file) => readFileSync(file, 'utf8').includes('excepcion'))).matchAll(
      /(?:clase: |'clase', )'([a-z-]+)'/g,
    ),
  ].map(([, clase]) => clase)
  expect(marks).toContain('reimpresion')
  expect(marks.filter((clase) => !(clase && clase in CLASES))).toEqual([])
  const controls = [
    ...read(sources).matchAll(/(?:clave: |'clave', |control_vigilar\()'([a-z-]+)'/g),
    ...read(sources).matchAll(/'clave', CASE .*? THEN '([a-z-]+)' ELSE/g),
  ].map(([, clase]) => clase)
  const known = new Set([...named, ...marks, ...controls])
  expect(Object.keys(CLASES).filter((clase) => !known.has(clase))).toEqual([])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { livingSql, numberedSql } from '../src/server/migrate-files.ts'

/* Where SQL stands: tables and data in numbered files that are run once, everything else once in its area, as it is. */

const MAX_LINES = 300

interface SqlFile {
  name: string
  text: string
}

/** Text without comments. */
const code = (text: string) => text.replace(/--.*$/gm, '')

const LIVING =
  /^\s*CREATE\s+(OR\s+REPLACE\s+)?(FUNCTION|PROCEDURE|VIEW|(CONSTRAINT\s+)?TRIGGER)|^\s*(GRANT|REVOKE)\b/im
const ONCE = /^CREATE\s+(UNIQUE\s+)?(TABLE|TYPE|INDEX|SEQUENCE)|^(INSERT|UPDATE|DELETE|ALTER)\s/im
const NOT_AGAIN = /^CREATE\s+(FUNCTION|PROCEDURE|VIEW|TRIGGER)\b/im

function numberedFaults({ name, text }: SqlFile): string[] {
  return LIVING.test(code(text)) ? [`${name}: a function, trigger, view or right`] : []
}

function livingFaults({ name, text }: SqlFile): string[] {
  const plain = code(text)
  const faults: string[] = []
  if (ONCE.test(plain)) faults.push(`${name}: a table, an index or data`)
  if (NOT_AGAIN.test(plain)) faults.push(`${name}: cannot be applied again`)
  const lines = text.split('\n').length - 1
  if (lines > MAX_LINES) faults.push(`${name}: ${lines} lines, at most ${MAX_LINES}`)
  return faults
}

/** Functions by name; those that differ by their arguments only are named here. */
const OVERLOADED = new Set(['precio_funcional'])

function twice(files: SqlFile[]): string[] {
  const names = files.flatMap(({ text }) =>
    [...code(text).matchAll(/^CREATE OR REPLACE (?:FUNCTION|VIEW) (\w+)/gim)].map(
      ([, n]) => n ?? '',
    ),
  )
  return names.filter((name, i) => names.indexOf(name) !== i && !OVERLOADED.has(name))
}

const numbered = () => numberedSql().flatMap(({ files }) => files)

test('the SQL stands where it belongs', () => {
  expect(numbered().flatMap(numberedFaults)).toEqual([])
  expect(livingSql().files.flatMap(livingFaults)).toEqual([])
  expect(twice(livingSql().files)).toEqual([])
})

test.each([
  ['a function', 'CREATE FUNCTION a() RETURNS void LANGUAGE sql RETURN 1;'],
  ['a function anew', 'CREATE OR REPLACE FUNCTION a() RETURNS void LANGUAGE sql RETURN 1;'],
  ['a trigger', 'CREATE CONSTRAINT TRIGGER a AFTER INSERT ON b EXECUTE FUNCTION c();'],
  ['a view', 'CREATE VIEW a AS SELECT 1;'],
  ['a right', 'GRANT SELECT ON a TO b;'],
])('a numbered file is refused with %s', (_, text) => {
  expect(numberedFaults({ name: 'db/0009-x.sql', text })).toHaveLength(1)
})

test.each([
  ['a table', 'CREATE TABLE a (id integer);', /a table/],
  ['data', 'INSERT INTO a VALUES (1);', /data/],
  [
    'a function that exists already',
    'CREATE FUNCTION a() RETURNS void LANGUAGE sql RETURN 1;',
    /again/,
  ],
  ['301 lines', '-- line\n'.repeat(301), /301 lines/],
])('a living file is refused with %s', (_, text, fault) => {
  const found = livingFaults({ name: 'src/server/sql/x.sql', text })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(fault)
})

/** Digests of the numbered files that a release has run in somebody's house, by name. A release adds its own. */
const published = () =>
  Object.entries(JSON.parse(readFileSync('db/publicadas.json', 'utf8')) as Record<string, string>)

/** Published files that are missing or are no longer what they were. */
function changed(files: { nombre: string; huella: string }[]): string[] {
  const now = new Map(files.map(({ nombre, huella }) => [nombre, huella]))
  return published().flatMap(([nombre, huella]) => (now.get(nombre) === huella ? [] : [nombre]))
}

test('what a release ran is never changed', () => {
  expect(published().length).toBeGreaterThan(0)
  expect(changed(numberedSql())).toEqual([])
})

test('a changed or missing file of a release is refused', () => {
  const [first, ...rest] = numberedSql()
  if (!first) throw new Error('no numbered file')
  expect(changed([{ ...first, huella: 'other' }, ...rest])).toEqual([first.nombre])
  expect(changed(rest)).toEqual([first.nombre])
})

test('a function that stands twice is refused', () => {
  const file = {
    name: 'x.sql',
    text: 'CREATE OR REPLACE FUNCTION a() RETURNS void LANGUAGE sql RETURN 1;',
  }
  expect(twice([file, file])).toEqual(['a'])
})

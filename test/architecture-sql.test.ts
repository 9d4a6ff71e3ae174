import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REFUSALS } from '../src/core/rechazos.ts'
import { REPAROS } from '../src/core/reparos.ts'
import { livingSql, numberedSql } from '../src/server/db/migrate-files.ts'
import { step } from './support/pasos.ts'
import {
  areaOf,
  code,
  livingFiles,
  numberedFiles,
  type Owned,
  owners,
  references,
  type SqlFile,
} from './support/sql-fuentes.ts'

/* Tables and data are in numbered files, which run once; every other SQL object is defined once, in its area. */

const MAX_LINES = 300
const MAX_FUNCTION = 70
const MAX_WIDTH = 120

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
  const wide = text.split('\n').findIndex((line) => line.length > MAX_WIDTH)
  if (wide >= 0) faults.push(`${name}:${wide + 1}: wider than ${MAX_WIDTH}`)
  return faults
}

/** Conditions of PL/pgSQL that hold a bare CASE: they end at its first THEN, which only running them would show. */
function conditionFaults({ name, text }: SqlFile): string[] {
  const plain = code(text)
  return [...plain.matchAll(/^\s*(?:ELS)?IF\b/gm)].flatMap(({ index, 0: { length } }) => {
    let depth = 0
    let bare = ''
    for (const part of plain.slice(index + length).split(/([()]|\bTHEN\b)/)) {
      if (part === 'THEN' && depth === 0) break
      if (part === '(') depth += 1
      if (part === ')') depth -= 1
      if (depth === 0) bare += part
    }
    return /\bCASE\b/.test(bare) ? [`${name}: IF ${bare.trim()}: a CASE in parentheses`] : []
  })
}

test('a condition holds a CASE in parentheses only', () => {
  expect(livingFiles().flatMap(conditionFaults)).toEqual([])
  const faults = (text: string) => conditionFaults({ name: 'x.sql', text })
  expect(faults("  IF NOT CASE a WHEN 'b' THEN c ELSE d END THEN")).toHaveLength(1)
  expect(faults("  IF NOT (CASE a WHEN 'b' THEN c ELSE d END) THEN")).toEqual([])
})

/** Overloaded functions: names that may be defined more than once, with different arguments. */
const OVERLOADED = new Set([
  'precio_funcional',
  // What runs a set is chosen by the type of its cases.
  'operacion_juzgar',
  'operacion_ocupa',
  'operaciones_cumplir',
])

function twice(files: SqlFile[]): string[] {
  const names = files.flatMap(({ text }) =>
    [...code(text).matchAll(/^CREATE OR REPLACE (?:FUNCTION|VIEW) (\w+)/gim)].map(
      ([, n]) => n ?? '',
    ),
  )
  return names.filter((name, i) => names.indexOf(name) !== i && !OVERLOADED.has(name))
}

/**
 * An area may reference areas of lower steps and the shared SQL (`server`): ledger, audit, idempotency, common code.
 * Shared SQL references no area except tables of the first step: currencies, users and settings.
 */
function directionFaults(file: SqlFile, known: Map<string, Owned>): string[] {
  const mine = areaOf(file.name)
  // Statements that remove an object may reference any area.
  if (file.name === 'src/server/sql/retirado.sql') return []
  return references(file, known).flatMap(([what, { area, kind }]) => {
    const allowed =
      mine === 'server'
        ? step(area) === 0 && kind === 'table'
        : area === 'server' || step(area) < step(mine)
    return allowed ? [] : [`${file.name}: names ${what} of ${area}, which is not on a lower step`]
  })
}

const WRITES_LEDGER =
  /\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE)\s+(ONLY\s+)?(asientos|apuntes)\b|\bUPDATE\s+cuentas_contables\b[^;]*\bSET\b[^;]*\bsaldo\s*=/i

function ledgerFaults({ name, text }: SqlFile): string[] {
  if (name === 'src/server/sql/libro.sql' || !WRITES_LEDGER.test(code(text))) return []
  return [`${name}: only libro.sql writes the ledger`]
}

function lengthFaults({ name, text }: SqlFile): string[] {
  return text.split(/^(?=CREATE )/m).flatMap((made) => {
    const title = /^CREATE OR REPLACE FUNCTION (\w+)/i.exec(made)?.[1]
    const lines = (/^[\s\S]*?\$\$[\s\S]*?\$\$/.exec(made)?.[0] ?? '').split('\n').length
    return title && lines > MAX_FUNCTION
      ? [`${name}: ${title} has ${lines} lines, at most ${MAX_FUNCTION}`]
      : []
  })
}

test('the SQL keeps the direction, the one writer of the ledger, and the length of a function', () => {
  const files = livingFiles()
  const known = owners(files, numberedFiles())
  expect(files.flatMap((file) => directionFaults(file, known))).toEqual([])
  expect(files.flatMap(ledgerFaults)).toEqual([])
  expect(files.flatMap(lengthFaults)).toEqual([])
})

test.each([
  ['clientes', 'SELECT 1 FROM ordenes;'],
  ['clientes', 'SELECT o.ordenes_id FROM a, LATERAL ordenes_cotizar(1) o;'],
  ['clientes', 'CREATE OR REPLACE FUNCTION a(p ordenes) RETURNS void LANGUAGE sql RETURN 1;'],
  ['clientes', 'DECLARE v ordenes%ROWTYPE;'],
  ['ordenes', 'SELECT 1 FROM compras_ventas;'],
  ['cierres', 'CREATE TRIGGER a AFTER INSERT ON comisiones EXECUTE FUNCTION b();'],
])('%s is refused: %s', (area, text) => {
  const known = owners(livingFiles(), numberedFiles())
  expect(directionFaults({ name: `src/areas/${area}/sql/x.sql`, text }, known)).toHaveLength(1)
})

test('shared SQL may not reference an area, except tables of the first step', () => {
  const known = owners(livingFiles(), numberedFiles())
  const faults = (text: string) => directionFaults({ name: 'src/server/sql/x.sql', text }, known)
  expect(faults('SELECT 1 FROM cuentas;')).toHaveLength(1)
  expect(faults('SELECT telegram_anotar(1, 2, 3);')).toHaveLength(1)
  expect(faults('SELECT 1 FROM monedas;')).toEqual([])
})

test.each([
  'INSERT INTO asientos (id) VALUES (1);',
  'DELETE FROM apuntes;',
  'UPDATE cuentas_contables c SET saldo = 0;',
])('a second writer of the ledger is refused: %s', (text) => {
  expect(ledgerFaults({ name: 'src/areas/ordenes/sql/x.sql', text })).toHaveLength(1)
})

test('a function of 71 lines is refused', () => {
  const text = `CREATE OR REPLACE FUNCTION a() RETURNS void LANGUAGE plpgsql AS $$\n${'--\n'.repeat(69)}END $$;\n`
  expect(lengthFaults({ name: 'x.sql', text })).toHaveLength(1)
  expect(lengthFaults({ name: 'x.sql', text: text.replace('--\n', '') })).toEqual([])
})

test('every SQL object is in the right file', () => {
  expect(numberedFiles().flatMap(numberedFaults)).toEqual([])
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
  ['a line of 121 signs', `-- ${'a'.repeat(118)}\n`, /wider than 120/],
])('a living file is refused with %s', (_, text, fault) => {
  const found = livingFaults({ name: 'src/server/sql/x.sql', text })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(fault)
})

/** Digests, by name, of the numbered files of published releases. Each release adds its own. */
const published = () =>
  Object.entries(JSON.parse(readFileSync('db/publicadas.json', 'utf8')) as Record<string, string>)

/** Published files that are missing or are no longer what they were. */
function changed(files: { nombre: string; huella: string }[]): string[] {
  const now = new Map(files.map(({ nombre, huella }) => [nombre, huella]))
  return published().flatMap(([nombre, huella]) => (now.get(nombre) === huella ? [] : [nombre]))
}

test('the numbered files of a release never change', () => {
  expect(published().length).toBeGreaterThan(0)
  expect(changed(numberedSql())).toEqual([])
})

test('a changed or missing file of a release is refused', () => {
  const [first, ...rest] = numberedSql()
  if (!first) throw new Error('no numbered file')
  expect(changed([{ ...first, huella: 'other' }, ...rest])).toEqual([first.nombre])
  expect(changed(rest)).toEqual([first.nombre])
})

test('a function defined twice is refused', () => {
  const file = {
    name: 'x.sql',
    text: 'CREATE OR REPLACE FUNCTION a() RETURNS void LANGUAGE sql RETURN 1;',
  }
  expect(twice([file, file])).toEqual(['a'])
})

/** The arguments of each call of a function, as they are written. */
function calls(text: string, name: string): string[][] {
  return [...code(text).matchAll(new RegExp(`\\b${name}\\(`, 'g'))].map(({ index, 0: start }) => {
    const args = ['']
    let depth = 0
    let quoted = false
    for (const sign of code(text).slice(index + start.length)) {
      if (sign === "'") quoted = !quoted
      if (!quoted && sign === ')' && depth === 0) break
      if (!quoted && '(['.includes(sign)) depth += 1
      if (!quoted && ')]'.includes(sign)) depth -= 1
      if (!quoted && sign === ',' && depth === 0) args.push('')
      else args.push(`${args.pop()}${sign}`)
    }
    return args.map((arg) => arg.trim())
  })
}

const KEY = /'([A-Z][A-Z_]+)'/g
const holes = (sentence: string) =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** The names of what a call gives: `jsonb_build_object('name', …)`; null where another's are passed on. */
function namesOf(data: string | undefined): string[] | null {
  if (data === undefined) return []
  if (!data.startsWith('jsonb_build_object(')) return null
  const [args = []] = calls(data, 'jsonb_build_object')
  return args.filter((_, i) => i % 2 === 0).map((name) => name.replaceAll("'", ''))
}

/** The keys under which SQL finds a field wrong, each with what it gives. */
function reparos(files: SqlFile[]): { key: string; data: string[] | null }[] {
  return files.flatMap(({ text }) =>
    calls(text, 'reparo').flatMap(([keys = '', data]) =>
      [...keys.matchAll(KEY)].map(([, key = '']) => ({ key, data: namesOf(data) })),
    ),
  )
}

function sentenceFaults(files: SqlFile[]): string[] {
  const words: Readonly<Record<string, string>> = REPAROS
  const faults = reparos(files).flatMap(({ key, data }) => {
    const asked = words[key]
    if (asked === undefined) return [`${key} has no sentence`]
    // {libros} is the currency of the books, which nobody has to name.
    const missing = holes(asked).filter((name) => name !== 'libros' && data && !data.includes(name))
    return missing.map((name) => `${key} lacks {${name}}`)
  })
  const spoken = files.flatMap(({ name, text }) =>
    calls(text, 'rechazar_campo')
      .filter(([, said = '']) => /^'|format\(|\|\| '/.test(said))
      .map(() => `${name}: a sentence of a field`),
  )
  const byHand = files
    .filter(({ name, text }) => name !== 'src/server/sql/comun.sql' && code(text).includes("'msg'"))
    .map(({ name }) => `${name}: a sentence of a field`)
  const codes = files.flatMap(({ text }) =>
    calls(text, 'rechazar').flatMap(([c = '']) => [...c.matchAll(KEY)].map(([, key = '']) => key)),
  )
  const unknown = codes.filter((c) => !(c in REFUSALS)).map((c) => `${c} is no refusal`)
  return [...faults, ...spoken, ...byHand, ...unknown]
}

test('SQL raises keys, and every key has its sentence with what it names', () => {
  const files = livingFiles()
  expect(sentenceFaults(files)).toEqual([])
  const used = new Set(reparos(files).map(({ key }) => key))
  expect(Object.keys(REPAROS).filter((key) => !used.has(key))).toEqual([])
})

test.each([
  ["SELECT rechazar_campo('a', 'No vale.');", /a sentence of a field/],
  ["SELECT rechazar_campo('a', format('%s no vale.', b));", /a sentence of a field/],
  [
    "SELECT rechazar('VALIDACION', jsonb_build_object('msg', 'No vale.'));",
    /a sentence of a field/,
  ],
  ["SELECT rechazar_campo('a', reparo('NO_VALE'));", /NO_VALE has no sentence/],
  [
    "SELECT reparo(CASE WHEN a THEN 'DECIMALES' ELSE 'OTRO' END, jsonb_build_object('decimales', f(1, 2)));",
    /OTRO has no sentence/,
  ],
  ["SELECT reparo('FALTA_PAGAR');", /FALTA_PAGAR lacks \{monto\}/],
  ["SELECT reparo('FALTA_PAGAR', jsonb_build_object('mnto', f(a, 'x')));", /lacks \{monto\}/],
  ["SELECT rechazar('NO_EXITE', '{}');", /NO_EXITE is no refusal/],
])('SQL is refused that says %s', (text, fault) => {
  const found = sentenceFaults([{ name: 'x.sql', text }])
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(fault)
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Documento, decisions, documents, sources } from './support/documentos.ts'

/* Every rule that the project cites is in the documents; every file and name in the documents is in the sources. */

/** Numbered files that a release has run: their comments stay as they are. */
const FROZEN = /^db\/000[1-5]-/
const OLD_MARKS = '## Old marks'
/** Ways of citing papers that are not in the repository. */
const FOREIGN = [
  /\b[Ss]pec(?:\.md)?,? (?:section )?\d+(?:\.\d+)?/g,
  /\b(?:PG|API|SPA|G)-\d+\b/g,
  // One of that name is in docs.
  /(?<!docs\/|\]\()\b(?:spec|api|ui|quality|performance)\.md\b/g,
  /\b[Tt]he seed\b|\bseed[’']s\b|\(seed, /g,
  /\b[Ii]ssue \d+\b|\bitem \d+:/g,
]

const foreignIn = (text: string) =>
  FOREIGN.flatMap((form) => [...text.matchAll(form)].map(([mark]) => mark))

function foreignFaults({ path, text }: Documento): string[] {
  if (FROZEN.test(path)) return []
  const known = path === 'docs/reglas.md' ? text.indexOf(OLD_MARKS) : text.length
  return foreignIn(text.slice(0, known)).map((mark) => `${path}: ${mark} leads nowhere`)
}

/** The rules by number, in the order in which they stand. */
const rulesOf = (reglas: string) =>
  [...reglas.matchAll(/^- \*\*(R-\d+)\*\* /gm)].map(([, rule]) => rule ?? '')

function citationFaults({ path, text }: Documento, rules: string[], adrs: string[]): string[] {
  const cited = [
    ...[...text.matchAll(/\bR-\d+\b/g)].filter(([rule]) => !rules.includes(rule)),
    ...[...text.matchAll(/\bADR (\d{4})\b/g)].filter(([, n = '']) => !adrs.includes(n)),
    ...[...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].filter(([file]) => !existsSync(file)),
  ]
  return cited.map(([mark]) => `${path}: ${mark} leads nowhere`)
}

const reglas = () => readFileSync('docs/reglas.md', 'utf8')
const adrNumbers = () => decisions(documents()).map(({ numero }) => numero)

test('every citation is found in the documents', () => {
  const rules = rulesOf(reglas())
  expect(rules.length).toBeGreaterThan(80)
  const all = sources()
  const adrs = adrNumbers()
  expect(all.flatMap(foreignFaults)).toEqual([])
  expect(all.flatMap((file) => citationFaults(file, rules, adrs))).toEqual([])
})

test('every rule has a number of its own', () => {
  const rules = rulesOf(reglas())
  expect(rules.filter((rule, i) => rules.indexOf(rule) !== i)).toEqual([])
})

test('the old marks are explained, and no others', () => {
  const all = sources()
  const there = all.filter(({ path }) => FROZEN.test(path)).flatMap(({ text }) => foreignIn(text))
  const table = reglas().slice(reglas().indexOf(OLD_MARKS))
  const told = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, mark]) => mark)
  expect(told.toSorted()).toEqual([...new Set(there)].sort())
})

test.each([
  ['spec 1.3', '// The books (spec 1.3).'],
  ['a section', '/* (spec, section 4) */'],
  ['PG-9', '-- One view of the books (PG-9).'],
  ['G-22', '/* G-22: lists. */'],
  ['SPA-4', '// SPA-4'],
  ['api.md', '// (api.md)'],
  ['the seed', '// as the seed has it'],
  ['a section of it', '// (seed, section 9)'],
  ['an issue', '// Issue 12 asks for it'],
])('%s is refused', (_, text) => {
  expect(foreignFaults({ path: 'src/core/dinero/tasa.ts', text })).toHaveLength(1)
  expect(foreignFaults({ path: 'db/0001-tablas/12-libro.sql', text })).toEqual([])
})

test('a random seed is not a citation', () => {
  expect(foreignFaults({ path: 'test/x.ts', text: '(seed 7), a seed of the row' })).toEqual([])
})

test.each([
  ['R-9999', '// R-9999', 1],
  ['ADR 9999', '// (ADR 9999)', 1],
  ['docs/none.md', '// docs/none.md', 1],
  ['R-1, ADR 0001, docs/reglas.md', '// R-1, ADR 0001, docs/reglas.md', 0],
])('of %s leads nowhere: %s, %i', (_, text, faults) => {
  const file = { path: 'src/core/dinero/tasa.ts', text }
  expect(citationFaults(file, ['R-1'], ['0001'])).toHaveLength(faults)
})

/** Placeholders for any name in the path of a file. */
const PLACE = /NAME|NNNN-what/g

/** The names in code type of a document that do not exist: files, and words found in no source. */
function nameFaults({ path, text }: Documento, words: Set<string>): string[] {
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)
  return [...new Set(named)].flatMap((name) => {
    if (/^(src|test|db|docs|scripts|bench)\//.test(name))
      return globSync(name.replace(PLACE, '*')).length > 0 ? [] : [`${path}: no file ${name}`]
    if (!/^[\w:-]+$/.test(name) || words.has(name)) return []
    return name.split(/[:-]/).every((word) => words.has(word))
      ? []
      : [`${path}: nothing is named ${name}`]
  })
}

const wordsOf = (files: Documento[]) =>
  new Set(
    files
      .filter(({ path }) => !path.endsWith('.md'))
      .flatMap(({ text }) => text.match(/\w+/g) ?? []),
  )

test('everything that the documents name exists', () => {
  const words = wordsOf(sources())
  const told = /^(docs\/[a-z]+|ARCHITECTURE|CONTRIBUTING|README|SECURITY)\.md$/
  const named = documents().filter(({ path }) => told.test(path))
  expect(named.length).toBeGreaterThan(8)
  expect(named.flatMap((file) => nameFaults(file, words))).toEqual([])
})

test.each([
  ['a word', '`no_such_function`', 1],
  ['a file', '`src/server/none.ts`', 1],
  ['files', '`src/areas/**/none.server.test.ts`', 1],
  ['names that are there', '`libro_contabilizar`, `src/areas/**/rules.ts`, `S/ 10 a day`', 0],
])('a document that names %s is refused as it should be', (_, text, faults) => {
  expect(nameFaults({ path: 'docs/x.md', text }, new Set(['libro_contabilizar']))).toHaveLength(
    faults,
  )
})

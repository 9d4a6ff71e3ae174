import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Documento, decisions, documents, numbersIn } from './support/documentos.ts'

/* The documents: decisions (ADRs) are numbered, indexed and dated, and every link leads to a file. */

/** Decisions are numbered from 0001 without a gap, each with its title, its status and its date. */
function decisionFaults(docs: Documento[]): string[] {
  const all = decisions(docs)
  return all.flatMap(({ numero, file, titulo, status, amends }, i) => {
    const faults: string[] = []
    const due = String(i + 1).padStart(4, '0')
    if (numero !== due) faults.push(`${file}: ${due} is missing`)
    if (!titulo) faults.push(`${file}: no title "# ${numero} …"`)
    if (!status) faults.push(`${file}: no line "Status: … Date: …"`)
    for (const later of numbersIn(status)) {
      const other = all.find((each) => each.numero === later)
      if (!other?.amends.includes(numero) && status.startsWith('Amended'))
        faults.push(`${file}: ${later} does not say that it amends ${numero}`)
    }
    for (const earlier of amends) {
      const other = all.find((each) => each.numero === earlier)
      if (!numbersIn(other?.status).includes(numero))
        faults.push(`${file}: ${earlier} does not say that it was amended`)
    }
    return faults
  })
}

/** The index has a line for each decision, with its title and its status as they stand on its page, and a sentence. */
function indexFaults(docs: Documento[]): string[] {
  const index = docs.find(({ path }) => path === 'docs/adr/README.md')?.text ?? ''
  const rows = index
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const due = decisions(docs).map(({ numero, file, titulo, status }) => [
    `[${numero}](${file})`,
    titulo,
    status.replace(/\[(\d+)\]\([^)]*\)/g, '$1'),
  ])
  const found = rows.map((cells) => cells.slice(0, 3).join(' | '))
  const wanted = due.map((cells) => cells.join(' | '))
  return [
    ...wanted.filter((row) => !found.includes(row)).map((row) => `not in the index: ${row}`),
    ...found.filter((row) => !wanted.includes(row)).map((row) => `only in the index: ${row}`),
    ...rows.filter((cells) => !cells[3]).map(([row]) => `${row}: no sentence in the index`),
  ]
}

/** The anchors of a document's headings. */
const anchors = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Relative links lead to files that exist, and to headings that they have. */
function linkFaults({ path, text }: Documento): string[] {
  const plain = text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '')
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [file = '', anchor] = link.split('#')
    const to = join(dirname(path), file)
    const found =
      file === '' ||
      (existsSync(to) && (!anchor || anchors(readFileSync(to, 'utf8')).includes(anchor)))
    return found ? [] : [`${path}: ${link} leads nowhere`]
  })
}

test('decisions have a number, a title, a status and a date, and stand in the index', () => {
  const docs = documents()
  expect(decisions(docs).length).toBeGreaterThan(40)
  expect(decisionFaults(docs)).toEqual([])
  expect(indexFaults(docs)).toEqual([])
})

const adr = (numero: string, rest: string): Documento => ({
  path: `docs/adr/${numero}-x.md`,
  text: `# ${numero} Title\n\n${rest}\n`,
})
const accepted = (numero: string) => adr(numero, 'Status: Accepted. Date: 2026-01-31.')
const index = (...rows: string[]): Documento => ({
  path: 'docs/adr/README.md',
  text: rows.join('\n'),
})

test.each<[string, Documento[], RegExp]>([
  ['a gap', [accepted('0001'), accepted('0003')], /0002 is missing/],
  ['no status', [adr('0001', 'Date: 2026-01-31.')], /no line "Status/],
  ['another status', [adr('0001', 'Status: Maybe. Date: 2026-01-31.')], /no line "Status/],
  ['no date', [adr('0001', 'Status: Accepted.')], /no line "Status/],
  ['another title', [{ ...accepted('0001'), path: 'docs/adr/0001-y.md', text: '' }], /no title/],
  [
    'an amendment that nobody made',
    [adr('0001', 'Status: Amended by [0002](0002-x.md). Date: 2026-01-31.'), accepted('0002')],
    /0002 does not say that it amends 0001/,
  ],
  [
    'an amendment that the earlier page does not name',
    [
      accepted('0001'),
      adr('0002', 'Status: Accepted. Date: 2026-01-31. Amends [0001](0001-x.md).'),
    ],
    /0001 does not say that it was amended/,
  ],
])('a decision is refused with %s', (_, docs, fault) => {
  expect(decisionFaults(docs)).toContainEqual(expect.stringMatching(fault))
})

test('an amendment that both pages name is in order', () => {
  const first = adr('0001', 'Status: Amended by [0002](0002-x.md). Date: 2026-01-31.')
  const second = adr('0002', 'Status: Accepted. Date: 2026-01-31. Amends [0001](0001-x.md).')
  expect(decisionFaults([first, second])).toEqual([])
})

test.each<[string, string[], RegExp]>([
  ['a missing line', [], /not in the index: \[0001\]/],
  ['another title', ['| [0001](0001-x.md) | Other | Accepted | Why. |'], /only in the index/],
  ['another status', ['| [0001](0001-x.md) | Title | Amended by 0002 | Why. |'], /only in the/],
  ['a line too many', ['| [0009](0009-x.md) | Title | Accepted | Why. |'], /only in the index/],
  ['no sentence', ['| [0001](0001-x.md) | Title | Accepted | |'], /no sentence/],
])('the index is refused with %s', (_, rows, fault) => {
  const faults = indexFaults([accepted('0001'), index(...rows)])
  expect(faults).toContainEqual(expect.stringMatching(fault))
})

test('every link leads to a file', () => {
  expect(documents().flatMap(linkFaults)).toEqual([])
})

test.each([
  ['README.md', '[x](docs/none.md)', 1],
  ['docs/adr/README.md', '[x](../none.md#part)', 1],
  ['docs/adr/README.md', '![x](../none.png)', 1],
  ['docs/adr/README.md', '[x](../reglas.md#no-such-heading)', 1],
  ['docs/adr/README.md', '[x](../reglas.md#the-books) [y](#a) [z](https://none.invalid/x)', 0],
  ['README.md', '`[x](none.md)`', 0],
])('in %s, of %s links lead nowhere: %i', (path, text, faults) => {
  expect(linkFaults({ path, text })).toHaveLength(faults)
})

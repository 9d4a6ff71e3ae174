import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/* The documents: decisions are numbered, indexed and dated, and every link leads to a file. */

interface Documento {
  /** From the root of the project, with `/`. */
  path: string
  text: string
}

const read = (path: string): Documento => ({ path, text: readFileSync(path, 'utf8') })

/** Every document of the project. */
function documents(): Documento[] {
  const root = readdirSync('.').filter((name) => name.endsWith('.md'))
  const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md'))
  return [...root, ...docs].sort().map(read)
}

const ADR = /^docs\/adr\/(\d{4})-[a-z0-9-]+\.md$/
const LINK = String.raw`\[\d{4}\]\(\d{4}-[a-z0-9-]+\.md\)`
const LINKS = `${LINK}(?:, ${LINK})*`
const STATUS = new RegExp(
  `^Status: (?<status>Accepted|(?:Amended|Superseded) by ${LINKS})\\. Date: \\d{4}-\\d\\d-\\d\\d\\.` +
    `(?: Amends (?<amends>${LINKS})\\.)?$`,
  'm',
)
const numbersIn = (text = '') => [...text.matchAll(/\[(\d{4})\]/g)].map(([, n]) => n ?? '')

interface Decision {
  numero: string
  file: string
  titulo: string
  /** As it stands: `Amended by [0039](0039-own-till.md)`; empty where the line is missing or malformed. */
  status: string
  amends: string[]
}

function decisions(docs: Documento[]): Decision[] {
  return docs.flatMap(({ path, text }) => {
    const numero = ADR.exec(path)?.[1]
    if (!numero) return []
    const { status = '', amends } = STATUS.exec(text)?.groups ?? {}
    const titulo = new RegExp(`^# ${numero} (.+)$`, 'm').exec(text)?.[1] ?? ''
    const file = path.slice('docs/adr/'.length)
    return [{ numero, file, titulo, status, amends: numbersIn(amends) }]
  })
}

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

/** Relative links lead to files that exist. */
function linkFaults({ path, text }: Documento): string[] {
  const plain = text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '')
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    const file = link.split('#')[0] ?? ''
    if (file === '' || /^[a-z]+:/.test(file)) return []
    return existsSync(join(dirname(path), file)) ? [] : [`${path}: ${link} leads nowhere`]
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
  ['docs/adr/README.md', '[x](../glossary.md#irregular) [y](#here) [z](https://none.invalid/x)', 0],
  ['README.md', '`[x](none.md)`', 0],
])('in %s, of %s links lead nowhere: %i', (path, text, faults) => {
  expect(linkFaults({ path, text })).toHaveLength(faults)
})

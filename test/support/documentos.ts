import { readdirSync, readFileSync } from 'node:fs'

/* The project's documents, its sources, and the decisions (ADRs) as their pages state them. */

export interface Documento {
  /** Path from the root of the project, with `/`. */
  path: string
  text: string
}

const read = (path: string): Documento => ({ path, text: readFileSync(path, 'utf8') })

/** Every document of the project. */
export function documents(): Documento[] {
  const root = readdirSync('.').filter((name) => name.endsWith('.md'))
  const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md'))
  return [...root, ...docs].sort().map(read)
}

/** Every source and document that people read, except the tests of citations, which cite badly on purpose. */
export function sources(): Documento[] {
  const found = ['src', 'test', 'db', 'scripts', 'bench'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  const written = found.filter((path) => /\.(ts|tsx|mjs|sql|css)$/.test(path))
  return [...written.filter((path) => !/^test\/documentos/.test(path)).map(read), ...documents()]
}

const ADR = /^docs\/adr\/(\d{4})-[a-z0-9-]+\.md$/
const LINK = String.raw`\[\d{4}\]\(\d{4}-[a-z0-9-]+\.md\)`
const LINKS = `${LINK}(?:, ${LINK})*`
const STATUS = new RegExp(
  `^Status: (?<status>Accepted|(?:Amended|Superseded) by ${LINKS})\\. Date: \\d{4}-\\d\\d-\\d\\d\\.` +
    `(?: Amends (?<amends>${LINKS})\\.)?$`,
  'm',
)
export const numbersIn = (text = '') => [...text.matchAll(/\[(\d{4})\]/g)].map(([, n]) => n ?? '')

export interface Decision {
  numero: string
  file: string
  titulo: string
  /** The text of its line: `Amended by [0039](0039-own-till.md)`; empty if the line is missing or malformed. */
  status: string
  amends: string[]
}

export function decisions(docs: Documento[]): Decision[] {
  return docs.flatMap(({ path, text }) => {
    const numero = ADR.exec(path)?.[1]
    if (!numero) return []
    const { status = '', amends } = STATUS.exec(text)?.groups ?? {}
    const titulo = new RegExp(`^# ${numero} (.+)$`, 'm').exec(text)?.[1] ?? ''
    const file = path.slice('docs/adr/'.length)
    return [{ numero, file, titulo, status, amends: numbersIn(amends) }]
  })
}

import { readdirSync, readFileSync } from 'node:fs'
import { numberedSql } from '../../src/server/db/migrate-files.ts'
import { step } from './pasos.ts'

/* What the SQL says of itself: who owns a table or a function, and who names it. */

export interface SqlFile {
  /** From the root of the project, with `/`. */
  name: string
  text: string
}

/** Text without comments. */
export const code = (text: string) => text.replace(/--.*$/gm, '')

/** Every living `.sql` file as it stands in the tree: registries and parts too. */
export function livingFiles(): SqlFile[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .sort()
    .map((name) => ({ name, text: readFileSync(name, 'utf8') }))
}

/** The area that a file belongs to; `server` for the ground that all areas stand on. */
export const areaOf = (name: string) => /^src\/areas\/([^/]+)\//.exec(name)?.[1] ?? 'server'

/** The ground's own, whatever area shows it; and what stands in the numbered file of another area than its owner's. */
const OWNER: Record<string, string> = { auditoria: 'server', pago_leido: 'tipos-pagos' }

/** A table is of the area that `db/0001-tablas/NN-area.sql` names, or of the ground where no area has that name. */
function tableOwner(file: string, table: string): string {
  const area = /^db\/0001-tablas\/\d+-([a-z-]+)\.sql$/.exec(file)?.[1] ?? 'server'
  return OWNER[table] ?? OWNER[area] ?? (step(area) < 0 ? 'server' : area)
}

export interface Owned {
  area: string
  kind: 'table' | 'function'
}

/** Who owns each table, view, type and function. */
export function owners(living: SqlFile[], numbered: SqlFile[]): Map<string, Owned> {
  const found = new Map<string, Owned>()
  for (const { name, text } of numbered) {
    for (const [, made = ''] of code(text).matchAll(
      /^CREATE (?:UNLOGGED )?(?:TABLE|TYPE|SEQUENCE) (\w+)/gim,
    ))
      found.set(made, { area: tableOwner(name, made), kind: 'table' })
  }
  for (const { name, text } of living) {
    const area = areaOf(name)
    for (const [, kind, made = ''] of code(text).matchAll(
      /^CREATE OR REPLACE (FUNCTION|VIEW) (\w+)/gim,
    ))
      found.set(made, { area, kind: kind === 'FUNCTION' ? 'function' : 'table' })
    const registry = /\/registros\/(\w+)\.sql$/.exec(name)?.[1]
    if (registry) found.set(registry, { area, kind: 'table' })
  }
  return found
}

export const numberedFiles = () => numberedSql().flatMap(({ files }) => files)

/** Where a name stands for a table: after what takes one, before a column or its row's type, or as an argument's type. */
const TABLE_BEFORE = /\b(FROM|JOIN|INTO|UPDATE|ON|ONLY|TABLE|USING|SETOF|RETURNS)\s+$/i
const TABLE_AFTER = /^(%|\.\w)/
const ARGUMENT = /[(,]\s*(?:OUT\s+)?\w+\s+$/
const ARGUMENT_END = /^(\[\])?\s*[,)]/

function names(o: Owned, before: string, after: string): boolean {
  if (/[\w.]\.$/.test(before)) return false
  if (o.kind === 'function') return /^\s*\(/.test(after)
  return (
    TABLE_BEFORE.test(before) ||
    TABLE_AFTER.test(after) ||
    (ARGUMENT.test(before) && ARGUMENT_END.test(after))
  )
}

/** What a file names of others, each once. */
export function references({ name, text }: SqlFile, known: Map<string, Owned>): [string, Owned][] {
  const plain = code(text).replace(/'(?:[^']|'')*'/g, "''")
  const found = new Map<string, Owned>()
  for (const { 0: word, index } of plain.matchAll(/\b[a-z_][a-z0-9_]*\b/g)) {
    const owned = known.get(word)
    if (!owned || owned.area === areaOf(name)) continue
    const before = plain.slice(Math.max(0, index - 60), index)
    const after = plain.slice(index + word.length, index + word.length + 8)
    if (names(owned, before, after)) found.set(word, owned)
  }
  return [...found]
}

import { readdirSync, readFileSync } from 'node:fs'
import { numberedSql } from '../../src/server/db/migrate-files.ts'
import { step } from './pasos.ts'

/* Reads the SQL files: which area owns a table or a function, and which files reference it. */

export interface SqlFile {
  /** Path from the root of the project, with `/`. */
  name: string
  text: string
}

/** The text without `--` comments. */
export const code = (text: string) => text.replace(/--.*$/gm, '')

/** Every living `.sql` file of the tree, registries and parts included. */
export function livingFiles(): SqlFile[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .sort()
    .map((name) => ({ name, text: readFileSync(name, 'utf8') }))
}

/** The area that a file belongs to; `server` for the SQL that all areas share. */
export const areaOf = (name: string) => /^src\/areas\/([^/]+)\//.exec(name)?.[1] ?? 'server'

/** Owners that the file's name does not tell: shared tables, and tables created in another area's numbered file. */
const OWNER: Record<string, string> = {
  auditoria: 'server',
  libro: 'server',
  pago_leido: 'tipos-pagos',
}

/** A table belongs to the area in `db/0001-tablas/NN-area.sql`, or to `server` if no area has that name. */
function tableOwner(file: string, table: string): string {
  const area = /^db\/0001-tablas\/\d+-([a-z-]+)\.sql$/.exec(file)?.[1] ?? 'server'
  return OWNER[table] ?? OWNER[area] ?? (step(area) < 0 ? 'server' : area)
}

export interface Owned {
  area: string
  kind: 'table' | 'function'
}

/** The owner of each table, view, type and function, by name. */
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
    // An overloaded one is named from where it is lowest.
    for (const [, kind, made = ''] of code(text).matchAll(
      /^CREATE OR REPLACE (FUNCTION|VIEW) (\w+)/gim,
    ))
      if (found.get(made)?.area !== 'server') {
        found.set(made, { area, kind: kind === 'FUNCTION' ? 'function' : 'table' })
      }
    const registry = /\/registros\/(\w+)\.sql$/.exec(name)?.[1]
    if (registry) found.set(registry, { area, kind: 'table' })
  }
  return found
}

export const numberedFiles = () => numberedSql().flatMap(({ files }) => files)

/** A name is a table after these keywords, before `.column` or `%ROWTYPE`, or as the type of an argument. */
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

/** The tables and functions of other areas that a file references, each once. */
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

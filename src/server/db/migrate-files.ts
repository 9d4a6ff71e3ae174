import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface SqlFile {
  /** Path from the root of the project. */
  name: string
  text: string
}

/** A numbered file of `db/`, or a numbered folder of files that are one step. */
export interface NumberedSql {
  numero: number
  nombre: string
  huella: string
  files: SqlFile[]
}

/** The living files: functions, triggers, views and rights in their current text. */
export interface LivingSql {
  huella: string
  /** Functions over plain values that constraints and columns call; created before any table. */
  before: SqlFile[]
  /** All living files, in the order in which they are applied. */
  files: SqlFile[]
  /** Files that drop unused functions, once no session can still run the previous version of their callers. */
  retired: SqlFile[]
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** File names with a fixed place in the order: before the tables, last because they read everything else, and drops. */
const BEFORE = 'valores.sql'
const RETIRED = 'retirado.sql'
const AFTER = ['vistas.sql', 'derechos.sql']
/** Subfolders of a SQL folder: registries (views that other areas fill) and its own contributions to registries. */
const REGISTRY = 'registros'
const PART = 'aportes'

/** Every `db/NNNN-what.sql`, and every folder `db/NNNN-what/`, in order of number. */
export function numberedSql(root = ROOT): NumberedSql[] {
  return readdirSync(`${root}db`)
    .filter((name) => /^\d{4}-[a-z0-9-]+(\.sql)?$/.test(name))
    .sort()
    .map((nombre) => {
      const path = `db/${nombre}`
      const names = statSync(root + path).isDirectory() ? sqlIn(root, path) : [path]
      const files = names.map((name) => read(root, name))
      return { numero: Number(nombre.slice(0, 4)), nombre, huella: digest(files), files }
    })
}

/**
 * The `sql/` folders of the server and of each area, in alphabetical order: functions and triggers, then the
 * registries, then all `vistas.sql`, then all `derechos.sql`, the server's first. A registry is a view that one area
 * reads and others fill: `registros/NAME.sql` gives its columns in a query without rows, every `aportes/NAME.sql` is a
 * query that adds rows, so that the reading area names no area of a higher step.
 * @throws Error when a part has no registry.
 */
export function livingSql(root = ROOT): LivingSql {
  const areas = readdirSync(`${root}src/areas`).sort()
  const folders = ['src/server/sql', ...areas.map((area) => `src/areas/${area}/sql`)]
  const there = (names: string[]) => names.filter((folder) => existsSync(root + folder))
  const within = (sub: string) =>
    there(folders.map((folder) => `${folder}${sub}`)).flatMap((folder) =>
      sqlIn(root, folder).map((name) => read(root, name)),
    )
  const files = within('')
  const named = (last: string) => files.filter(({ name }) => name.endsWith(`/${last}`))
  const special = [BEFORE, RETIRED, ...AFTER].flatMap(named)
  const before = named(BEFORE)
  const middle = files.filter((file) => !special.includes(file))
  const registries = assembled(within(`/${REGISTRY}`), within(`/${PART}`))
  const ordered = [...before, ...middle, ...registries, ...AFTER.flatMap(named)]
  const retired = named(RETIRED)
  return { huella: digest([...ordered, ...retired]), before, files: ordered, retired }
}

/** Each registry as one view: its columns and the rows of every contribution. */
function assembled(registries: SqlFile[], parts: SqlFile[]): SqlFile[] {
  const nameOf = ({ name }: SqlFile) => name.replace(/^.*\/|\.sql$/g, '')
  const known = new Set(registries.map(nameOf))
  const stray = parts.find((part) => !known.has(nameOf(part)))
  if (stray) throw new Error(`${stray.name}: no registry of this name`)
  return registries.map((registry) => {
    const queries = [registry, ...parts.filter((part) => nameOf(part) === nameOf(registry))]
    const text = queries.map(({ text }) => text.trim()).join('\nUNION ALL\n')
    return {
      name: registry.name,
      text: `CREATE OR REPLACE VIEW ${nameOf(registry)} AS\n${text};\n`,
    }
  })
}

const sqlIn = (root: string, folder: string) =>
  readdirSync(root + folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => `${folder}/${name}`)

const read = (root: string, name: string): SqlFile => ({
  name,
  text: readFileSync(root + name, 'utf8'),
})

function digest(files: SqlFile[]): string {
  const hash = createHash('sha256')
  for (const { name, text } of files) hash.update(`${name}\0${text}\0`)
  return hash.digest('hex')
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface SqlFile {
  /** From the root of the project. */
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

/** Functions, triggers, views and rights, as they are. */
export interface LivingSql {
  huella: string
  /** Functions over plain values, which the constraints and columns of tables call: they are made before any table. */
  before: SqlFile[]
  /** All of them, in the order in which they are made. */
  files: SqlFile[]
  /** What takes away what nothing calls any more, once nobody runs the version before of what called it. */
  retired: SqlFile[]
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Made before the tables; made last, because they look at everything else; taken away after all that. */
const BEFORE = 'valores.sql'
const RETIRED = 'retirado.sql'
const AFTER = ['vistas.sql', 'derechos.sql']
/** Where a folder of SQL keeps the views that it asks others to fill, and its own part of such views. */
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
 * The `sql/` folders of the server and of each area, in alphabetical order: functions and triggers, then the registries,
 * then all `vistas.sql`, then all `derechos.sql`, the server's first. A registry is a view that an area asks and that
 * others answer: `registros/NAME.sql` says its columns in a query without rows, every `aportes/NAME.sql` is a query
 * that adds its rows, so that who asks names nobody above himself.
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

/** Each registry as one view: its columns, and the rows of everybody who has a part in it. */
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

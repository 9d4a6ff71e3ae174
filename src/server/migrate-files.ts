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
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Made before the tables; made last, because they look at everything else. */
const BEFORE = 'valores.sql'
const AFTER = ['vistas.sql', 'derechos.sql']

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
 * The `sql/` folders of the server and of each area, in alphabetical order: functions and triggers, then all
 * `vistas.sql`, then all `derechos.sql`, the server's first.
 */
export function livingSql(root = ROOT): LivingSql {
  const areas = readdirSync(`${root}src/areas`).sort()
  const folders = ['src/server/sql', ...areas.map((area) => `src/areas/${area}/sql`)]
  const files = folders
    .filter((folder) => existsSync(root + folder))
    .flatMap((folder) => sqlIn(root, folder))
    .map((name) => read(root, name))
  const named = (last: string) => files.filter(({ name }) => name.endsWith(`/${last}`))
  const special = [BEFORE, ...AFTER].flatMap(named)
  const before = named(BEFORE)
  const middle = files.filter((file) => !special.includes(file))
  const ordered = [...before, ...middle, ...AFTER.flatMap(named)]
  return { huella: digest(ordered), before, files: ordered }
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

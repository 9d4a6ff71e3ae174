import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/*
 * hledger, ledger and beancount, which check an exported journal: the system's, else Debian's packages, unpacked in a
 * folder of this project without installing anything.
 */

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')

/** Debian's packages: the programs, and what they need beyond a plain system with Python. */
const PROGRAMAS = ['hledger', 'ledger', 'python3-beancount']
const ADEMAS = ['python3-dateutil', 'python3-six', 'python3-ply']

interface Contables {
  /** Runs a program and answers its output. @throws Error with what it printed when it ends with another code than 0. */
  correr(programa: 'hledger' | 'ledger' | 'python3', args: readonly string[]): string
}

const works = (command: string, args: string[], env: NodeJS.ProcessEnv) =>
  spawnSync(command, args, { env, stdio: 'ignore' }).status === 0

/** Whether all three programs run in this environment. */
const complete = (env: NodeJS.ProcessEnv) =>
  works('hledger', ['--version'], env) &&
  works('ledger', ['--version'], env) &&
  works('python3', ['-c', 'import beancount.loader'], env)

function withPackages(folder: string): NodeJS.ProcessEnv {
  const paths = (first: string[], rest: string | undefined) =>
    [...first, ...(rest ? [rest] : [])].join(':')
  const lib = join(folder, 'usr', 'lib')
  // ledger has its own library in a folder of its name.
  const homes = readdirSync(lib).filter((name) => name.includes('-linux-') || name === 'ledger')
  const libraries = [lib, ...homes.map((name) => join(lib, name))]
  return {
    ...process.env,
    PATH: paths([join(folder, 'usr', 'bin')], process.env.PATH),
    LD_LIBRARY_PATH: paths(libraries, process.env.LD_LIBRARY_PATH),
    PYTHONPATH: paths([join(lib, 'python3', 'dist-packages')], process.env.PYTHONPATH),
  }
}

/** The libraries that a package asks for, but for those of every system. */
function librariesOf(name: string): string[] {
  const text = execFileSync('apt-cache', ['depends', name], { encoding: 'utf8' })
  return [...text.matchAll(/Depends: (lib[a-z0-9.+-]+)$/gm)]
    .map(([, library]) => library ?? '')
    .filter((library) => !/^lib(c6|gcc|stdc)/.test(library))
}

/** Downloads and unpacks the packages once. @throws Error where Debian's packages cannot be had. */
function unpacked(): string {
  const target = join(CACHE, 'contables')
  if (existsSync(target)) return target
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, '.contables-'))
  try {
    const names = [...PROGRAMAS, ...ADEMAS, ...new Set(PROGRAMAS.flatMap(librariesOf))]
    execFileSync('apt-get', ['download', ...names], { cwd: folder, stdio: 'pipe' })
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.deb'))) {
      execFileSync('dpkg-deb', ['-x', name, folder], { cwd: folder, stdio: 'pipe' })
      rmSync(join(folder, name))
    }
    renameSync(folder, target)
  } catch (error) {
    // Another run may have made it meanwhile.
    if (!existsSync(target)) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return target
}

const runner = (env: NodeJS.ProcessEnv): Contables => ({
  correr(programa, args) {
    const { status, stdout, stderr, error } = spawnSync(programa, args, {
      env: { ...env, LC_ALL: 'C.UTF-8' },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    if (status === 0) return stdout
    throw new Error(`${programa} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`)
  },
})

/** The three programs, or why they cannot be had here. */
export function contables(): Contables | string {
  if (complete(process.env)) return runner(process.env)
  try {
    const env = withPackages(unpacked())
    return complete(env)
      ? runner(env)
      : 'the packages of hledger, ledger and beancount do not run here'
  } catch (error) {
    return `hledger, ledger and beancount are not here, and their packages cannot be had: ${(error as Error).message.split('\n')[0]}`
  }
}

import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { aMedias, exigirNingunaAparte } from './a-medias.ts'
import { type Binaries, ROOT_FOLDER, type SystemUser } from './binaries.ts'
import { exigirSuya } from './enlace.ts'
import { clusterTag, EmbeddedError } from './process.ts'
import { SUPERUSER } from './roles.ts'

/** Where everything of one embedded PostgreSQL lies. */
export interface Place {
  /** The folder that the user named, absolute, links resolved. */
  carpeta: string
  /** PostgreSQL's own data folder, links resolved. */
  data: string
  sockets: string
  log: string
  lock: string
  /** Password of the superuser; only where there are no unix sockets. */
  clave: string
  user: SystemUser | undefined
}

const PASSWORD = ['-A', 'scram-sha-256']
const LOCAL_ONLY = ['--auth-local=trust', '--auth-host=reject']

/** That the disk of the data has no room, in Spanish. */
export const sinLugarEn = (carpeta: string) =>
  `No queda espacio en el disco de la carpeta de datos ${carpeta}: libere espacio, sin borrar nada de esa carpeta.`

/** Turns an operating-system or PostgreSQL failure into one sentence; `detail` is its own text. */
export function explain(error: unknown, carpeta: string, log?: string): EmbeddedError {
  if (error instanceof EmbeddedError) return error
  const text = error instanceof Error ? error.message : String(error)
  if (/ENOSPC|No space left on device/.test(text)) {
    return new EmbeddedError(sinLugarEn(carpeta))
  }
  if (/EROFS|Read-only file system/.test(text)) {
    return new EmbeddedError(
      `El disco de la carpeta de datos ${carpeta} es de solo lectura, como lo deja el sistema cuando falla: revíselo y móntelo de nuevo para escribir.`,
    )
  }
  if (/EEXIST|ENOTDIR/.test(text)) {
    return new EmbeddedError(
      `No se puede crear la carpeta de datos ${carpeta}: parte de la ruta es un archivo.`,
    )
  }
  if (/EACCES|EPERM|Permission denied/.test(text)) {
    return new EmbeddedError(
      `No se puede escribir en la carpeta de datos ${carpeta}: revise sus permisos o indique otra con CAMBISTA_DATOS.`,
    )
  }
  const last =
    text.match(/(?:FATAL|PANIC|error): {1,2}(.*)/i)?.[1] ?? text.trim().split('\n').at(-1)
  const where = log ? ` (detalle en ${log})` : ''
  return new EmbeddedError(`PostgreSQL no pudo iniciar: ${last}${where}.`)
}

function systemUser(data: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(data)) {
    const { uid, gid } = statSync(data)
    if (uid !== 0) return { uid, gid }
  }
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = passwd.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: 65534, gid: 65534 }
}

function canEnter(folder: string, { uid, gid }: SystemUser): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const stat = statSync(path)
    const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
    if (!(stat.mode & bit)) return false
    if (path === dirname(path)) return true
  }
}

function linkTarget(pointer: string): string | undefined {
  const stat = lstatSync(pointer, { throwIfNoEntry: false })
  if (!stat) return undefined
  if (existsSync(pointer)) return realpathSync(pointer)
  throw new EmbeddedError(
    `La carpeta de datos ${pointer} es un enlace a un lugar que ya no existe: recupérelo o indique otra carpeta con CAMBISTA_DATOS.`,
  )
}

/** Folder that holds the data: `carpeta`, or one under /var/lib when the user cannot enter it. */
function chooseBase(carpeta: string, user: SystemUser | undefined): string {
  if (!user) return carpeta
  const own = statSync(carpeta)
  // Grants only traversal (x), and only on the data folder itself.
  if (own.uid === 0 && !(own.mode & 0o001)) chmodSync(carpeta, own.mode | 0o011)
  if (canEnter(carpeta, user)) return carpeta
  const hash = createHash('sha256').update(carpeta).digest('hex').slice(0, 16)
  const base = join(ROOT_FOLDER, hash)
  mkdirSync(base, { recursive: true })
  for (const folder of [ROOT_FOLDER, base]) chmodSync(folder, 0o755)
  return base
}

/** Longest socket path that the kernel takes, in bytes without the closing zero. */
const SOCKET_LIMIT = process.platform === 'darwin' ? 103 : 107

function socketFolder(base: string, data: string): string {
  const fits = (folder: string) =>
    Buffer.byteLength(join(folder, '.s.PGSQL.5432.lock')) <= SOCKET_LIMIT
  const near = join(base, '.s')
  if (fits(near)) return near
  const short = join(tmpdir(), clusterTag(data))
  return fits(short) ? short : join('/tmp', clusterTag(data))
}

/**
 * Finds or makes the folders. Root's data belong to an unprivileged system user, because PostgreSQL
 * refuses to run as root; where that user cannot enter, they go to /var/lib/cambista and
 * `carpeta/postgres` becomes a link to them.
 * @throws EmbeddedError when the place cannot be written or entered.
 */
export function findPlace(named: string): Place {
  try {
    mkdirSync(named, { recursive: true })
    const carpeta = realpathSync(named)
    const pointer = join(carpeta, 'postgres')
    const existing = linkTarget(pointer)
    const user = systemUser(existing ?? pointer)
    const base = existing ? dirname(existing) : chooseBase(carpeta, user)
    const data = existing ?? join(base, 'postgres')
    if (existing && user && !canEnter(base, user)) {
      throw new EmbeddedError(
        `PostgreSQL no corre como root y el usuario ${user.uid} no puede entrar en ${base}: mueva los datos a una carpeta accesible e indíquela con CAMBISTA_DATOS.`,
      )
    }
    if (existing) exigirSuya(carpeta, existing)
    const at = (name: string) => join(base, name)
    return {
      carpeta,
      data,
      sockets: socketFolder(base, data),
      log: at('postgres.log'),
      lock: at('en-uso.lock'),
      clave: at('clave'),
      user,
    }
  } catch (error) {
    throw explain(error, named)
  }
}

function give(path: string, user: SystemUser | undefined): void {
  if (user) chownSync(path, user.uid, user.gid)
}

function giveAll(folder: string, user: SystemUser): void {
  give(folder, user)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveAll(path, user)
    else if (entry.isFile()) give(path, user)
  }
}

/** Makes the socket folder, closed to everybody else; refuses one that a stranger put there. */
export function prepareSockets({ sockets, user, carpeta }: Place): void {
  const owner = user?.uid ?? process.getuid?.()
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  const stat = lstatSync(sockets)
  const ours = owner === undefined || stat.uid === owner || (user && stat.uid === 0)
  if (!stat.isDirectory() || !ours) {
    throw new EmbeddedError(
      `La carpeta ${sockets} pertenece a otro usuario del sistema: bórrela o indique una carpeta de datos con una ruta más corta que ${carpeta}.`,
    )
  }
  give(sockets, user)
  chmodSync(sockets, 0o700)
}

function run(program: string, args: string[], user: SystemUser | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C' }
    const child = spawn(program, args, {
      ...user,
      // The folder of this process may be closed to the user that the child runs as.
      cwd: process.platform === 'win32' ? tmpdir() : '/',
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(said || `${code}`))))
  })
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function checkExisting(place: Place, { major }: Binaries, restoring: boolean): void {
  const { data, carpeta, user } = place
  if (!restoring && aMedias(place)) {
    throw new EmbeddedError(
      `La restauración de la casa de ${carpeta} no terminó: ejecute de nuevo «npm run restaurar».`,
    )
  }
  const file = join(data, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new EmbeddedError(
      `La carpeta ${data} existe pero no contiene una base de datos completa: recupere un respaldo o indique otra carpeta con CAMBISTA_DATOS.`,
    )
  }
  const found = readFileSync(file, 'utf8').trim()
  if (found !== major) {
    throw new EmbeddedError(
      `Los datos de ${carpeta} son de PostgreSQL ${found} y este programa trae PostgreSQL ${major}: use la versión anterior del programa para respaldarlos.`,
    )
  }
  const { uid } = statSync(data)
  if (user && uid === 0) giveAll(data, user)
  const me = process.getuid?.()
  if (!user && me !== undefined && uid !== me) {
    throw new EmbeddedError(
      `La carpeta de datos ${carpeta} pertenece a otro usuario del sistema (${uid}): inicie el programa con ese usuario o indique otra carpeta con CAMBISTA_DATOS.`,
    )
  }
  chmodSync(data, 0o700)
}

/**
 * Creates the cluster when there is none, checks it otherwise. Written aside and renamed, so that
 * a start cut in the middle leaves nothing that looks like data.
 * @throws EmbeddedError with the reason in one sentence.
 */
export async function ensureCluster(
  place: Place,
  binaries: Binaries,
  { durable, restoring }: { durable: boolean; restoring: boolean },
) {
  const { data, carpeta, clave, user } = place
  if (existsSync(data)) checkExisting(place, binaries, restoring)
  else {
    exigirNingunaAparte(place)
    const draft = `${data}.nuevo`
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { mode: 0o700 })
    give(draft, user)
    const windows = process.platform === 'win32'
    if (windows) writeFileSync(clave, randomBytes(24).toString('hex'), { mode: 0o600 })
    const args = ['-D', draft, '-U', SUPERUSER, '-E', 'UTF8']
    args.push('--no-instructions', '--data-checksums')
    args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
    args.push(...(windows ? [...PASSWORD, `--pwfile=${clave}`] : LOCAL_ONLY))
    if (!durable) args.push('--no-sync')
    try {
      await run(binaries.initdb, args, user)
      renameSync(draft, data)
      syncFolder(dirname(data))
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      throw explain(error, carpeta)
    }
  }
  const pointer = join(carpeta, 'postgres')
  if (!existsSync(pointer)) symlinkSync(data, pointer)
  exigirSuya(carpeta, data)
}

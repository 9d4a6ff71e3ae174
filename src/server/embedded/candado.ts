import { spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from './folder.ts'
import { EmbeddedError, isRunning, processesOf, startMark } from './process.ts'

interface LockOwner {
  pid: number
  mark: string
}

function readOwner(file: string): LockOwner | undefined {
  try {
    const [pid, mark = ''] = readFileSync(file, 'utf8').split('\n')
    return { pid: Number(pid), mark }
  } catch {
    return undefined
  }
}

function ownerLives({ pid, mark }: LockOwner): boolean {
  return isRunning(pid) && (mark === '' || mark === startMark(pid))
}

/** What util-linux and busybox answer when somebody else has the lock; anything else: there are no such locks here. */
const AJENO = 1

/** Never a link: who owns the folder would have root make, and give him, a file of anywhere. */
const ABRIR = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW

/** What root makes in a folder of the service is the service's, which opens it the next time. */
function darADueno(handle: number, file: string): void {
  if (process.getuid?.() !== 0) return
  const own = fstatSync(handle)
  const { uid, gid } = statSync(dirname(file))
  // An empty file of one name is what was made here, and no other file's second name.
  if (own.uid === uid || !own.isFile() || own.nlink !== 1 || own.size > 0) return
  fchownSync(handle, uid, gid)
}

/**
 * Takes the kernel's own lock on a file: it holds for processes of other containers too, which do not see each other, and
 * ends with this process, whatever ends it. Answers what gives it back; null while somebody else has it. Only on Linux
 * do containers share files like that; where the disk or the system has no such lock, the file with the number decides.
 */
function delNucleo(file: string): (() => void) | null {
  if (process.platform !== 'linux') return () => {}
  const handle = openSync(file, ABRIR, 0o600)
  darADueno(handle, file)
  // The lock is of the open file, which this process shares with the command: when that has ended, it is still held.
  const { status } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', handle],
  })
  if (status !== AJENO) return () => closeSync(handle)
  closeSync(handle)
  return null
}

/**
 * Takes the lock `file` for the life of this process and returns the function that releases it.
 * A lock left by a dead process (also when its pid was reused) is taken over.
 * @throws EmbeddedError when a living process holds it for more than 2 s, one of another container too.
 */
export async function takeLock(file: string, carpeta: string): Promise<() => void> {
  const end = performance.now() + 2_000
  let soltar = delNucleo(`${file}.nucleo`)
  while (!soltar) {
    if (performance.now() > end) throw enUso(readOwner(file), carpeta)
    await sleep(50)
    soltar = delNucleo(`${file}.nucleo`)
  }
  try {
    const release = await takeFile(file, carpeta, end)
    return once(() => {
      release()
      soltar()
    })
  } catch (error) {
    soltar()
    throw error
  }
}

/** Of two releases the second does nothing: the number of what was open may be another file's by then. */
function once(release: () => void): () => void {
  let done = false
  return () => {
    if (!done) release()
    done = true
  }
}

function enUso(owner: LockOwner | undefined, carpeta: string): EmbeddedError {
  if (!owner || !ownerLives(owner)) return noSeVe(carpeta)
  return new EmbeddedError(
    `Otro Cambista (proceso ${owner.pid}) ya usa la carpeta de datos ${carpeta}: deténgalo o indique otra carpeta con CAMBISTA_DATOS.`,
  )
}

async function takeFile(file: string, carpeta: string, end: number): Promise<() => void> {
  const mine = `${process.pid}\n${startMark(process.pid)}\n`
  const draft = `${file}.${process.pid}.${performance.now()}`
  try {
    // A full disk takes its name and not its content: it goes too.
    writeFileSync(draft, mine, { mode: 0o600 })
    for (;;) {
      try {
        // link() creates the name and its content in one step, so nobody reads a half-written lock.
        linkSync(draft, file)
        return () => {
          try {
            if (readFileSync(file, 'utf8') === mine) rmSync(file, { force: true })
          } catch {
            // It has gone, or its disk takes nothing any more: the lock of a dead process is taken over.
          }
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const owner = readOwner(file)
      if (owner && !ownerLives(owner)) discard(file, owner)
      else if (owner && performance.now() > end) throw enUso(owner, carpeta)
      else await sleep(50)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes a dead owner's lock, giving it back if a rival took it over in between. */
function discard(file: string, dead: LockOwner): void {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
    const found = readOwner(aside)
    if (found && (found.pid !== dead.pid || found.mark !== dead.mark)) linkSync(aside, file)
  } catch {
    // A rival moved it first: the next round decides.
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Whether somebody takes connections at this socket. */
function atiende(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(path)
    client.once('connect', () => {
      client.destroy()
      resolve(true)
    })
    // One that has no room for a connection more is there all the same.
    client.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EAGAIN'))
  })
}

/**
 * Sees that no PostgreSQL works on these data whose processes this one cannot see, as those of another container: a
 * second one would destroy them, and a restore would put them aside under it.
 * @throws EmbeddedError where one takes connections.
 */
export async function exigirSola(place: Place): Promise<void> {
  if (process.platform === 'win32' || processesOf(place.data).length > 0) return
  if (!(await atiende(join(place.sockets, '.s.PGSQL.5432')))) return
  throw noSeVe(place.carpeta)
}

/** Says that somebody works with these data whom this process cannot see. */
function noSeVe(carpeta: string): EmbeddedError {
  return new EmbeddedError(
    `Otro programa trabaja con la carpeta de datos ${carpeta}, y desde aquí no se lo ve: quizás en otro contenedor. Dé esta orden dentro de aquel, o deténgalo primero.`,
  )
}

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A failure of the embedded PostgreSQL told in one Spanish sentence that a person can act on. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

/** What the first lines of PostgreSQL's own `postmaster.pid` say. */
export interface PostmasterFile {
  pid: number
  puerto: number
  sockets: string
  ready: boolean
}

/** Reads `postmaster.pid` of a data folder; undefined when there is none or it is half written. */
export function readPostmasterFile(data: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return {
    pid,
    puerto: Number(lines[3] ?? 0),
    sockets: lines[4]?.trim() ?? '',
    ready: lines[7]?.trim() === 'ready',
  }
}

function statFields(pid: number): { name: string; state: string; start: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const close = text.lastIndexOf(')')
    const rest = text.slice(close + 2).split(' ')
    return {
      name: text.slice(text.indexOf('(') + 1, close),
      state: rest[0] ?? '',
      start: rest[19] ?? '',
    }
  } catch {
    return undefined
  }
}

/** True while the process exists and is not a zombie that nobody has collected. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  const stat = statFields(pid)
  return stat !== undefined && stat.state !== 'Z' && stat.state !== 'X'
}

/** Text that tells this process from another that got the same pid later; '' where unknown. */
export function startMark(pid: number): string {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
      return `${boot} ${statFields(pid)?.start ?? ''}`
    }
    if (process.platform === 'win32') return ''
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/**
 * Name that every process of the cluster in `data` carries in its title (`cluster_name`). The
 * working folder of another user's process cannot be read in a container without CAP_SYS_PTRACE,
 * even by root; the title always can.
 */
export function clusterTag(data: string): string {
  return `cambista-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`
}

function belongsLinux(pid: number, data: string): boolean {
  const stat = statFields(pid)
  if (stat?.name !== 'postgres' || stat.state === 'Z' || stat.state === 'X') return false
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) === data) return true
  } catch {
    // Not readable by this user: the process title decides.
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(clusterTag(data))
  } catch {
    return false
  }
}

function listWithPs(): { pid: number; command: string }[] {
  try {
    return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => /^\s*(\d+)\s+(.*)$/.exec(line))
      .flatMap((match) => (match ? [{ pid: Number(match[1]), command: match[2] ?? '' }] : []))
  } catch {
    return []
  }
}

/** Pids of every living postgres process (postmaster or backend) of the data folder. */
export function processesOf(data: string): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => belongsLinux(pid, data))
  }
  if (process.platform === 'win32') return []
  const tag = clusterTag(data)
  return listWithPs()
    .filter(({ command }) => command.includes('postgres') && command.includes(tag))
    .map(({ pid }) => pid)
}

/** True when `pid` is a living postgres of this data folder. */
export function isPostgresOf(pid: number, data: string): boolean {
  if (process.platform === 'linux') return belongsLinux(pid, data)
  if (process.platform === 'win32') return isRunning(pid)
  return isRunning(pid) && processesOf(data).includes(pid)
}

/** Polls `done()` every `every` ms until it is true; answers false when `limit` ms passed first. */
export async function waitUntil(done: () => boolean, limit: number, every = 10): Promise<boolean> {
  const end = performance.now() + limit
  while (!done()) {
    if (performance.now() > end) return false
    await sleep(every)
  }
  return true
}

/** Sends a process a signal; one that has gone meanwhile needs none. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Ends every postgres process of a data folder at once, and waits until they have gone. */
export async function endAll(data: string): Promise<void> {
  for (const pid of processesOf(data)) signalTo(pid, 'SIGQUIT')
  await waitUntil(() => processesOf(data).length === 0, 15_000)
}

import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoria } from '../arranque.ts'

/** A control group that gives a program and all that it starts so much memory and no swap. */
export interface Grupo {
  /** A command line that runs another one inside. */
  dentro(line: readonly string[]): string[]
  /** The most that was used so far, what the kernel may take back included, in MB. */
  maximo(): number
  /** What is used now: by the processes, shared between them, and of files, which may be taken back. */
  ahora(): { propia: number; compartida: number; archivos: number }
  /** How often a process was ended for want of memory. */
  matados(): number
  cerrar(): Promise<void>
}

const MB = 1 << 20
const V1 = '/sys/fs/cgroup/memory'
const V2 = '/sys/fs/cgroup'

const leer = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const dato = (text: string, name: string) =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0)

/** Makes a group of so many MB; null where this user or this system has none. */
export function grupoDe(mb: number): Grupo | null {
  const v2 = existsSync(`${V2}/cgroup.controllers`)
  const folder = `${v2 ? V2 : V1}/cambista-${process.pid}`
  try {
    mkdirSync(folder)
    writeFileSync(`${folder}/${v2 ? 'memory.max' : 'memory.limit_in_bytes'}`, String(mb * MB))
  } catch {
    return null
  }
  try {
    const swap = v2 ? ['memory.swap.max', '0'] : ['memory.memsw.limit_in_bytes', String(mb * MB)]
    writeFileSync(`${folder}/${swap[0]}`, swap[1] ?? '')
  } catch {
    // A kernel that does not count swap.
  }
  const stat = () => leer(`${folder}/memory.stat`)
  const mega = (bytes: number) => Math.round(bytes / MB)
  return {
    dentro: (line) => ['sh', '-c', `echo $$ > ${folder}/cgroup.procs; exec "$@"`, 'sh', ...line],
    maximo: () =>
      mega(Number(leer(`${folder}/${v2 ? 'memory.peak' : 'memory.max_usage_in_bytes'}`))),
    ahora() {
      const text = stat()
      const shared = dato(text, v2 ? 'shmem' : 'total_shmem')
      const files = dato(text, v2 ? 'file' : 'total_cache')
      return {
        propia: mega(dato(text, v2 ? 'anon' : 'total_rss')),
        compartida: mega(shared),
        archivos: mega(files - shared),
      }
    },
    matados: () =>
      dato(leer(`${folder}/${v2 ? 'memory.events' : 'memory.oom_control'}`), 'oom_kill'),
    async cerrar() {
      // What a process that was ended for want of memory left behind.
      for (const pid of leer(`${folder}/cgroup.procs`).split('\n').map(Number))
        if (pid > 1) process.kill(pid, 'SIGKILL')
      while (leer(`${folder}/cgroup.procs`) !== '') await sleep(50)
      rmdirSync(folder)
    },
  }
}

/** Memory in MB of a process and all below it, a page that several use counted once; null where nobody reports it. */
export function deTodos(pid: number): number | null {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const text = leer(`/proc/${name}/stat`)
    parents.set(Number(name), Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const below = (each: number): boolean => each === pid || below2(each)
  const below2 = (each: number) => {
    const parent = parents.get(each)
    return parent !== undefined && parent > 1 && below(parent)
  }
  const all = [...parents.keys()].filter(below).map((each) => {
    try {
      return memoria(each)?.pss ?? null
    } catch {
      return 0
    }
  })
  return all.some((one) => one === null) ? null : all.reduce<number>((sum, n) => sum + (n ?? 0), 0)
}

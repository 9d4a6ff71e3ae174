import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of a process so far, in milliseconds; a tick of Linux is 10 of them. 0 when it is gone. */
export function procesador(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** The same of PostgreSQL's processes, those that began since `before` included: each by its id. */
export function procesadorDe(postmaster: number): Map<number, number> {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => padre(pid) === postmaster)
  return new Map(children.map((pid) => [pid, procesador(pid)]))
}

export function padre(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return 0
  }
}

/** What was used between two readings. */
export function usado(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}

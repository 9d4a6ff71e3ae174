import { readdirSync, readFileSync } from 'node:fs'

/** What Linux says of a process after its name; empty when it is gone. */
function campos(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

/** Processor time of a process so far, in milliseconds; a tick of Linux is 10 of them. 0 when it is gone. */
export function procesador(pid: number): number {
  const fields = campos(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

/** The same of PostgreSQL's processes, those that began since `before` included: each by its id. */
export function procesadorDe(postmaster: number): Map<number, number> {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => padre(pid) === postmaster)
  return new Map(children.map((pid) => [pid, procesador(pid)]))
}

export const padre = (pid: number) => Number(campos(pid)[1] ?? 0)

/** What was used between two readings. */
export function usado(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}

/** Processor time of PostgreSQL with all its processes so far, those that ended included. */
export function procesadorTodo(postmaster: number): number {
  const ended = campos(postmaster).slice(13, 15)
  const living = [...procesadorDe(postmaster).values()].reduce((sum, ms) => sum + ms, 0)
  return ended.reduce((sum, ticks) => sum + Number(ticks) * 10, procesador(postmaster) + living)
}

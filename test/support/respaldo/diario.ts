import { readFileSync } from 'node:fs'
import module, { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, vi } from 'vitest'
import paquete from '../../../package.json' with { type: 'json' }

/** Node's options of a backup by hand. */
export const DE_ORDEN = paquete.scripts.respaldo.split(' ').filter((word) => word.startsWith('--'))

interface Diario {
  /** Where it has the compiled code from. */
  cache: string | undefined
  /** The options with which its Node was started. */
  opciones: string[]
}

/** For one test, this process has its compiled code in that folder, as the program has. */
export function conCompilado(folder: string): void {
  const spy = vi.spyOn(module, 'getCompileCacheDir').mockReturnValue(folder)
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
}

/** Waits until the daily backup that this process started is what the kernel ends first; answers how it was started. */
export async function diario(): Promise<Diario | undefined> {
  let seen: (Diario & { cede: number }) | undefined
  const cede = () => {
    seen = mirar()
    return seen?.cede
  }
  await expect.poll(cede).toBe(1000)
  return seen && { cache: seen.cache, opciones: seen.opciones }
}

function mirar(): (Diario & { cede: number }) | undefined {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  const mine = children.split(' ').find((pid) => read(pid, 'cmdline').includes('respaldar.ts'))
  if (mine === undefined) return undefined
  const cache = /(?:^|\0)NODE_COMPILE_CACHE=([^\0]*)/.exec(read(mine, 'environ'))?.[1]
  const words = read(mine, 'cmdline').split('\0').slice(1)
  const opciones = words.slice(
    0,
    words.findIndex((word) => !word.startsWith('--')),
  )
  return { cede: Number(read(mine, 'oom_score_adj')), cache, opciones }
}

/** A file of a process in /proc; '' where it has ended. */
function read(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

import fs, { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * Loaded before a program that is killed in a phase too short to be seen from outside (`--import`): where that calls a
 * function of node:fs, it does a part of it and dies, as by kill -9.
 */

/** In which call the program dies: of this function, with such a path that is there, the first time or the `vez`th. */
export interface Muerte {
  llamada: 'writeFileSync' | 'readFileSync' | 'renameSync' | 'rmSync'
  /** A part of the path, as a regular expression. */
  ruta: string
  vez?: number
  /** What of a folder that is removed has gone. */
  ido?: string
}

/** The options of Node by which a program dies so. */
export const muereEn = (muerte: Muerte): string[] => {
  const self = pathToFileURL(import.meta.filename)
  self.search = new URLSearchParams({ muerte: JSON.stringify(muerte) }).toString()
  return [`--import=${self.href}`]
}

const asked = new URL(import.meta.url).searchParams.get('muerte')
if (asked) esperar(JSON.parse(asked))

function esperar({ llamada, ruta, vez = 1, ido }: Muerte): void {
  const real = fs[llamada] as (...args: unknown[]) => unknown
  const path = new RegExp(ruta)
  let seen = 0
  const dies = (...args: unknown[]): unknown => {
    const [of, content, ...more] = args as [string, string | Buffer, ...unknown[]]
    const gone = llamada === 'rmSync' && !existsSync(of)
    if (gone || !path.test(String(of)) || ++seen < vez) return real(...args)
    if (llamada === 'writeFileSync') real(of, content.slice(0, content.length / 2), ...more)
    if (ido) real(join(of, ido))
    return process.kill(process.pid, 'SIGKILL')
  }
  Object.assign(fs, { [llamada]: dies })
  syncBuiltinESMExports()
}

import { closeSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'

/** Bytes from which on a file is put aside, and how many of these stay. */
const LIMITE = 10_000_000
const CUANTOS = 5

/** Lines are written in pieces of this, and at least by the second: one call costs as much as a hundred lines. */
const TROZO = 16_384
const CADA_MS = 1_000

/** What waits in memory for a disk that does not write; more is dropped, and the program goes on. */
const ESPERA_MAX = 1_000_000

/** A file that lines are added to, within its bounds. */
export interface Rotativo {
  write(line: string): void
  /** Writes what waits in memory, and closes the file. */
  cerrar(): void
}

/**
 * Opens a log: the file, and beside it `file.1` (the newest) to `file.N`. A disk that refuses a line is no reason to
 * stop: lines wait in memory, what does not fit there is dropped.
 * @throws Error of the system when it cannot be opened.
 */
export function rotativo(file: string, limit = LIMITE, keep = CUANTOS): Rotativo {
  let handle = openSync(file, 'a', 0o600)
  let size = fstatSync(handle).size
  let lines: string[] = []
  let length = 0
  let closed = false
  let waiting: Buffer = Buffer.alloc(0)
  const rotate = () => {
    rmSync(`${file}.${keep}`, { force: true })
    for (let n = keep - 1; n > 0; n -= 1) aside(`${file}.${n}`, `${file}.${n + 1}`)
    aside(file, `${file}.1`)
    const next = openSync(file, 'a', 0o600)
    closeSync(handle)
    handle = next
    size = 0
  }
  const flush = () => {
    waiting = Buffer.concat([waiting, Buffer.from(lines.join(''))])
    lines = []
    length = 0
    try {
      while (waiting.length > 0) {
        const n = writeSync(handle, waiting)
        size += n
        waiting = waiting.subarray(n)
      }
      if (size > limit) rotate()
    } catch {
      // The disk is full or away: by the next second it may not be.
    }
  }
  const timer = setInterval(flush, CADA_MS).unref()
  process.once('exit', flush)
  if (size > limit) flush()
  return {
    write(line) {
      if (closed || waiting.length > ESPERA_MAX) return
      lines.push(line)
      length += line.length
      if (length > TROZO) flush()
    },
    cerrar() {
      if (closed) return
      closed = true
      clearInterval(timer)
      process.removeListener('exit', flush)
      flush()
      closeSync(handle)
    },
  }
}

function aside(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to)
}

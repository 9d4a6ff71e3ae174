import {
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
} from 'node:fs'

/** Size from which on a log is put aside; the one before it is dropped. */
const LIMIT = 20_000_000

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
const aside = (file: string) => `${file}.1`

/**
 * What releases before 0.3 wrote of each refusal: the statement, and the data of the refusal. With its own end
 * PostgreSQL always names the statement: why it ended is kept.
 */
const TELLS = / (STATEMENT|DETAIL|CONTEXT): {2}(?<! PANIC: .*\n.* STATEMENT: {2})/

/**
 * Opens PostgreSQL's log to append to it; `from` is where it goes on. A log of an earlier release, which holds data of
 * clients, is removed.
 */
export function openLog(file: string): { handle: number; from: number } {
  for (const old of [file, aside(file)]) {
    if (existsSync(old) && TELLS.test(readFileSync(old, 'latin1'))) rmSync(old)
  }
  if (sizeOf(file) > LIMIT) renameSync(file, aside(file))
  return { handle: openSync(file, 'a', 0o600), from: sizeOf(file) }
}

/**
 * Puts a log aside that grew too long while PostgreSQL writes to it: it appends, so the file may be emptied under it. On
 * a disk that has no room for a second one, or cannot be written, it stays as it is until there is.
 */
export function rotateLog(file: string, limit = LIMIT): void {
  if (sizeOf(file) <= limit) return
  try {
    copyFileSync(file, aside(file))
    truncateSync(file)
  } catch {
    // Asked again in a moment.
  }
}

/** On a disk with fewer bytes a line of the log is lost, or cut. */
const LINE = 65_536

/** What PostgreSQL wrote to its log since the byte `from`, and that the disk has no room where that may be missing. */
export function saidSince(file: string, from: number): string {
  const text = readFileSync(file).subarray(from).toString()
  const { bavail, blocks, bsize } = statfsSync(file)
  // A disk of the network may not say how large it is.
  return blocks > 0 && bavail * bsize < LINE ? `${text}\nNo space left on device` : text
}

import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** In memory a database is cloned in 15 ms, on a disk in 200 ms; containers often have little memory there. */
export function baseFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2_000_000_000 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

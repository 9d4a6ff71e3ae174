import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const at = (...names) => join(root, ...names)

/** An expected failure, reported as one sentence; any other error is a bug and is reported with its stack. */
export class PrepareError extends Error {}

/** The text of a file; '' when it is not there. */
export const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** Who runs a command, and with which variables. */
export interface Quien {
  env: NodeJS.ProcessEnv
  uid?: number
  gid?: number
}

let cut = false
let current: ChildProcess | undefined

let closed = false

/** Ends what runs now, once: what brings the program back is not ended. */
export function cortar(): void {
  if (!cut && !closed) current?.kill('SIGTERM')
  cut = true
}

/** From here on nothing is ended before its end: the house may be touched. */
export function sinCortar(): void {
  closed = true
}

/** Whether the program was stopped and not started again as it was. */
export const tocada = () => closed

/** @throws Error in Spanish once somebody asked to end. */
export function exigirSeguir(): void {
  if (cut) throw new Error('Se pidió terminar.')
}

/** Runs a program to its end, its words passed on; answers what it said. @throws Error with its last line when it fails. */
function correr(
  [program = '', ...args]: readonly string[],
  { carpeta, env, ...user }: Quien & { carpeta: string },
): Promise<string> {
  const child = spawn(program, args, {
    ...{ cwd: carpeta, env, ...user },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  current = child
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      said += text
      process.stdout.write(text)
    })
  }
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) =>
      code === 0 ? done(said) : fail(new Error(said.trim().split('\n').at(-1) || program)),
    )
  })
}

/** A command of the version in `carpeta`: `verificar`, `respaldo`… */
export const deVersion = (carpeta: string, orden: readonly string[], quien: Quien) =>
  correr([join(carpeta, 'despliegue', 'cambista'), ...orden], { ...quien, carpeta })

/** A file of the version in `carpeta` that is no command of its own. */
export const archivoDe = (carpeta: string, args: readonly string[], quien: Quien) =>
  correr([process.execPath, 'scripts/run.mjs', ...args], { ...quien, carpeta })

/** A line that whoever runs the machine gave, as the shell takes it. */
export const linea = (text: string, more: NodeJS.ProcessEnv = {}) =>
  correr(['/bin/sh', '-c', text], { carpeta: '/', env: { ...process.env, ...more } })

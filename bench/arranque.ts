import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CLAVE, listo, puertoLibre } from '../test/jaula/servidor.ts'
import { procesador } from './procesador.ts'

const secretos = mkdtempSync(join(tmpdir(), 'cambista-bench-'))
process.once('exit', () => rmSync(secretos, { recursive: true, force: true }))

/** The Node flags of `npm start`, which limit the heap for a small machine; those after the script are its own. */
export const FLAGS: string[] =
  JSON.parse(readFileSync('package.json', 'utf8'))
    .scripts.start.split('scripts/run.mjs')[0]
    .match(/--\S+/g) ?? []

/** Starts a program of the project as a child process on a free port; resolves when `ready` does. */
export async function lanzar(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: (puerto: number, child: ChildProcess) => Promise<unknown>,
) {
  const puerto = await puertoLibre()
  const begin = performance.now()
  const child = spawn(process.execPath, [...FLAGS, ...command], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(puerto),
      CAMBISTA_DEMO: '0',
      // The house is opened before the program; nothing of it is for the folders of this user.
      CAMBISTA_SECRETOS: secretos,
      CAMBISTA_CLAVE: CLAVE,
      CAMBISTA_SOLICITUDES: '0',
      // The same as with `npm start`.
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const early = once(child, 'exit').then(([code]) => {
    throw new Error(`${command.at(-1)} ended with code ${code} before it was ready`)
  })
  await Promise.race([ready(puerto, child), early])
  early.catch(() => {})
  return {
    puerto,
    ms: performance.now() - begin,
    /** Processor time until then. */
    cpu: procesador(child.pid as number),
    pid: child.pid as number,
    async parar() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The program as `npm start` runs it. */
export const programa = (env: NodeJS.ProcessEnv) =>
  lanzar(['scripts/run.mjs', '--web', 'src/main.server.ts'], env, (puerto) => listo(puerto))

export const referencia = (url: string) =>
  lanzar(['bench/referencia.ts'], { DATABASE_URL: url }, (_, child) =>
    once(child.stdout as NodeJS.ReadableStream, 'data'),
  )

/**
 * Memory of a process in MB: what is resident, and the same with a page that others use too counted in parts; null
 * where the system does not report it.
 */
export function memoria(pid: number): { rss: number; pss: number } | null {
  const file = `/proc/${pid}/smaps_rollup`
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8')
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024
  return { rss: of('Rss'), pss: of('Pss') }
}

/** Milliseconds from the start until ready: first without a data folder, then with the existing one. */
export async function arranques(
  url: string,
): Promise<{ frio: number; tibio: number; solo: number; cpu: number }> {
  const CAMBISTA_DATOS = mkdtempSync(join(tmpdir(), 'cambista-bench-'))
  rmSync(CAMBISTA_DATOS, { recursive: true })
  const times: number[] = []
  try {
    for (let n = 0; n < 4; n += 1) {
      const run = await programa({ CAMBISTA_DATOS })
      times.push(run.ms)
      await run.parar()
    }
  } finally {
    rmSync(CAMBISTA_DATOS, { recursive: true, force: true })
  }
  const alone: { ms: number; cpu: number }[] = []
  for (let n = 0; n < 3; n += 1) {
    const run = await programa({ DATABASE_URL: url })
    alone.push(run)
    await run.parar()
  }
  const [frio = 0, ...warm] = times
  const mejor = {
    solo: Math.min(...alone.map(({ ms }) => ms)),
    cpu: Math.min(...alone.map(({ cpu }) => cpu)),
  }
  return { frio, tibio: Math.min(...warm), ...mejor }
}

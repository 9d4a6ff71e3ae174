import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Juntos } from '../../src/server/db/lote/lote.ts'
import { PLAZO } from '../support/plazos.ts'
import { baseFolder } from '../support/servidor/carpeta.ts'

// The heads of the audit's chain are published here; the folders of this user are not for tests.
const datos = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
process.once('exit', () => rmSync(datos, { recursive: true, force: true }))

/** The secret of every house that a test opens before the program does. */
export const CLAVE = 'ab'.repeat(32)

export interface Servidor {
  readonly puerto: number
  readonly pid: number
  /** Number of restarts so far. */
  readonly reinicios: number
  /** Its output on stderr so far. */
  readonly dicho: string
  /** Sends a signal to the current process; with `vigilado` it is restarted if it dies. */
  senal(signal: NodeJS.Signals): void
  /** Resolves with the exit code once the process has ended. */
  fin(): Promise<number | null>
  /** Ends it without a restart. */
  parar(): Promise<void>
}

export function puertoLibre(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

interface Arranque {
  vigilado?: boolean
  entorno?: NodeJS.ProcessEnv
  /** Starts the cage's own entry, because the program refuses a database that may lose commits. */
  olvidadiza?: boolean
  /** How many requests share a set; also the cage's own entry. */
  juntos?: Juntos | undefined
  /** Root folder of the program, if it is not this project's. */
  carpeta?: string
}

/**
 * Starts the real program as a child process on an existing database; resolves once it reports that it is
 * ready. With `vigilado` it is restarted on the same port when it dies, as a service manager does.
 */
export async function arrancar(
  url: string,
  { vigilado = false, entorno = {}, olvidadiza = false, juntos, carpeta = '.' }: Arranque = {},
): Promise<Servidor> {
  const puerto = await puertoLibre()
  let child: ChildProcess
  let ended: Promise<number | null> = Promise.resolve(null)
  let stopping = false
  let reinicios = 0
  let dicho = ''
  const start = () => {
    const propia = olvidadiza || juntos
    const entrada = propia ? 'test/jaula/programa-olvidadizo.ts' : 'src/main.server.ts'
    const program = propia ? [JSON.stringify({ olvidadiza, juntos })] : []
    child = spawn(process.execPath, [resolve(carpeta, entrada), ...program], {
      cwd: resolve(carpeta),
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: url,
        PORT: String(puerto),
        CAMBISTA_DEMO: '0',
        CAMBISTA_DATOS: datos,
        CAMBISTA_SECRETOS: datos,
        CAMBISTA_CLAVE: CLAVE,
        // The clients of the cage ask as fast as they can.
        CAMBISTA_SOLICITUDES: '0',
        ...entorno,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr?.on('data', (text) => {
      dicho = `${dicho}${text}`.slice(-20_000)
    })
    ended = new Promise((done) => child.once('exit', done))
    child.once('exit', async () => {
      if (stopping || !vigilado) return
      reinicios += 1
      await sleep(50)
      if (!stopping) start()
    })
  }
  start()
  const servidor: Servidor = {
    puerto,
    get pid() {
      return child.pid ?? 0
    },
    get reinicios() {
      return reinicios
    },
    get dicho() {
      return dicho
    },
    senal: (signal) => child.kill(signal),
    fin: () => ended,
    async parar() {
      stopping = true
      child.kill('SIGKILL')
      await ended
    },
  }
  // A process that has already ended is reported at once.
  const early = vigilado ? [] : [ended.then(() => false)]
  if (!(await Promise.race([listo(puerto), ...early]))) {
    await servidor.parar()
    throw new Error(`the server did not start: ${dicho}`)
  }
  return servidor
}

/** Resolves once a server that is shutting down refuses new connections. */
export async function cierra(puerto: number): Promise<void> {
  const vivo = () =>
    fetch(`http://127.0.0.1:${puerto}/api/salud`, { headers: { connection: 'close' } }).catch(
      () => null,
    )
  while ((await vivo())?.ok) await sleep(5)
}

/** True once `/api/listo` answers 200; false after `plazo` ms. */
export async function listo(puerto: number, plazo = PLAZO): Promise<boolean> {
  const end = performance.now() + plazo
  while (performance.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${puerto}/api/listo`).catch(() => null)
    if (answer?.ok) return true
    await sleep(20)
  }
  return false
}

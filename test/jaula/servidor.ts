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
  /** Its output on stdout so far. */
  readonly salida: string
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
  /** The beginning of the command line, of another program that starts this one. */
  dentro?: readonly string[]
}

/**
 * Starts the real program as a child process on an existing database, or with its own PostgreSQL where `entorno` leaves
 * DATABASE_URL empty; resolves once it reports that it is ready. With `vigilado` it is restarted on the same port when
 * it dies, as a service manager does.
 */
export async function arrancar(
  url: string,
  { entorno = {}, olvidadiza = false, juntos, carpeta = '.', ...mas }: Arranque = {},
): Promise<Servidor> {
  const { vigilado = false, dentro = [] } = mas
  const puerto = await puertoLibre()
  let child: ChildProcess
  let ended: Promise<number | null> = Promise.resolve(null)
  let stopping = false
  let reinicios = 0
  let dicho = ''
  let salida = ''
  const start = () => {
    const propia = olvidadiza || juntos
    const entrada = propia ? 'test/jaula/programa-olvidadizo.ts' : 'src/main.server.ts'
    const program = propia ? [JSON.stringify({ olvidadiza, juntos })] : []
    const [first = '', ...rest] = [
      ...[...dentro, process.execPath],
      ...[resolve(carpeta, entrada), ...program],
    ]
    child = spawn(first, rest, {
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
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stderr?.on('data', (text) => {
      dicho = `${dicho}${text}`.slice(-20_000)
    })
    child.stdout?.on('data', (text) => {
      salida = `${salida}${text}`.slice(-20_000)
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
    get salida() {
      return salida
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
  if (!(await Promise.race([listo(puerto, PLAZO, () => stopping), ...early]))) {
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

/** True once `/api/listo` answers 200; false after `plazo` ms, or once who should answer has `ended`. */
export async function listo(puerto: number, plazo = PLAZO, ended = () => false): Promise<boolean> {
  const end = performance.now() + plazo
  while (performance.now() < end && !ended()) {
    const answer = await fetch(`http://127.0.0.1:${puerto}/api/listo`).catch(() => null)
    if (answer?.ok) return true
    await sleep(20)
  }
  return false
}

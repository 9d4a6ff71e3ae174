import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** PostgreSQL refuses root: all but the program runs as this user. */
export const usuario = process.getuid?.() === 0 ? sinRango() : undefined

function sinRango(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'))
  const [, , uid = 65_534, gid = 65_534] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

const ENTORNO = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }

export interface Servicio {
  readonly pid: number
  /** With which code it ended; null of a signal. */
  readonly fin: Promise<number | null>
  /** Ends it and what it started in its group, at once. */
  matar(): Promise<void>
}

interface Donde {
  carpeta: string
  registro: string
  env?: NodeJS.ProcessEnv
  /** The group of users by which its packets are told from those of others. */
  gid?: number
}

/** Starts a program in a group of its own, its output in a file. */
export function iniciar(
  [program = '', ...args]: string[],
  { carpeta, registro, env, gid }: Donde,
): Servicio {
  const out = openSync(registro, 'a')
  const child = spawn(program, args, {
    ...usuario,
    ...(usuario && gid && { gid }),
    ...{ cwd: carpeta, env: { ...ENTORNO, HOME: carpeta, ...env } },
    ...{ detached: true, stdio: ['ignore', out, out] },
  })
  closeSync(out)
  const pid = child.pid ?? 0
  const gone = terminado(child)
  return {
    pid,
    fin: gone,
    async matar() {
      matarGrupo(pid)
      await gone
    },
  }
}

const terminado = (child: ChildProcess) =>
  new Promise<number | null>((done) => child.once('exit', done).once('error', () => done(null)))

/** Ends a group that `iniciar` made; nothing when it has gone. */
export function matarGrupo(pid: number): void {
  try {
    if (pid > 1) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Runs a command to its end; answers what it wrote. @throws Error with what it said when it fails. */
export function correr([program = '', ...args]: string[], env: NodeJS.ProcessEnv = {}): string {
  return execFileSync(program, args, {
    ...usuario,
    ...{ cwd: '/', env: { ...ENTORNO, ...env }, encoding: 'utf8', stdio: 'pipe' },
  })
}

/** @throws Error that says what to install. */
export function exigirProgramas(programas: Record<string, string>): void {
  const missing = Object.entries(programas).filter(([path]) => !existsSync(path))
  if (missing.length === 0) return
  const packages = [...new Set(missing.map(([, name]) => name))].join(' ')
  throw new Error(
    `Falta ${missing.map(([path]) => path).join(', ')}: instálelo con «apt-get install --no-install-recommends ${packages}» y repita el ensayo.`,
  )
}

const dados = new Set<number>()

/**
 * A free port of this machine, below those that the system gives to connections: it must still be free when what
 * listens on it was killed and comes back.
 */
export async function puerto(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (dados.has(port) || !(await libre(port))) continue
    dados.add(port)
    return port
  }
}

function libre(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer().once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}

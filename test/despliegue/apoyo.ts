import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ORIGEN = resolve(import.meta.dirname, '..', '..')
const COPIADO = [
  ...['package.json', 'package-lock.json', 'index.html', 'vite.config.ts', 'biome.json'],
  ...['CHANGELOG.md', 'scripts', 'db', 'docs', 'src', 'despliegue', 'dist'],
]

/** A user of the system who owns nothing here; only root can become him. */
const AJENO = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** A folder for one file of tests, which others may enter; programs may run in it, unlike in some /dev/shm. */
export function carpetaDePruebas(): string {
  const folder = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
  chmodSync(folder, 0o711)
  return folder
}

/** Removes a folder, also where nothing in it may be written. */
export function borrar(folder: string): void {
  spawnSync('chmod', ['-R', 'u+w', folder], { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}

/** A folder that the foreign user may write. */
export function deAjeno(folder: string): string {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  return folder
}

/** A copy of these sources with the packages of this folder. A build that is there comes along, with its times. */
export function copiaDeFuentes(folder: string): string {
  for (const name of COPIADO.filter((each) => existsSync(join(ORIGEN, each))))
    cpSync(join(ORIGEN, name), join(folder, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(ORIGEN, 'node_modules'), join(folder, 'node_modules'))
  // Whoever asks npm for anything leaves a mark.
  writeFileSync(
    join(folder, '..', 'npm.js'),
    `require('node:fs').writeFileSync(${JSON.stringify(marca(folder))}, ''); process.exit(1)`,
  )
  return folder
}

/** The file that is there once somebody asked npm to install. */
export const marca = (folder: string) => join(folder, '..', 'npm-pedido')

interface Marcha {
  carpeta: string
  env?: NodeJS.ProcessEnv
  /** As a user who owns nothing. */
  ajeno?: boolean
}

/** Starts a command with nothing of this process's environment but where programs lie. */
function empezar(
  line: readonly string[],
  { carpeta, env = {}, ajeno = false }: Marcha,
  more: { detached?: boolean } = {},
) {
  const [program = '', ...args] = line
  return spawn(program, args, {
    ...more,
    cwd: carpeta,
    ...(ajeno && AJENO),
    env: {
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      npm_execpath: join(carpeta, '..', 'npm.js'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function oir(child: ChildProcess, hear: (said: string) => void): () => string {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      said += text
      hear(said)
    })
  return () => said
}

/** Runs a command to its end. */
export function correr(line: readonly string[], marcha: Marcha) {
  const child = empezar(line, marcha)
  const said = oir(child, () => {})
  return new Promise<{ code: number | null; dicho: string }>((done) => {
    child.on('close', (code) => done({ code, dicho: said() }))
  })
}

/** Starts a command, sends it a signal once it says something, and waits for its end; answers what it said. */
export async function cortada(
  line: readonly string[],
  marcha: Marcha,
  word: string,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<string> {
  // A group of its own, as systemd ends all of a service.
  const child = empezar(line, marcha, { detached: true })
  const said = oir(child, (text) => {
    if (!text.includes(word) || child.killed) return
    child.kill(signal)
    if (signal === 'SIGKILL' && child.pid) process.kill(-child.pid, signal)
  })
  // Where all of it was killed, what it said last is of no use.
  await once(child, signal === 'SIGKILL' ? 'exit' : 'close')
  return said()
}

/** Starts the program, asks it something once it says where it listens, and ends it. */
export async function servido<T>(
  line: readonly string[],
  marcha: Marcha,
  ask: (url: string) => Promise<T>,
): Promise<{ code: number | null; dicho: string; respuesta: T }> {
  const child = empezar(line, { ...marcha, env: { PORT: '0', CAMBISTA_DEMO: '0', ...marcha.env } })
  let listens: (url: string) => void = () => {}
  const url = new Promise<string>((done) => {
    listens = done
  })
  const said = oir(child, (text) => {
    const found = /Cambista está en (http:\S+)/.exec(text)?.[1]
    if (found) listens(found)
  })
  const end = new Promise<number | null>((done) => {
    child.on('close', (code) => done(code))
  })
  const early = end.then((code) => {
    throw new Error(`ended with ${code} before it listened: ${said()}`)
  })
  early.catch(() => {})
  try {
    const respuesta = await ask(await Promise.race([url, early]))
    child.kill('SIGTERM')
    return { code: await end, dicho: said(), respuesta }
  } finally {
    child.kill('SIGTERM')
    await end
  }
}

/** A port that nothing listens on. */
export async function libre(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** What whoever watches the program gets of it, and a browser: the page and every file that it names. */
export async function visita(url: string) {
  const listo = await fetch(`${url}/api/listo`)
  const pagina = await (await fetch(`${url}/`)).text()
  const files = [...pagina.matchAll(/"(\/(?:assets\/)?[\w.-]+\.[a-z0-9]+)"/g)]
  const codes = files.map(async ([, path = '']) => [path, (await fetch(url + path)).status])
  return { listo: await listo.json(), pagina, archivos: await Promise.all(codes) }
}

/** Every name below a folder, links not followed. */
export const nombres = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

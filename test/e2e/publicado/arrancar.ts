import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificar } from '../../../src/server/certificado/certificar.ts'
import { ARCHIVOS } from '../../../src/server/certificado/hecho.ts'
import { puertoLibre } from '../../jaula/servidor.ts'
import { OTRA_MAQUINA } from '../../support/browser.ts'
import { aTiempo, PLAZO } from '../../support/plazos.ts'

/* The proxies of `proxy/`, as they are shipped but for ports, names and files, in front of a house of a test. */

/** The name in the shipped examples. */
const EJEMPLO = /\bcambista\.example\b/g
/** Where a system puts what only administrators run. */
const LUGARES = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']

/** Where the program lies; null where it is not installed. */
export const lugarDe = (name: string): string | null =>
  LUGARES.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null

interface Puertos {
  http: number
  https: number
  casa: number
}
interface Archivos {
  folder: string
  cert: string
  key: string
}

/** How each is given the shipped example; every replacement has to find what it replaces. */
export const PROXIES = {
  nginx: {
    ejemplo: 'proxy/nginx.conf',
    texto: (text: string, puertos: Puertos, { folder, cert, key }: Archivos) => {
      const site = cambiar(text, [
        [/^ *listen \[::\].*\n/gm, ''],
        [/listen 80;/, `listen 127.0.0.1:${puertos.http};`],
        [/listen 443 ssl/, `listen 127.0.0.1:${puertos.https} ssl`],
        [/127\.0\.0\.1:3000/, `127.0.0.1:${puertos.casa}`],
        [/\/etc\/letsencrypt\/\S+fullchain\.pem/, cert],
        [/\/etc\/letsencrypt\/\S+privkey\.pem/, key],
        [EJEMPLO, OTRA_MAQUINA],
      ])
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((what) => `${what}_temp_path ${folder}/${what};`)
        .join('\n')
      return `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr warn;\nevents {}
        http {\naccess_log off;\n${temporary}\n${site}}\n`
    },
    mando: (file: string, folder: string) => ['-c', file, '-p', folder, '-e', 'stderr'],
  },
  caddy: {
    ejemplo: 'proxy/Caddyfile',
    texto: (text: string, puertos: Puertos, { cert, key }: Archivos) =>
      `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${puertos.http}\n\thttps_port ${puertos.https}
\tskip_install_trust\n\tocsp_stapling off\n}\n${cambiar(text, [
        [/127\.0\.0\.1:3000/, `127.0.0.1:${puertos.casa}`],
        [/# tls \S+ \S+/, `tls ${cert} ${key}`],
        [EJEMPLO, OTRA_MAQUINA],
      ])}`,
    mando: (file: string) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
}

function cambiar(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((now, [what, by]) => {
    if (now.search(what) < 0) throw new Error(`the example has no ${what}`)
    return now.replace(what, by)
  }, text)
}

export interface Respuesta {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}
interface Pedido {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Reads until this is in the text, and hangs up. */
  hasta?: string
  /** Runs once the answer has begun. */
  luego?: () => Promise<unknown>
}

export interface Puerta {
  https: number
  http: number
  /** A request of a client at `CLIENTE`, who trusts the house's authority, through the name. */
  pedir(path: string, pedido?: Pedido): Promise<Respuesta>
  parar(): Promise<void>
}

/** Another address of this machine than the proxy's own, so that who is who can be told apart; only Linux has it. */
export const CLIENTE = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'

const aqui: LookupFunction = (_name, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

function pedirPor(port: number, ca: string, path: string, pedido: Pedido): Promise<Respuesta> {
  const { method = 'GET', headers = {}, body, hasta, luego } = pedido
  const where = { host: OTRA_MAQUINA, port, path, method, headers, ca, lookup: aqui }
  return new Promise((done, fail) => {
    const sent = request({ ...where, localAddress: CLIENTE, agent: false }, (answer) => {
      let text = ''
      const end = () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text })
      answer.setEncoding('utf8').on('data', (part) => {
        text += part
        if (!hasta || !text.includes(hasta)) return
        end()
        sent.destroy()
      })
      answer.on('end', end).on('error', fail)
      luego?.().catch(fail)
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

/** Starts `name` with its shipped example in front of the house at `casa`, and waits until it serves. */
export async function arrancar(
  name: keyof typeof PROXIES,
  program: string,
  casa: number,
): Promise<Puerta> {
  const folder = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
  const { carpeta } = await certificar({
    carpeta: folder,
    nombres: [OTRA_MAQUINA],
    ahora: new Date(),
  })
  const en = (which: keyof typeof ARCHIVOS) => join(carpeta, ARCHIVOS[which])
  const ca = readFileSync(en('publico'), 'utf8')
  const [http, https] = [await puertoLibre(), await puertoLibre()]
  const { ejemplo, texto, mando } = PROXIES[name]
  const file = join(folder, 'proxy.conf')
  const own = { folder, cert: en('cert'), key: en('key') }
  writeFileSync(file, texto(readFileSync(resolve(ejemplo), 'utf8'), { http, https, casa }, own))
  const home = join(folder, 'home')
  mkdirSync(home)
  const env = { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  const child = spawn(program, mando(file, folder), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const parar = async () => {
    process.off('exit', kill)
    // Asked to end, Caddy waits for the streams of pages that are open.
    kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const pedir = (path: string, pedido: Pedido = {}) =>
    aTiempo(path, pedirPor(https, ca, path, pedido))
  try {
    await listo(child, () => pedir('/api/salud'))
  } catch (error) {
    await parar()
    throw error
  }
  return { http, https, pedir, parar }
}

/** Waits until it answers; what it said is told when it ends before. */
async function listo(child: ChildProcess, ask: () => Promise<Respuesta>): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-5000)
  })
  const end = performance.now() + PLAZO
  while (performance.now() < end && child.exitCode === null) {
    const answer = await ask().catch(() => null)
    if (answer?.status === 200) return
    await sleep(20)
  }
  throw new Error(`the proxy does not serve: ${said}`)
}

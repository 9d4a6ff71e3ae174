import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processesOf } from '../../src/server/embedded/process.ts'
import { hasta } from '../ensayo/hasta.ts'
import { certificar } from './autoridad.ts'
import { Cable, grupoDe, sePuedeCortar } from './cable.ts'
import { correr, iniciar, matarGrupo, puerto, type Servicio, usuario } from './procesos.ts'

const ENTREGADO = fileURLToPath(new URL('../../escala/', import.meta.url))
const NOMBRES = ['uno', 'dos', 'tres']
/** How long a machine is asked what it knows of the set. */
const RESPUESTA_MS = 2_000
/** What is written on a machine that is cut off. */
const CORTADA = 'escrita_a_solas'
const PSQL = '/usr/lib/postgresql/15/bin/psql'
/** What listens on each machine of PostgreSQL, by the port that the files have. */
const PUERTOS = [5432, 8008, 2379, 2380]

/** What Patroni says of a member. */
interface Miembro {
  name: string
  role: string
  state: string
  timeline?: number
  lag?: number | string
}

/** Three machines with etcd, Patroni and PostgreSQL, which listen on this one. */
export class Conjunto {
  readonly #root: string
  /** The addresses of the files, and what stands for them here. */
  readonly #aqui = new Map<string, string>()
  readonly #claves: Record<string, string> = {}
  readonly #vivos = new Map<string, Servicio>()
  readonly #cable = new Cable()
  /** Ports of HAProxy: the house, and the PostgreSQL that leads. */
  casa = 0
  principal = 0

  constructor(root: string) {
    this.#root = root
    for (const name of ['PATRONI', 'SUPERUSUARIO', 'REPLICADOR', 'REBOBINADOR', 'DUENO'])
      this.#claves[`CLAVE_${name}`] = randomBytes(12).toString('hex')
  }

  #en(...names: string[]): string {
    return join(this.#root, ...names)
  }

  #datos(n: number): string {
    return this.#en(`pg-${n}`, 'datos')
  }

  #carpeta(...names: string[]): string {
    const path = this.#en(...names)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (usuario) chownSync(path, usuario.uid, usuario.gid)
    return path
  }

  #escribir(name: string, text: string): string {
    writeFileSync(this.#en(name), text, { mode: 0o600 })
    if (usuario) chownSync(this.#en(name), usuario.uid, usuario.gid)
    return this.#en(name)
  }

  /** A file as it is shipped, with the addresses, paths and passwords of here; that of machine `n` where it is one’s. */
  #archivo(name: string, n = 0): string {
    const own = (line: string) =>
      line.includes('10.0.0.12')
        ? line
        : line
            .replace('10.0.0.11', `10.0.0.1${n + 1}`)
            .replace(/(?<=^name: |^ETCD_NAME=)uno$/, NOMBRES[n] ?? '')
    const text = readFileSync(join(ENTREGADO, name), 'utf8')
    const mine = name === 'haproxy.cfg' ? text : text.split('\n').map(own).join('\n')
    return mine
      .replace(/\b10\.0\.0\.\d+:\d+/g, (address) => this.#aqui.get(address) ?? address)
      .replace(/\bCLAVE_[A-Z]+/g, (password) => this.#claves[password] ?? password)
      .replaceAll('10.0.0.0/24', '127.0.0.1/32')
      .replaceAll('/etc/cambista-escala/', this.#en('tls', '/'))
      .replaceAll('/var/lib/etcd/cambista', this.#en(`etcd-${n}`))
      .replaceAll('/var/lib/postgresql/15/cambista', this.#datos(n))
      .replaceAll('/var/lib/postgresql/cambista.pgpass', this.#en('hogar', `pgpass-${n}`))
      .replaceAll('/var/run/postgresql', this.#en('s'))
  }

  /** Starts the three machines, and makes the owner and the database as `casa.sql` says. */
  async iniciar(): Promise<void> {
    for (const n of NOMBRES.keys())
      for (const port of PUERTOS)
        this.#aqui.set(`10.0.0.1${n + 1}:${port}`, `127.0.0.1:${await puerto()}`)
    this.#carpeta('s')
    this.#carpeta('hogar')
    certificar(this.#carpeta('tls'))
    if (sePuedeCortar()) for (const n of NOMBRES.keys()) this.#cable.marcar(n)
    for (const n of NOMBRES.keys()) this.#etcd(n)
    for (const n of NOMBRES.keys()) this.#patroni(n)
    await this.completo()
    const leader = await this.lider()
    const [host = '', port = ''] = this.#de(leader, 5432).split(':')
    correr(
      [
        ...[PSQL, '-q', '-h', host, '-p', port, '-U', 'postgres', '-d', 'postgres'],
        ...['-v', `clave='${this.#claves.CLAVE_DUENO}'`, '-f', this.#publico('casa.sql')],
      ],
      { PGPASSWORD: this.#claves.CLAVE_SUPERUSUARIO },
    )
  }

  /** Where the other user can read it, whoever owns the project’s folder. */
  #publico(name: string): string {
    return this.#escribir(name, readFileSync(join(ENTREGADO, name), 'utf8'))
  }

  #de(n: number, port: number): string {
    return this.#aqui.get(`10.0.0.1${n + 1}:${port}`) ?? ''
  }

  /** Starts what runs on machine `n`, or on one of its own. */
  #servicio(name: string, command: string[], n?: number, env?: NodeJS.ProcessEnv): void {
    const at = { carpeta: this.#en('hogar'), registro: this.#en(`${name}.log`) }
    const gid = n === undefined ? {} : { gid: grupoDe(n) }
    this.#vivos.set(name, iniciar(command, { ...at, ...gid, ...(env && { env }) }))
  }

  #etcd(n: number): void {
    this.#carpeta(`etcd-${n}`)
    const lines = this.#archivo('etcd', n)
      .split('\n')
      .filter((line) => line.startsWith('ETCD_'))
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
    this.#servicio(`etcd-${n}`, ['/usr/bin/etcd'], n, env)
  }

  #patroni(n: number): void {
    this.#carpeta(`pg-${n}`)
    const file = this.#escribir(`patroni-${n}.yml`, this.#archivo('patroni.yml', n))
    this.#servicio(`patroni-${n}`, ['/usr/bin/patroni', file], n)
  }

  /** HAProxy in front of the program on two ports; in the clear, since it listens on this machine alone. */
  async repartir(aplicaciones: readonly number[]): Promise<void> {
    this.casa = await puerto()
    this.principal = await puerto()
    for (const [n, port] of aplicaciones.entries())
      this.#aqui.set(`10.0.0.2${n + 1}:3000`, `127.0.0.1:${port}`)
    const text = this.#archivo('haproxy.cfg')
      .replace(/bind :443 .*/, `bind 127.0.0.1:${this.casa}`)
      .replace('127.0.0.1:5000', `127.0.0.1:${this.principal}`)
    const file = this.#escribir('haproxy.cfg', text)
    this.#servicio('haproxy', ['/usr/sbin/haproxy', '-db', '-f', file])
  }

  /** The connection string of the owner: of all three, of the one that leads, or by HAProxy. */
  direccion(donde: 'todos' | 'principal' | number): string {
    const each = NOMBRES.map((_, n) => this.#de(n, 5432))
    const some = { todos: each.join(','), principal: `127.0.0.1:${this.principal}` }
    const hosts = typeof donde === 'number' ? each[donde] : some[donde]
    const query = donde === 'todos' ? '?target_session_attrs=read-write' : ''
    return `postgresql://cambista_dueno:${this.#claves.CLAVE_DUENO}@${hosts}/cambista${query}`
  }

  /** What Patroni says of the three, as the one of them tells it that knows the newest leader. */
  async miembros(): Promise<Miembro[]> {
    const ask = async (n: number) => {
      const url = `http://${this.#de(n, 8008)}/cluster`
      const answer = await fetch(url, { signal: AbortSignal.timeout(RESPUESTA_MS) })
      return ((await answer.json()) as { members: Miembro[] }).members
    }
    // A machine whose network has just come back tells of the leader before for a while.
    const answers = await Promise.allSettled(NOMBRES.map((_, n) => ask(n)))
    const told = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const linea = (all: Miembro[]) =>
      Number(all.find(({ role }) => role === 'leader')?.timeline ?? 0)
    const [newest] = told.toSorted((a, b) => linea(b) - linea(a))
    if (!newest) throw new Error('no machine of the set answers')
    return newest
  }

  async lider(): Promise<number> {
    const find = async () => (await this.miembros()).find(({ role }) => role === 'leader')
    const { name } = await hasta('un principal', async () => (await find()) ?? null)
    return NOMBRES.indexOf(name)
  }

  /** Waits until one leads, one is its synchronous standby, and the third follows it. */
  async completo(ms?: number): Promise<void> {
    await hasta(
      'el conjunto completo',
      async () => {
        const all = await this.miembros()
        const leader = all.find(({ role }) => role === 'leader')
        const siguen = all.filter(
          ({ role, timeline, lag }) =>
            role !== 'leader' && timeline === leader?.timeline && Number(lag) < 1_000_000,
        )
        const running = all.every(({ state }) => state === 'running' || state === 'streaming')
        return running && siguen.length === 2 && siguen.some(({ role }) => role === 'sync_standby')
      },
      ms,
    )
  }

  /** The death of a machine: Patroni, PostgreSQL with all its processes and, with `entera`, its etcd. */
  async matar(n: number, entera: boolean): Promise<void> {
    const gone = [this.#vivos.get(`patroni-${n}`)?.matar()]
    for (const pid of processesOf(this.#datos(n))) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended with the others.
      }
    }
    if (entera) gone.push(this.#vivos.get(`etcd-${n}`)?.matar())
    await Promise.all(gone)
    this.#vivos.delete(`patroni-${n}`)
    if (entera) this.#vivos.delete(`etcd-${n}`)
  }

  volver(n: number): void {
    if (!this.#vivos.has(`etcd-${n}`)) this.#etcd(n)
    this.#patroni(n)
  }

  /**
   * Cuts machine `n` off. Answers what becomes of a write that is asked for on that machine meanwhile: whether it was
   * acknowledged there.
   */
  cortar(n: number): { escritura: Promise<boolean> } {
    const ports = (m: number) => PUERTOS.map((port) => Number(this.#de(m, port).split(':')[1]))
    const others = [...NOMBRES.keys()].filter((m) => m !== n).flatMap(ports)
    this.#cable.cortar(n, ports(n), others)
    const [host = '', port = ''] = this.#de(n, 5432).split(':')
    const line = [PSQL, '-q', '-h', host, '-p', port, '-U', 'postgres', '-d', 'postgres']
    line.push('-c', `CREATE TABLE ${CORTADA}_${Date.now()} ()`)
    const env = { PGPASSWORD: this.#claves.CLAVE_SUPERUSUARIO }
    const at = { carpeta: this.#en('hogar'), registro: this.#en('cortada.log') }
    const { fin } = iniciar(line, { ...at, env, gid: grupoDe(n) })
    return { escritura: fin.then((code) => code === 0) }
  }

  /** Joins what was cut. */
  unir(): void {
    this.#cable.unir()
  }

  /** Another one leads, on purpose, by the command that a house uses. */
  cambiarPrincipal(de: string, a: string): string {
    return correr(
      [
        ...['/usr/bin/patronictl', '-c', this.#en('patroni-0.yml'), 'switchover'],
        ...['--leader', de, '--candidate', a, '--force'],
      ],
      { HOME: this.#en('hogar') },
    )
  }

  /** Ends all of it at once; also from a signal. */
  terminar(): void {
    this.#cable.retirar()
    for (const { pid } of this.#vivos.values()) matarGrupo(pid)
    for (const n of NOMBRES.keys())
      for (const pid of processesOf(this.#datos(n))) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It ended with the others.
        }
      }
    this.#vivos.clear()
  }
}

/** Makes the folder of a rehearsal one that the other user may enter, and nobody may list. */
export function abrirPaso(root: string): void {
  chmodSync(root, 0o711)
}

import { spawnSync } from 'node:child_process'
import { usuario } from './procesos.ts'

/*
 * The cable of a machine of the set. All of them listen on this one, so whose a packet is, is told by the group of users
 * that a machine's processes are of, and whose its receiver is by the port. Packets are dropped as by a cable that is
 * out: nobody is told that a connection is gone.
 */

const GRUPO = 61_000

/** The group of the processes of machine `n`. */
export const grupoDe = (n: number) => GRUPO + n

const iptables = (...args: string[]) =>
  spawnSync('/usr/sbin/iptables', ['-w', ...args], { encoding: 'utf8' })

/** Whether this user may cut here. */
export const sePuedeCortar = () => usuario !== undefined && iptables('-nL', 'OUTPUT').status === 0

/** @throws Error with the reason. */
function exigir(...args: string[]): void {
  const { status, stderr } = iptables(...args)
  if (status !== 0) throw new Error(`iptables ${args.join(' ')}: ${stderr}`)
}

/** What sends a packet: a process of machine `n`, or by `otro` any other one. */
const de = (n: number, ...otro: '!'[]) => [
  ...['-p', 'tcp', '-m', 'owner', ...otro],
  ...['--gid-owner', String(grupoDe(n))],
]
const marca = (n: number) => String(grupoDe(n))

export class Cable {
  readonly #cadena = `cambista-${process.pid}`
  /** How each rule that is in force is taken away again. */
  readonly #marcas: string[][] = []
  #cortado = false

  /** Marks the connections that machine `n` opens, so that its answers to others are told from those to itself. */
  marcar(n: number): void {
    const rule = ['OUTPUT', '-o', 'lo', ...de(n), '--syn', '-j', 'CONNMARK', '--set-mark', marca(n)]
    exigir('-t', 'mangle', '-A', ...rule)
    this.#marcas.push(['-t', 'mangle', '-D', ...rule])
  }

  /** Drops what goes from machine `n`, which listens on `suyos`, to the others, which listen on `ajenos`, and back. */
  cortar(n: number, suyos: readonly number[], ajenos: readonly number[]): void {
    this.#cortado = true
    const add = ['-A', this.#cadena]
    const ports = (way: '--dports' | '--sports', list: readonly number[]) =>
      ['-m', 'multiport', way, list.join()] as const
    const ajena = ['-m', 'connmark', '!', '--mark', marca(n)]
    exigir('-N', this.#cadena)
    exigir(...add, ...de(n), ...ports('--dports', ajenos), '-j', 'DROP')
    exigir(...add, ...de(n, '!'), ...ports('--dports', suyos), '-j', 'DROP')
    exigir(...add, ...de(n), ...ports('--sports', suyos), ...ajena, '-j', 'DROP')
    exigir('-I', 'OUTPUT', '-o', 'lo', '-j', this.#cadena)
  }

  /** Joins what was cut; nothing where nothing is. */
  unir(): void {
    if (!this.#cortado) return
    this.#cortado = false
    iptables('-D', 'OUTPUT', '-o', 'lo', '-j', this.#cadena)
    iptables('-F', this.#cadena)
    iptables('-X', this.#cadena)
  }

  /** Takes every rule away. */
  retirar(): void {
    this.unir()
    for (const rule of this.#marcas.splice(0)) iptables(...rule)
  }
}

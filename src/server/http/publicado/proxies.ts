import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../../core/errors.ts'
import { esDeEsteEquipo } from '../../proceso/demo.ts'
import { anfitrionDe } from '../guardia/anfitrion.ts'

/** The widest networks that a house can call its own: 10.0.0.0/8 and the private half of IPv6, fc00::/7. */
const MAS_ANCHA = { 4: 8, 6: 7 } as const
const BITS = { 4: 32, 6: 128 } as const

interface Red {
  address: string
  family: 4 | 6
  bits: number
}

/** An address, or a network as `10.0.0.0/8`; null for anything else. */
function redDeTexto(text: string): Red | null {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address) as 0 | 4 | 6
  if (family === 0 || rest.length > 0) return null
  if (bits === undefined) return { address, family, bits: BITS[family] }
  // A network of IPv4 is written as one: hidden in IPv6 its width would say something else.
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > BITS[family] || /^::ffff:|%/i.test(address)) {
    return null
  }
  return { address, family, bits: Number(bits) }
}

/** `ipv4` or `ipv6`, as Node wants it. */
const nameOf = (family: number) => (family === 6 ? 'ipv6' : 'ipv4')

/**
 * The proxies of the house, addresses and networks. One that holds everybody is refused: whoever connects could then
 * say who he is.
 * @throws Error in one Spanish sentence.
 */
export function leerProxies(texts: readonly string[]): string[] {
  for (const text of texts) {
    const red = redDeTexto(text)
    if (!red) {
      throw new Error(
        `CAMBISTA_PROXY debe tener direcciones IP o redes (10.0.0.7, 172.18.0.0/16, fd00::/8) separadas por comas, no «${text}».`,
      )
    }
    if (red.bits < MAS_ANCHA[red.family]) {
      throw new Error(
        `CAMBISTA_PROXY no puede ser «${text}»: abarca tantas direcciones que cualquiera diría ser quien no es. Indique la del proxy o la de su red.`,
      )
    }
  }
  return [...texts]
}

/** Whether a connection is one of theirs. */
export function deProxy(proxies: readonly string[]): (ip: string) => boolean {
  const theirs = new BlockList()
  for (const text of proxies) {
    const red = redDeTexto(text)
    if (red) theirs.addSubnet(red.address, red.bits, nameOf(red.family))
  }
  return (ip) => {
    const plain = ip.replace(/^::ffff:/i, '')
    return isIP(plain) !== 0 && theirs.check(plain, nameOf(isIP(plain)))
  }
}

/** What only a proxy says of a request. */
const DE_PROXY = [
  ...['forwarded', 'via', 'x-real-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
]

/**
 * Serves nobody through a proxy, also one that no setting names: a demo listens on this machine alone, and what
 * stands before it there would let everybody in with its published passwords. One that says nothing of itself is known
 * by the page that asks: signing in names where it was opened.
 */
export function sinProxy(http: FastifyInstance, nombres: readonly string[]): void {
  const exigir = anfitrionDe(nombres)
  const deEsteEquipo = (origin: string) => {
    try {
      exigir(new URL(origin).host)
      return true
    } catch {
      return false
    }
  }
  http.addHook('onRequest', async ({ headers }) => {
    const { origin } = headers
    const proxy = DE_PROXY.some((name) => headers[name] !== undefined)
    if (proxy || (origin !== undefined && !deEsteEquipo(origin)))
      throw new DomainError('DEMO_PUBLICADA')
  })
}

/**
 * Serves nobody but the proxies and this machine: what stands on the network without a certificate stands there
 * for its proxy, and a till that went past it would send its password in the clear. Whoever asks this machine, on it, by
 * an address of the network comes from that same address, as `npm run salud` does where HOST is one; nobody else can,
 * since a system takes nothing from the network that says to come from itself.
 */
export function soloPorProxy(http: Pick<FastifyInstance, 'addHook'>, proxies: readonly string[]) {
  const theirs = deProxy(proxies)
  http.addHook('onRequest', async ({ raw: { socket } }) => {
    const { remoteAddress: ip = '', localAddress } = socket
    if (!theirs(ip) && !esDeEsteEquipo(ip) && ip !== localAddress)
      throw new DomainError('SIN_PROXY')
  })
}

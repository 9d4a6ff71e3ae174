import { BlockList, isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { DomainError } from '../../../core/errors.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** The name or address of a `Host` header, without port and brackets, in small letters. */
export function nombreDe(host: string): string {
  // As settings name an address of IPv6; no browser sends it so.
  if (isIP(host) === 6) return host.toLowerCase()
  const [, name = ''] =
    /^\[([^\]]*)\](?::\d*)?$/.exec(host) ?? /^([^:]*)(?::\d*)?$/.exec(host) ?? []
  return name.toLowerCase().replace(/\.$/, '')
}

/** The machine's own names: as it is called, without its domain, and as its network announces it. */
function ownNames(): string[] {
  const own = hostname().toLowerCase()
  const short = own.split('.')[0] ?? own
  return ['localhost', own, short, `${short}.local`]
}

/** Read each time: an address may have changed since the start. */
function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((one) => one.address.toLowerCase() === address),
  )
}

/**
 * Checks whom a request is for: a page of another site that points its own name at this machine (DNS
 * rebinding) is told so, instead of an answer. Taken are loopback, the machine's addresses and names, and `nombres`.
 * @throws DomainError HOST_AJENO
 */
export function anfitrionDe(nombres: readonly string[]): (host: string | undefined) => void {
  const theirs = nombres.map((name) => nombreDe(name.trim())).filter((name) => name !== '')
  const known = new Set([...ownNames(), ...theirs])
  return (host = '') => {
    const name = nombreDe(host)
    if (known.has(name)) return
    const family = isIP(name)
    if (family !== 0) {
      if (LOOPBACK.check(name, family === 6 ? 'ipv6' : 'ipv4') || isOwnAddress(name)) return
    }
    throw new DomainError('HOST_AJENO', { host: host.slice(0, 100) || 'sin nombre' })
  }
}

import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** What a certificate is for: a name, or an address. */
export type Nombre = { dns: string } | { ip: string }

const ETIQUETA = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * Reads a name or an address as it was typed, also out of an address of the browser.
 * @throws Error in Spanish for what no certificate can be made for.
 */
export function leerNombre(typed: string): Nombre {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
  const bare = text.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^::ffff:(?=\d+\.)/, '')
  if (isIP(bare) && !/%|^0\.0\.0\.0$|^::$/.test(bare)) {
    return { ip: isIP(bare) === 6 ? comoEnlace(bare) : bare }
  }
  const name = domainToASCII(text.replace(/:\d+$/, '').replace(/\.$/, ''))
  const labels = name.split('.')
  // Digits alone at the end would be read as an address.
  if (
    name.length > 253 ||
    !labels.every((each) => ETIQUETA.test(each)) ||
    /(^|\.)\d+$/.test(name)
  ) {
    throw new Error(
      `«${typed}» no es un nombre ni una dirección: escriba por ejemplo «casa.local» o «192.168.1.20».`,
    )
  }
  return { dns: name }
}

export const escrito = (nombre: Nombre) => ('dns' in nombre ? nombre.dns : nombre.ip)

/** An address of IPv6 as browsers spell it: neither zeros in front nor IPv4 at its end. */
const comoEnlace = (ip: string) => new URL(`http://[${ip}]`).hostname.slice(1, -1)

/** The bytes of an address: 4 or 16. */
export function bytesDe(ip: string): Uint8Array<ArrayBuffer> {
  if (isIP(ip) === 4) return Uint8Array.from(ip.split('.'), Number)
  const [head = [], tail = []] = comoEnlace(ip)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]))
}

/** A network as a certificate writes it: the address, then its mask. */
function redDe(ip: string, bits = isIP(ip) === 4 ? 32 : 128): Uint8Array<ArrayBuffer> {
  const address = bytesDe(ip)
  const mask = address.map((_, n) => {
    const ones = Math.min(8, Math.max(0, bits - 8 * n))
    return (0xff << (8 - ones)) & 0xff
  })
  return Uint8Array.from([...address.map((byte, n) => byte & (mask[n] ?? 0)), ...mask])
}

/** Addresses that nobody has on the Internet: those of shops, of tunnels and of this machine. */
const PRIVADAS = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16'],
  ...['127.0.0.0/8', '::1/128', 'fc00::/7', 'fe80::/10'],
].map((text) => {
  const [ip = '', bits] = text.split('/')
  return redDe(ip, Number(bits))
})

/** What an authority may sign for: names with what is below them, and networks. */
export interface Alcance {
  nombres: readonly string[]
  redes: readonly Uint8Array[]
}

/** The least that serves these names: they themselves, and private addresses, since a router gives others any day. */
export function alcanceDe(nombres: readonly Nombre[]): Alcance {
  const names = nombres.flatMap((each) => ('dns' in each ? [each.dns] : []))
  const publicas = nombres.flatMap((each) =>
    'ip' in each && !PRIVADAS.some((red) => enRed(bytesDe(each.ip), red)) ? [redDe(each.ip)] : [],
  )
  return { nombres: [...new Set(['localhost', ...names])], redes: [...PRIVADAS, ...publicas] }
}

function enRed(address: Uint8Array, red: Uint8Array): boolean {
  if (red.length !== 2 * address.length) return false
  const mask = red.subarray(address.length)
  return address.every((byte, n) => (byte & (mask[n] ?? 0)) === red[n])
}

/** Whether an authority may sign for it. */
export const alcanza = ({ nombres, redes }: Alcance, nombre: Nombre): boolean =>
  'dns' in nombre
    ? nombres.some((base) => nombre.dns === base || nombre.dns.endsWith(`.${base}`))
    : redes.some((red) => enRed(bytesDe(nombre.ip), red))

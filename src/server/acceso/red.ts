import { isIPv6 } from 'node:net'

/**
 * Who stands behind an address: an IPv4 address, or the /64 of an IPv6 one, since whoever has one address of a /64 has
 * all of them. An IPv4 address written as IPv6 is the IPv4 address.
 */
export function redDe(ip: string): string {
  const [plain = ''] = ip.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  // An IPv4 part at the end takes the place of two groups.
  const groups = before.length + after.length + (plain.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - groups
  const all = [...before, ...Array<string>(zeros).fill('0'), ...after]
  const first = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}

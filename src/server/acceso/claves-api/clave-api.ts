import { hash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'

const CLAVE = /^cmb_[A-Za-z0-9_-]{43}$/
const PREFIJO = 'cmb_'
const BEARER = /^bearer(?: +(.*))?$/i

/** What a key is known by: SHA-256, since whoever guesses has 256 random bits before him. */
export const huellaDeClave = (clave: string): Buffer => hash('sha256', clave, 'buffer')

/** A new key with what is kept of it: its digest and its last four letters. */
export function nuevaClave(): { clave: string; huella: Buffer; pista: string } {
  const clave = `cmb_${randomBytes(32).toString('base64url')}`
  return { clave, huella: huellaDeClave(clave), pista: clave.slice(-4) }
}

/**
 * What a request sends as its key: null without one, empty for what looks like one and is none. Another scheme is
 * somebody else's, as the password of a proxy in front of the program; so is another program's Bearer, beside a
 * session (`conSesion`).
 */
export function claveEn(authorization: string | undefined, conSesion = false): string | null {
  const bearer = BEARER.exec(authorization?.trim() ?? '')
  if (!bearer) return null
  const [, sent = ''] = bearer
  if (conSesion && !sent.startsWith(PREFIJO)) return null
  return CLAVE.test(sent) ? sent : ''
}

/** Whether a text is an address or a network, in IPv4 or IPv6. */
export function esRed(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const family = isIP(address)
  return family > 0 && more === undefined && Number(bits ?? 0) <= (family === 4 ? 32 : 128)
}

/** An address as PostgreSQL compares it: an IPv4 address that was written as IPv6 is the IPv4 address. */
export function direccionDe(ip: string): string {
  const [plain = ''] = ip.split('%')
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain
}

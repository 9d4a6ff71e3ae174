import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The defaults of every authenticator app (RFC 6238, section 4): SHA-1, six digits, 30 seconds. */
const DIGITS = 6
const STEP_SECONDS = 30
/** 160 bits, as RFC 4226 recommends (section 4, R6). */
const SECRET_BYTES = 20

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base 32 without padding: how secrets are typed into a phone. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** A new secret. */
export function nuevoSecreto(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** The time step of an instant in milliseconds. */
export function pasoDe(instante: number): number {
  return Math.floor(instante / 1000 / STEP_SECONDS)
}

/** The code of a time step (RFC 4226, section 5.3), with `digitos` digits. */
export function codigoEn(secreto: Uint8Array, paso: number, digitos = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(paso))
  const digest = createHmac('sha1', secreto).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const value = digest.readUInt32BE(offset) & 0x7fffffff
  return String(value % 10 ** digitos).padStart(digitos, '0')
}

/**
 * The time step of `codigo`: the current one or the one before it, since people type slowly; null when it matches
 * neither. Later steps are not accepted: with a phone that runs ahead, one waits some seconds.
 */
export function pasoDelCodigo(
  secreto: Uint8Array,
  codigo: string,
  instante: number,
): number | null {
  if (!/^\d{6}$/.test(codigo)) return null
  const now = pasoDe(instante)
  const right = [now, now - 1].filter((paso) =>
    timingSafeEqual(Buffer.from(codigoEn(secreto, paso)), Buffer.from(codigo)),
  )
  return right[0] ?? null
}

/** The text of the QR code (key URI format of the authenticator apps). */
export function uriTotp(secreto: Uint8Array, cuenta: string): string {
  const label = `Cambista:${encodeURIComponent(cuenta)}`
  return `otpauth://totp/${label}?secret=${base32(secreto)}&issuer=Cambista`
}

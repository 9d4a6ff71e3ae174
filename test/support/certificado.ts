import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

/* A certificate for `localhost` and 127.0.0.1 that signs itself, made anew for each test. */

/** One value of ASN.1 in DER. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const size = body.length
  const head = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), body])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const hex = (text: string) => Buffer.from(text, 'hex')

const ED25519 = sequence(der(0x06, hex('2b6570')))
const COMMON_NAME = hex('550403')
const ALT_NAMES = hex('551d11')

const nameOf = (text: string) =>
  sequence(der(0x31, sequence(der(0x06, COMMON_NAME), der(0x0c, Buffer.from(text)))))

/** Certificate and key, as PEM; good until then, as `aammddhhmmssZ`. */
export function certificado(hasta = '491231235959Z'): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const name = nameOf('localhost')
  const names = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ED25519,
    name,
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from(hasta))),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(sequence(der(0x06, ALT_NAMES), der(0x04, names)))),
  )
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const signed = sequence(
    body,
    ED25519,
    der(0x03, Buffer.from([0]), sign(null, body, createPrivateKey(key))),
  )
  const lines = signed.toString('base64').replaceAll(/(.{64})/g, '$1\n')
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, key }
}

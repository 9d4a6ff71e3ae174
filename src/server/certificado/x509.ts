import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
  GeneralSubtree,
  id_AuthorityKeyIdentifier,
  id_BasicConstraints,
  id_ExtKeyUsage,
  id_KeyUsage,
  id_NameConstraints,
  id_SubjectAltName,
  id_SubjectKeyIdentifier,
  NameConstraints,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs'
import { type Alcance, bytesDe, type Nombre } from './nombres.ts'

/* Certificates as pkijs writes them: this file alone knows it (ADR 0105). */

const COMMON_NAME = '2.5.4.3'
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
const DNS = 2
const IP = 7
/** What a key may sign, as bits and how many are left: other certificates, or the beginning of a conversation. */
const FIRMA_OTROS = [0x04, 2] as const
const FIRMA_CONVERSACION = [0x80, 7] as const
/** What every browser takes. */
const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A key as pkijs takes it: where the browser's types are known too, it means theirs. */
type Llave = Parameters<Certificate['sign']>[0]

/** PEM. */
export interface Certificado {
  cert: string
  key: string
}

export interface Plazo {
  desde: Date
  hasta: Date
}

const nameOf = (text: string) =>
  new RelativeDistinguishedNames({
    typesAndValues: [
      new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: text }) }),
    ],
  })

const ext = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }) =>
  new Extension({ extnID, critical, extnValue: value.toBER() })

const keyUsage = ([byte, unusedBits]: readonly [number, number]) =>
  ext(id_KeyUsage, true, new BitString({ valueHex: Uint8Array.of(byte).buffer, unusedBits }))

const serverOnly = () =>
  ext(id_ExtKeyUsage, false, new ExtKeyUsage({ keyPurposes: [SERVER_AUTH] }).toSchema())

const bytes = (some: Uint8Array) => new OctetString({ valueHex: Uint8Array.from(some).buffer })

/** Names a key in the certificates that it signed. */
const markOf = (key: KeyObject) =>
  bytes(
    createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest()
      .subarray(0, 20),
  )

/** Two digits of the year stand for 1950 to 2049. */
const timeOf = (value: Date) => new Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value })

/** A number that nobody can guess, positive, as long as any browser takes. */
function serial(): Integer {
  const random = Uint8Array.from(randomBytes(16))
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x40
  return new Integer({ valueHex: random.buffer })
}

const pemOf = (der: ArrayBuffer) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString('base64')
    .replaceAll(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`

function leer(pem: string): Certificate {
  const [, text = ''] = /-----BEGIN CERTIFICATE-----([^-]+)-----END/.exec(pem) ?? []
  return Certificate.fromBER(Buffer.from(text, 'base64'))
}

interface Peticion {
  titular: string
  plazo: Plazo
  extensiones: Extension[]
}

/** A new key and its certificate; without `firmante` it signs itself. */
async function emitir({ titular, plazo, extensiones }: Peticion, firmante?: Certificado) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: EC.namedCurve })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signer = createPrivateKey(firmante?.key ?? key)
  const cert = new Certificate()
  cert.version = 2
  cert.serialNumber = serial()
  cert.subject = nameOf(titular)
  cert.issuer = firmante ? leer(firmante.cert).subject : cert.subject
  cert.notBefore = timeOf(plazo.desde)
  cert.notAfter = timeOf(plazo.hasta)
  const keyIdentifier = markOf(createPublicKey(signer))
  cert.extensions = [
    ...extensiones,
    ext(id_SubjectKeyIdentifier, false, markOf(publicKey)),
    ext(id_AuthorityKeyIdentifier, false, new AuthorityKeyIdentifier({ keyIdentifier }).toSchema()),
  ]
  await cert.subjectPublicKeyInfo.importKey(publicKey.toCryptoKey(EC, true, ['verify']) as Llave)
  await cert.sign(signer.toCryptoKey(EC, false, ['sign']) as Llave, 'SHA-256')
  return { cert: pemOf(cert.toSchema(true).toBER()), key }
}

/** An authority that may sign servers alone, and only those of its scope. */
export function autoridad(titular: string, plazo: Plazo, alcance: Alcance): Promise<Certificado> {
  const bases = [
    ...alcance.nombres.map((value) => new GeneralName({ type: DNS, value })),
    ...alcance.redes.map((red) => new GeneralName({ type: IP, value: bytes(red) })),
  ]
  const permittedSubtrees = bases.map((base) => new GeneralSubtree({ base }))
  const basic = new BasicConstraints({ cA: true, pathLenConstraint: 0 })
  const extensiones = [
    ext(id_BasicConstraints, true, basic.toSchema()),
    keyUsage(FIRMA_OTROS),
    serverOnly(),
    ext(id_NameConstraints, true, new NameConstraints({ permittedSubtrees }).toSchema()),
  ]
  return emitir({ titular, plazo, extensiones })
}

/** A server's certificate for these names. It does not ask whether the authority may: whoever connects does. */
export function servidor(
  titular: string,
  plazo: Plazo,
  nombres: readonly Nombre[],
  firmante: Certificado,
): Promise<Certificado> {
  const names = nombres.map((each) =>
    'dns' in each
      ? new GeneralName({ type: DNS, value: each.dns })
      : new GeneralName({ type: IP, value: bytes(bytesDe(each.ip)) }),
  )
  const extensiones = [
    ext(id_BasicConstraints, true, new BasicConstraints({ cA: false }).toSchema()),
    keyUsage(FIRMA_CONVERSACION),
    serverOnly(),
    ext(id_SubjectAltName, false, new GeneralNames({ names }).toSchema()),
  ]
  return emitir({ titular, plazo, extensiones }, firmante)
}

/** What an authority says that it may sign for. */
export function alcanceEscrito(pem: string): Alcance {
  const found = leer(pem).extensions?.find(({ extnID }) => extnID === id_NameConstraints)
  const bases = ((found?.parsedValue as NameConstraints | undefined)?.permittedSubtrees ?? []).map(
    ({ base }) => base,
  )
  return {
    nombres: bases.flatMap(({ type, value }) => (type === DNS ? [String(value)] : [])),
    redes: bases.flatMap(({ type, value }) =>
      type === IP ? [new Uint8Array((value as OctetString).valueBlock.valueHexView)] : [],
    ),
  }
}

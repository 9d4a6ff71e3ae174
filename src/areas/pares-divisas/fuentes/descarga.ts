import { lookup } from 'node:dns'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { LecturaError } from './rules.ts'

const PLAZO_MS = 5_000
const MAX_BYTES = 64 * 1024

/** Every address that is not the open Internet's: the machine itself, its network, what is reserved. */
const PRIVADAS = { 4: new BlockList(), 6: new BlockList() }
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVADAS[4].addSubnet(net, bits, 'ipv4')
// Only 2000::/3 is given out, and of that not what wraps or documents other addresses.
for (const [net, bits] of [
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
] as const)
  PRIVADAS[6].addSubnet(net, bits, 'ipv6')

/** Is this address nobody's business from outside? True for what is no address at all. */
export function esPrivada(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return PRIVADAS[4].check(address, 'ipv4')
  return family !== 6 || PRIVADAS[6].check(address, 'ipv6')
}

/** Resolves a name and refuses it when any of its addresses is private: the one that is checked is the one used. */
const abierta: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) return done(error ?? new Error('no address'), '', 0)
    if (found.some(({ address }) => esPrivada(address)))
      return done(new LecturaError(INTERNA), '', 0)
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
}

const INTERNA = 'La dirección es de una red interna: no se lee.'

/** What kept an answer from coming, in words. */
function palabras(error: unknown): LecturaError {
  if (error instanceof LecturaError) return error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') {
    return new LecturaError(`No respondió en ${PLAZO_MS / 1000} segundos.`)
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new LecturaError('No se encuentra el servidor.')
  if (code === 'ECONNREFUSED') return new LecturaError('El servidor no acepta conexiones.')
  if (/CERT|SSL|TLS/.test(code))
    return new LecturaError('El certificado del servidor no es válido.')
  return new LecturaError('Se cortó la conexión con el servidor.')
}

export interface Alcance {
  /** Also http and addresses of the own network: tests, or a source in the house. */
  locales: boolean
}

/** What must not be asked, said before anything is: by the address alone. @throws LecturaError */
export function exigirDireccion(address: string, { locales }: Alcance): URL {
  const url = URL.parse(address)
  if (!url) throw new LecturaError('La dirección no se entiende.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.username || url.password)
    throw new LecturaError('La dirección no puede llevar usuario ni clave.')
  if (!locales) {
    if (url.protocol !== 'https:') throw new LecturaError('Solo se leen direcciones https.')
    // A literal address is never looked up.
    if (isIP(host) !== 0 && esPrivada(host)) throw new LecturaError(INTERNA)
  }
  return url
}

/**
 * The text of a GET: https on the open Internet only, unless `locales`; one answer of at most 64 kB within 5 s,
 * no redirect followed, no credentials, nothing compressed. @throws LecturaError
 */
export function descargar(address: string, { locales }: Alcance): Promise<string> {
  const url = exigirDireccion(address, { locales })
  const request = url.protocol === 'https:' ? secure : plain
  return new Promise<string>((resolve, reject) => {
    const fail = (error: unknown) => reject(palabras(error))
    const options = {
      agent: false,
      signal: AbortSignal.timeout(PLAZO_MS),
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Cambista',
      },
      ...(!locales && { lookup: abierta }),
    }
    request(url, options, (response) => {
      const { statusCode = 0, headers } = response
      const refuse = (message: string) => {
        fail(new LecturaError(message))
        response.destroy()
      }
      if (statusCode >= 300 && statusCode < 400)
        return refuse('Redirige a otra dirección: escriba la final.')
      if (statusCode !== 200) return refuse(`Respondió con el estado ${statusCode}.`)
      if (headers['content-encoding']) return refuse('Respondió comprimido.')
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > MAX_BYTES) refuse('La respuesta pasa de 64 kB.')
        else parts.push(part)
      })
      response.on('error', fail)
      response.on('aborted', () => fail(new Error('aborted')))
      response.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
      return undefined
    })
      .on('error', fail)
      .end()
  })
}

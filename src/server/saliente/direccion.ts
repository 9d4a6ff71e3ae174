import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { DomainError } from '../../core/errors.ts'

/** Addresses that are not public: this machine, private networks, reserved blocks. */
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
// Only 2000::/3 is assigned; excluded from it are blocks that embed IPv4 addresses or serve documentation.
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

/** Is this address not public? Also true for text that is not an address. */
export function esPrivada(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return PRIVADAS[4].check(address, 'ipv4')
  return family !== 6 || PRIVADAS[6].check(address, 'ipv6')
}

const esDeEsteEquipo = (address: string) =>
  address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))

/**
 * Where the program may connect to: `publica`, the open Internet by https; `equipo`, this machine as well, also by http;
 * `interna`, anywhere.
 */
export type Alcance = 'publica' | 'equipo' | 'interna'

/** Why an address outside was not reached, in words for the user; never the network's own message. */
export class SalidaError extends Error {}

const INTERNA = 'La dirección es de una red interna: no se admite.'

function exigirAlcance(address: string, alcance: Alcance): void {
  const allowed =
    alcance === 'interna' ||
    !esPrivada(address) ||
    (alcance === 'equipo' && esDeEsteEquipo(address))
  if (!allowed) throw new SalidaError(INTERNA)
}

/** Checks the form of an address before any request. @throws SalidaError */
export function exigirDireccion(address: string, alcance: Alcance): URL {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SalidaError('La dirección no se entiende: empieza con https://.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.username || url.password)
    throw new SalidaError('La dirección no puede llevar usuario ni clave.')
  const near = alcance === 'equipo' && (host === 'localhost' || esDeEsteEquipo(host))
  if (alcance !== 'interna' && url.protocol !== 'https:' && !near)
    throw new SalidaError('Solo se admiten direcciones https.')
  // A literal address is not resolved, so it is checked here.
  if (isIP(host) !== 0) exigirAlcance(host, alcance)
  return url
}

/** Refuses on saving, on the field `url`, what would be refused at the connection. @throws DomainError VALIDACION */
export function validarDireccion(address: string, alcance: Alcance): void {
  try {
    exigirDireccion(address, alcance)
  } catch (error) {
    if (!(error instanceof SalidaError)) throw error
    throw new DomainError('VALIDACION', {}, [{ campo: 'url', msg: error.message }])
  }
}

/**
 * Resolves a name and refuses it when any of its addresses is out of reach; the connection uses the address that was
 * checked, so a name that changes its address between check and use does not help.
 */
export function resolver(alcance: Alcance): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new Error('no address'), '', 0)
      try {
        for (const { address } of found) exigirAlcance(address, alcance)
      } catch (refusal) {
        return done(refusal as Error, '', 0)
      }
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })
  }
}

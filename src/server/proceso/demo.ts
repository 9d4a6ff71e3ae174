import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type pg from 'pg'
import { verifyPassword } from '../acceso/password.ts'
import { APP_ROLE } from '../db/db.ts'
import { unaConexion } from '../db/entrada/conexion.ts'
import type { Config } from './config.ts'

/** The password of every demo user, published in the README. */
export const PASSWORD_DEMO = 'Cambista-2026'
/** How the sessions of the script that makes the demo's days name their program; the second in demos until 0.2.0. */
export const AGENTES_DEMO = ['demostracion-cambista', 'lightMyRequest'] as const
export const USUARIOS_DEMO = [
  'admin',
  'gerente',
  'cajera',
  'pagador',
  'cumplimiento',
  'contadora',
  'supervisora',
  'cajero',
  'arequipa',
] as const

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether a request came from this machine. */
export const esDeEsteEquipo = (ip: string): boolean => {
  const plain = ip.replace(/^::ffff:/, '')
  return isIP(plain) !== 0 && LOOPBACK.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

type Buscar = (host: string) => Promise<readonly { address: string; family: number }[]>

/** Resolves a name as the system does, to the addresses on which the server would listen. */
const resolver: Buscar = (host) => lookup(host, { all: true })

/** Whether only this machine can reach a server on `host`: every address of that name is loopback. */
export async function esEsteEquipo(host: string, buscar = resolver): Promise<boolean> {
  const found = await buscar(host).catch(() => [])
  return (
    found.length > 0 &&
    found.every(({ address, family }) => LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4'))
  )
}

/**
 * Refuses to serve the demo where other machines can reach it: on an address of the network, through a proxy, or under a
 * name that does not lead to this machine.
 * @throws Error in Spanish that says how to serve a real house.
 */
export async function exigirEsteEquipo(
  { demo, host, proxies, nombres }: Pick<Config, 'demo' | 'host' | 'proxies' | 'nombres'>,
  buscar = resolver,
): Promise<void> {
  if (!demo) return
  const afuera = async (name: string) => !(await esEsteEquipo(name, buscar))
  let donde = (await afuera(host)) ? `en ${host}` : null
  donde ??= proxies.length > 0 ? `a través de un proxy (CAMBISTA_PROXY=${proxies.join(',')})` : null
  for (const name of nombres)
    donde ??= (await afuera(name)) ? `como «${name}» (CAMBISTA_NOMBRES)` : null
  if (donde === null) return
  throw new Error(
    `Con los usuarios de demostración, cuyas contraseñas son públicas, solo se atiende a este equipo, no ${donde}. ` +
      'Use CAMBISTA_DEMO=0 y cree el primer administrador con «npm run admin:crear».',
  )
}

/**
 * Whether a migrated database holds the demo: either the mark that its loading writes before the first user, even if
 * the passwords were changed since, or a demo user who still has the published password.
 */
export async function tieneDemo(url: string): Promise<boolean> {
  const look = async (client: pg.Client) => {
    const { rows } = await client.query<{ marca: boolean; hashes: string[] }>(
      `SELECT ajuste('demo') IS NOT NULL AS marca,
              ARRAY(SELECT password_hash FROM usuarios WHERE estatus AND usuario = ANY ($1)) AS hashes`,
      [USUARIOS_DEMO],
    )
    const { marca = false, hashes = [] } = rows[0] ?? {}
    if (marca) return true
    const known = await Promise.all(
      hashes.map((hash) => verifyPassword(hash, PASSWORD_DEMO, 'conocido')),
    )
    return known.includes(true)
  }
  return unaConexion(url, look, { role: APP_ROLE })
}

/** The refusal of a database that holds the demo: how to leave it. */
export function contieneDemo({ databaseUrl }: Pick<Config, 'databaseUrl'>): Error {
  const [donde, otra] = databaseUrl
    ? ['La base de datos de DATABASE_URL', 'otra base de datos vacía en DATABASE_URL']
    : ['Esta carpeta de datos', 'otra carpeta vacía (CAMBISTA_DATOS=./casa)']
  return new Error(
    `${donde} contiene el negocio de demostración, cuyas contraseñas son públicas: no sirve para una casa real. ` +
      `Para dejar la demostración ejecute «npm run demo:dejar», que la borra, o inicie con CAMBISTA_DEMO=0 y ${otra}; luego abra la dirección que escribe. ` +
      'Para seguir con ella, solo en este equipo, use CAMBISTA_DEMO=1.',
  )
}

/**
 * Refuses a database that holds the demo unless CAMBISTA_DEMO=1, because anybody could sign in.
 * @throws Error in Spanish that says how to leave the demo.
 */
export async function exigirCasa(url: string, config: Pick<Config, 'databaseUrl'>): Promise<void> {
  if (await tieneDemo(url)) throw contieneDemo(config)
}

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../../../src/server/proceso/config.ts'
import type { Ordenes } from './datos.ts'
import { linea } from './hijo.ts'
import type { Servicio } from './nota.ts'

const USO =
  'Uso: despliegue/cambista actualizar <paquete.tar.gz> --detener "systemctl stop cambista" --iniciar "systemctl start cambista"'

interface Pedido extends Servicio {
  archivo: string
  /** How a PostgreSQL of the house's own is backed up and brought back; null where it is the program's. */
  ordenes: Ordenes | null
  /** Whether the backup is brought back again where nobody can read what was done since: whoever asks for it knows. */
  insiste: boolean
}

const OTRA_VEZ = 'traer-otra-vez'
const OPCIONES = ['detener', 'iniciar', 'respaldar', 'devolver'] as const

function leidas(args: string[]) {
  const lines = Object.fromEntries(OPCIONES.map((name) => [name, { type: 'string' as const }]))
  const options = { ...lines, [OTRA_VEZ]: { type: 'boolean' as const } }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const { [OTRA_VEZ]: insiste = false, ...rest } = values
    const given = rest as Partial<Record<(typeof OPCIONES)[number], string>>
    return { values: given, positionals, insiste: insiste === true }
  } catch (error) {
    throw new Error(USO, { cause: error })
  }
}

/**
 * What is asked by the arguments of the command, and by the settings of the house.
 * @throws Error in Spanish: a line that is missing, or no place for the backup.
 */
export function pedidoDe(args: string[], config: Config, env: NodeJS.ProcessEnv): Pedido {
  const { values, positionals, insiste } = leidas(args)
  const { detener, iniciar } = values
  const [archivo] = positionals
  if (!archivo || positionals.length > 1 || !detener || !iniciar) throw new Error(USO)
  return {
    archivo: resolve(archivo),
    detener: () => linea(detener),
    iniciar: () => linea(iniciar),
    ordenes: ordenesDe(values, config, env),
    insiste,
  }
}

function ordenesDe(
  values: Partial<Record<'respaldar' | 'devolver', string>>,
  { databaseUrl, respaldo }: Config,
  env: NodeJS.ProcessEnv,
): Ordenes | null {
  const respaldar = values.respaldar || env.CAMBISTA_ORDEN_RESPALDAR
  const devolver = values.devolver || env.CAMBISTA_ORDEN_DEVOLVER
  if (!databaseUrl) {
    if (!respaldo) throw new Error('Falta CAMBISTA_RESPALDO, la carpeta de los respaldos.')
    return null
  }
  if (respaldar && devolver) return { respaldar, devolver }
  throw new Error(
    'Los respaldos de esta casa son de su propio PostgreSQL (DATABASE_URL): indique las órdenes que lo respaldan y lo devuelven con --respaldar y --devolver, o en CAMBISTA_ORDEN_RESPALDAR y CAMBISTA_ORDEN_DEVOLVER (docs/despliegue.md).',
  )
}

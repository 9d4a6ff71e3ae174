import { unaConexion } from '../db/entrada/conexion.ts'

const MB = 1 << 20
/** The program with its database in a control group, and what each further process takes. */
const UNO_MB = 384
const OTRO_MB = 192
/** Connections of a process at most: two pools of ten, events, the pulse. */
const POR_PROCESO = 22
/** Those of commands, of who looks at the database, and of the start. */
const DEMAS = 12

/** More than this are more than any machine of a house has use for. */
export const PROCESOS_MAX = 64

/** Connections that `procesos` processes may open together. */
export const conexionesPara = (procesos: number) => procesos * POR_PROCESO + DEMAS

/**
 * Refuses more processes than the memory of the control group holds: the kernel would end one at a busy hour.
 * @throws Error in one Spanish sentence.
 */
export function exigirMemoria(procesos: number, bytes: number = process.constrainedMemory()): void {
  const pide = UNO_MB + (procesos - 1) * OTRO_MB
  if (procesos === 1 || bytes === 0 || bytes >= pide * MB) return
  throw new Error(
    `CAMBISTA_PROCESOS=${procesos} necesita unos ${pide} MB y aquí hay ${Math.floor(bytes / MB)} MB: dé más memoria al servicio o use menos procesos.`,
  )
}

/** A warning, in Spanish, when PostgreSQL has fewer connections than the processes may open together; else null. */
export async function avisoDeConexiones(url: string, procesos: number): Promise<string | null> {
  const { rows } = await unaConexion(url, (client) =>
    client.query<{ hay: number }>(
      `SELECT current_setting('max_connections')::int
              - current_setting('superuser_reserved_connections')::int AS hay`,
    ),
  )
  const [hay, pide] = [rows[0]?.hay ?? 0, conexionesPara(procesos)]
  if (hay >= pide) return null
  return `Aviso: ${procesos} procesos pueden abrir ${pide} conexiones y PostgreSQL admite ${hay}: suba max_connections o use menos procesos.`
}

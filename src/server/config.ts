import { resolve } from 'node:path'

export interface Config {
  host: string
  port: number
  /** Data folder of the embedded PostgreSQL; not used with `databaseUrl`. */
  datos: string
  /** Use this PostgreSQL instead of the embedded one. */
  databaseUrl: string | null
  /** Demo business and demo users. */
  demo: boolean
  /** Sources of prices may be http and on the house's own network. */
  fuentesLocales: boolean
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/

/**
 * Reads the settings from the environment; the README's table says the same.
 * @throws Error in one Spanish sentence when a setting cannot be used.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = env.PORT ? Number(env.PORT) : 3000
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT debe ser un número de 0 a 65535, no «${env.PORT}».`)
  }
  const demo = env.CAMBISTA_DEMO !== '0'
  const host = env.HOST || '127.0.0.1'
  if (demo && !LOOPBACK.test(host)) {
    throw new Error(
      `Con los usuarios de demostración solo se escucha en este equipo, no en ${host}. ` +
        'Use CAMBISTA_DEMO=0 y cree el primer administrador con «npm run admin:crear».',
    )
  }
  const datos = resolve(env.CAMBISTA_DATOS || 'datos')
  const fuentesLocales = env.CAMBISTA_FUENTES_LOCALES === '1'
  return { host, port, datos, databaseUrl: env.DATABASE_URL || null, demo, fuentesLocales }
}

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { exigirArchivos } from '../db/servidores/archivos.ts'
import { servidoresDe } from '../db/servidores/lista.ts'
import { POR_SESION } from '../http/guardia/limites.ts'
import { leerProxies } from '../http/publicado/proxies.ts'
import { NIVELES, type Nivel } from '../log/niveles.ts'
import type { Lugar } from '../metricas/servir.ts'
import { PROCESOS_MAX } from '../procesos/cabida.ts'

/** A posting takes 5 to 20 ms, a report up to its limit of 10 s. */
const LENTA_MS = 1000

export interface Config {
  host: string
  port: number
  /** Data folder of the embedded PostgreSQL; not used with `databaseUrl`. */
  datos: string
  /** Use this PostgreSQL instead of the embedded one. */
  databaseUrl: string | null
  /** Serve that PostgreSQL as this user; null: as one that the program makes. */
  databaseUrlApp: string | null
  /** A replica of that PostgreSQL, for reports; null: they are read where everything is. */
  databaseUrlLectura: string | null
  /** Load the demo business and its users into an empty database; only this machine may connect. */
  demo: boolean
  /** Names under which the house reaches the program, besides the machine's own. */
  nombres: string[]
  /** Addresses and networks of the house's own proxies: what they say of the caller's address is believed. */
  proxies: string[]
  /** Requests per second of one session, in the long run; 0: no limit. */
  solicitudes: number
  /** Price sources may use http and may be on the house's own network. */
  fuentesLocales: boolean
  /** Events may be sent to this machine, by http too. */
  webhooksLocales: boolean
  /** Browsers may keep the program, so that it opens without a line. */
  sinLinea: boolean
  /** Folder of the daily backups; null: none are made by the program. */
  respaldo: string | null
  /** Where the measures are served to who watches the program; null: nowhere. */
  metricas: Lugar | null
  /** Processes that serve on this machine. */
  procesos: number
  /** What the log keeps: this level and graver ones. */
  log: Nivel
  /** The log goes to the output as JSON, instead of to a file. */
  logJson: boolean
  /** Statements that take longer, in milliseconds, are logged; 0: none. */
  lenta: number
}

/**
 * Reads the settings from the environment; the README's table documents them.
 * @throws Error in one Spanish sentence when a setting cannot be used.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = env.PORT ? Number(env.PORT) : 3000
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT debe ser un número de 0 a 65535, no «${env.PORT}».`)
  }
  const { CAMBISTA_DEMO: demo } = env
  if (demo && demo !== '0' && demo !== '1') {
    throw new Error(`CAMBISTA_DEMO debe ser 0 o 1, no «${demo}».`)
  }
  const { CAMBISTA_SOLICITUDES: tope } = env
  const solicitudes = tope ? Number(tope) : POR_SESION
  if (!Number.isInteger(solicitudes) || solicitudes < 0 || solicitudes > 10_000) {
    throw new Error(`CAMBISTA_SOLICITUDES debe ser un número de 0 a 10000, no «${tope}».`)
  }
  const log = env.CAMBISTA_LOG || 'info'
  if (!isNivel(log)) {
    throw new Error(`CAMBISTA_LOG debe ser uno de ${NIVELES.join(', ')}, no «${log}».`)
  }
  const lenta = env.CAMBISTA_LENTA_MS ? Number(env.CAMBISTA_LENTA_MS) : LENTA_MS
  if (!Number.isInteger(lenta) || lenta < 0) {
    throw new Error(
      `CAMBISTA_LENTA_MS debe ser un número de milisegundos, no «${env.CAMBISTA_LENTA_MS}».`,
    )
  }
  const proxies = leerProxies(listOf(env.CAMBISTA_PROXY))
  const datos = resolve(env.CAMBISTA_DATOS || 'datos')
  const fuentesLocales = env.CAMBISTA_FUENTES_LOCALES === '1'
  const databaseUrl = env.DATABASE_URL || null
  const databaseUrlApp = env.DATABASE_URL_APP || null
  if (databaseUrl) servidoresDe(databaseUrl)
  if (databaseUrlApp) servidoresDe(databaseUrlApp, 'DATABASE_URL_APP')
  if (databaseUrlApp && !databaseUrl) {
    throw new Error(
      'DATABASE_URL_APP indica con qué usuario se atiende; falta DATABASE_URL, la dirección del dueño de la base.',
    )
  }
  const databaseUrlLectura = env.DATABASE_URL_LECTURA || null
  if (databaseUrlLectura && !databaseUrl) {
    throw new Error(
      'DATABASE_URL_LECTURA indica una réplica para los reportes; falta DATABASE_URL, la dirección de su servidor principal.',
    )
  }
  if (databaseUrlLectura && servidoresDe(databaseUrlLectura, 'DATABASE_URL_LECTURA').exigente) {
    throw new Error(
      'DATABASE_URL_LECTURA nombra una sola réplica, sin target_session_attrs: para varias, ponga delante un balanceador (docs/crecer.md).',
    )
  }
  if (databaseUrl) exigirArchivos(databaseUrl)
  if (databaseUrlApp) exigirArchivos(databaseUrlApp, 'DATABASE_URL_APP')
  if (databaseUrlLectura) exigirArchivos(databaseUrlLectura, 'DATABASE_URL_LECTURA')
  return {
    host: env.HOST || '127.0.0.1',
    port,
    datos,
    databaseUrl,
    databaseUrlApp,
    databaseUrlLectura,
    // A database given by DATABASE_URL gets the demo only on explicit request.
    demo: demo ? demo === '1' : databaseUrl === null,
    fuentesLocales,
    webhooksLocales: env.CAMBISTA_WEBHOOKS_LOCALES === '1',
    sinLinea: env.CAMBISTA_SIN_LINEA !== '0',
    solicitudes,
    nombres: listOf(env.CAMBISTA_NOMBRES),
    respaldo: env.CAMBISTA_RESPALDO ? resolve(env.CAMBISTA_RESPALDO) : null,
    metricas: lugarDeMetricas(env.CAMBISTA_METRICAS),
    procesos: procesosDe(env.CAMBISTA_PROCESOS),
    proxies,
    log,
    logJson: env.CAMBISTA_LOG_JSON === '1',
    lenta,
  }
}

const isNivel = (text: string): text is Nivel => (NIVELES as readonly string[]).includes(text)

/** `9464`, `127.0.0.1:9464` or `[::1]:9464`; a port alone is of this machine. */
function lugarDeMetricas(text: string | undefined): Lugar | null {
  if (!text) return null
  const [, host = '', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  const address = host.replace(/^\[(.+)\]$/, '$1') || '127.0.0.1'
  if (isIP(address) === 0 || Number(port) > 65_535 || port === '') {
    throw new Error(
      `CAMBISTA_METRICAS debe ser una dirección IP y un puerto, como 127.0.0.1:9464, no «${text}».`,
    )
  }
  return { host: address, port: Number(port) }
}

function procesosDe(text: string | undefined): number {
  const procesos = text ? Number(text) : 1
  if (Number.isInteger(procesos) && procesos >= 1 && procesos <= PROCESOS_MAX) return procesos
  throw new Error(`CAMBISTA_PROCESOS debe ser un número de 1 a ${PROCESOS_MAX}, no «${text}».`)
}

const listOf = (text = '') =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

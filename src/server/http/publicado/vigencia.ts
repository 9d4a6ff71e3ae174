import { X509Certificate } from 'node:crypto'
import type { Server } from 'node:http'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Entorno } from '../../aportes.ts'
import { repeat, type Watch } from '../../proceso/jobs.ts'
import { cambiarTls, leerTls, type Tls } from '../guardia/tls.ts'

const EVERY_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Days before its end from which a certificate is told to be renewed. */
const AVISA = 30
/** Of one that is good for a short time, as those that a program renews by itself, this part of it. */
const PARTE = 4

/** Until when a certificate is good, and from when on its end is told. */
export function vigenciaDe({ cert }: Pick<Tls, 'cert'>): { vence: Date; avisa: Date } {
  const { validFromDate, validToDate: vence } = new X509Certificate(cert)
  const lasts = vence.getTime() - validFromDate.getTime()
  const before = Math.max(0, Math.min(AVISA * DAY_MS, lasts / PARTE))
  return { vence, avisa: new Date(vence.getTime() - before) }
}

interface Servido extends Pick<Entorno, 'db' | 'env'> {
  servidor: Server
  /** With which the server began. */
  tls: Tls
  equipo?: string
}

/**
 * Answers one look at the files of the certificate: a renewed one is served from there on to whoever connects, and what
 * is served is noted for the bell, at once and each hour. One that cannot be used changes nothing; it throws why,
 * in Spanish, since the next start would be refused.
 */
export function revisionDeCertificado({ db, env, servidor, tls, equipo = hostname() }: Servido) {
  let served = tls
  let noted = Number.NEGATIVE_INFINITY
  const note = async () => {
    const now = performance.now()
    if (now - noted < HOUR_MS) return
    const { vence, avisa } = vigenciaDe(served)
    await sql`SELECT certificado_anotar(${equipo}, ${vence}, ${avisa})`.execute(db)
    noted = now
  }
  return async () => {
    try {
      const read = leerTls(env)
      if (read && (read.cert !== served.cert || read.key !== served.key)) {
        cambiarTls(servidor, read)
        served = read
        noted = Number.NEGATIVE_INFINITY
      }
    } finally {
      await note()
    }
  }
}

/** Looks at the certificate each minute. Answers a function that stops it. */
export const startCertificado = (servido: Servido, watch: Watch): (() => Promise<void>) =>
  repeat(EVERY_MS, revisionDeCertificado(servido), watch)

import type pg from 'pg'
import { DomainError } from '../../core/errors.ts'
import { clienteDe } from './servidores/cliente.ts'

const RETRY_MS = 1_000
/** How often the connection is asked whether it is there, and how long its answer may take. */
const PULSO_MS = 2_000

export interface Oido {
  /** Receives each news. */
  noticia: (payload: string) => void
  /** Hearing begins: what was read before may be older than what will be heard. */
  abierto: () => void
  /** Hearing ended: from now on news may be missed. */
  perdido: () => void
}

export interface Escucha {
  /** Waits for the first attempt. @throws DomainError NO_DISPONIBLE while there is no connection. */
  ready(): Promise<void>
  close(): Promise<void>
}

/**
 * One LISTEN connection, opened again whenever it is lost. A connection whose other end is gone without a word is lost
 * when it does not answer in time.
 */
export function escuchar(url: string, { noticia, abierto, perdido }: Oido): Escucha {
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const start = async () => {
    const next = clienteDe({
      connectionString: url,
      application_name: 'cambista-eventos',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    let pulse: NodeJS.Timeout | undefined
    const again = () => {
      clearInterval(pulse)
      if (client === next) {
        client = undefined
        perdido()
      }
      next.removeAllListeners('end')
      if (!closed) retry = setTimeout(start, RETRY_MS)
    }
    next.on('error', () => {})
    next.on('notification', ({ payload }) => payload && client === next && noticia(payload))
    try {
      await next.connect()
      next.on('end', again)
      await next.query('LISTEN cambista')
      client = next
      abierto()
      pulse = pulsar(next)
    } catch {
      again()
    }
  }
  const started = start()
  return {
    async ready() {
      await started
      if (!client) throw new DomainError('NO_DISPONIBLE')
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await started
      await client?.end()
    },
  }
}

/** Ends the connection when a question on it stays without an answer. */
function pulsar(client: pg.Client): NodeJS.Timeout {
  let asked = false
  const cut = () => (client as unknown as { connection: pg.Connection }).connection.stream.destroy()
  const beat = () => {
    if (asked) return cut()
    asked = true
    client.query('SELECT').then(
      () => {
        asked = false
      },
      () => {},
    )
  }
  return setInterval(beat, PULSO_MS).unref()
}

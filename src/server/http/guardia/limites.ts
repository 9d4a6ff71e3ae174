import { isIPv6 } from 'node:net'
import { DomainError } from '../../../core/errors.ts'

/** How much one hearer may ask; 0 requests a second: no limit, as in tests and the demo's loading. */
export interface Limites {
  /** Requests per second of one session, in the long run. */
  porSesion: number
}

/** What a cashier never reaches: a screen asks 5 to 20 things when it opens. */
export const POR_SESION = 50
/** A bucket holds the requests of this many seconds. */
const BURST_SECONDS = 10
/** A whole shop may sit behind one address, so it may ask as much as this many sessions. */
const SESSIONS_PER_ADDRESS = 10
/** Heavy queries of one session at once: the most that one report's page asks for. */
export const PESADAS = 6
/** Keys kept; the ones that are full again go first. */
const KEYS_MAX = 10_000

interface Bucket {
  tokens: number
  at: number
}

/** Token buckets by key: `rate` requests a second, `rate * BURST_SECONDS` at once. */
export function bucketsOf(rate: number, now: () => number = () => performance.now()) {
  const capacity = rate * BURST_SECONDS
  const buckets = new Map<string | number, Bucket>()
  const levelOf = ({ tokens, at }: Bucket) =>
    Math.min(capacity, tokens + ((now() - at) / 1000) * rate)
  const prune = () => {
    for (const [key, bucket] of buckets) if (levelOf(bucket) >= capacity) buckets.delete(key)
    // Still too many: the oldest, which are the least recently used, start again full.
    for (const key of buckets.keys()) {
      if (buckets.size < KEYS_MAX) break
      buckets.delete(key)
    }
  }
  /**
   * Takes one request out: how many are left, null where there is no limit.
   * @throws DomainError DEMASIADAS_SOLICITUDES with the seconds until the next one.
   */
  return (key: string | number): number | null => {
    if (rate === 0) return null
    const bucket = buckets.get(key) ?? { tokens: capacity, at: now() }
    const level = levelOf(bucket)
    buckets.delete(key)
    if (buckets.size >= KEYS_MAX) prune()
    const taken = level >= 1 ? 1 : 0
    buckets.set(key, { tokens: level - taken, at: now() })
    if (taken === 0) {
      throw new DomainError('DEMASIADAS_SOLICITUDES', { segundos: Math.ceil((1 - level) / rate) })
    }
    return Math.floor(level - taken)
  }
}

/** What counts as one address: an IPv4, also one written as IPv6, or the /64 that a provider gives to one customer. */
export function redDe(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = head ? head.split(':') : []
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** One in this many requests of a session is a call that is `pausada`: one a second, ten at once. */
const PAUSA = 50

export interface Guardia {
  /** Counts a request of this address. @throws DomainError DEMASIADAS_SOLICITUDES */
  direccion(ip: string): void
  /** Counts a request of this address to a call that is `pausada`. @throws DomainError DEMASIADAS_SOLICITUDES */
  pausa(ip: string): void
  /** Counts a request of this session or key: what its answer says of it. @throws DomainError DEMASIADAS_SOLICITUDES */
  sesion(id: number): number | null
  /** The headers of an answer to a session (`sesion`) or a key (`clave`) that has so many requests left. */
  cabeceras(de: 'sesion' | 'clave', resto: number | null): Record<string, string>
  /** Runs a heavy query in a place of its session. @throws DomainError DEMASIADAS_CONSULTAS when all are taken. */
  pesada<T>(id: number, work: () => Promise<T>): Promise<T>
}

export function guardiaDe({ porSesion }: Limites): Guardia {
  const direcciones = bucketsOf(porSesion * SESSIONS_PER_ADDRESS)
  const sesiones = bucketsOf(porSesion)
  const pausas = bucketsOf(porSesion / PAUSA)
  const busy = new Map<number, number>()
  return {
    direccion: (ip) => void direcciones(redDe(ip)),
    pausa: (ip) => void pausas(redDe(ip)),
    sesion: sesiones,
    cabeceras: (de, resto): Record<string, string> => {
      const cuota = porSesion * BURST_SECONDS
      if (resto === null || porSesion === 0) return {}
      return {
        'ratelimit-policy': `"${de}";q=${cuota};w=${BURST_SECONDS}`,
        ratelimit: `"${de}";r=${resto};t=${Math.ceil((cuota - resto) / porSesion)}`,
      }
    },
    async pesada(id, work) {
      const n = busy.get(id) ?? 0
      if (porSesion > 0 && n >= PESADAS) {
        throw new DomainError('DEMASIADAS_CONSULTAS', { maximo: PESADAS })
      }
      busy.set(id, n + 1)
      try {
        return await work()
      } finally {
        const left = (busy.get(id) ?? 1) - 1
        if (left > 0) busy.set(id, left)
        else busy.delete(id)
      }
    },
  }
}

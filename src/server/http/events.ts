import type { FastifyInstance, FastifyReply } from 'fastify'
import pg from 'pg'
import { DomainError } from '../../core/errors.ts'
import { exigirIngreso } from '../acceso/sesion.ts'
import type { Db } from '../db/db.ts'
import { sessionOf } from './http.ts'

/** Well below the idle timeout after which the server closes a connection. */
const HEARTBEAT_MS = 10_000
const RETRY_MS = 1_000
/**
 * A browser reads its data a moment before it opens a stream, so the events of this many milliseconds are sent again.
 * When opening took longer, the browser reads everything again.
 */
const RECENT_MS = 6_000
/** Streams of one session or link: more windows than anybody uses. */
const STREAMS_MAX = 20
/** An open stream does not count as use: the session's idle time keeps running. */
const LOOK = { tocar: false }

export interface Events {
  close(): Promise<void>
}

/** A stream without a session: which `x-token` is admitted, and which events it receives. */
export interface Ventana {
  path: string
  resumen: string
  /** Whether this token is admitted. Checked when opening, at each heartbeat and after each event of `dueno`. */
  admite: (db: Db, token: string) => Promise<boolean>
  /** The area that issues the tokens: its events may end a stream. */
  dueno: string
  /** Areas whose events are sent: only the area's name, no details. */
  areas: readonly string[]
}

/** An open stream: its heartbeat, its window (null: a session, which receives everything), and its check. */
interface Oyente {
  beat: NodeJS.Timeout
  ventana: Ventana | null
  /** The token that it was opened with. */
  token: string
  revisar: () => void
}

/**
 * `GET /api/eventos`: what changed, to every signed-in browser, as server-sent events
 * (`event: <area>`, `data: {"id"}`). One LISTEN connection per process; PostgreSQL delivers on commit, so a
 * rolled-back change is never sent. When that connection is lost all streams end: browsers reconnect and
 * read everything again. `ventanas` are further streams, without a session.
 */
export function serveEvents(
  app: FastifyInstance,
  db: Db,
  url: string,
  ventanas: readonly Ventana[] = [],
): Events {
  const open = new Map<FastifyReply, Oyente>()
  const end = (reply: FastifyReply) => {
    clearInterval(open.get(reply)?.beat)
    open.delete(reply)
    reply.raw.end()
  }
  /** Recent events, deduplicated, with the time of the last one. */
  const recent = new Map<string, number>()
  const tell = (payload: string) => {
    const { area } = parse(payload)
    for (const [told, at] of recent) if (at < performance.now() - RECENT_MS) recent.delete(told)
    recent.set(payload, performance.now())
    for (const [{ raw }, { ventana, revisar }] of open) {
      if (ventana?.dueno === area) revisar()
      raw.write(written(payload, ventana))
    }
  }
  const listener = listen(url, tell, () => [...open.keys()].forEach(end))

  /** Keeps a stream open for as long as `look` does not throw. */
  const start = (
    reply: FastifyReply,
    ventana: Ventana | null,
    look: () => Promise<unknown>,
    token = String(reply.request.headers['x-token']),
  ) => {
    // The oldest one ends: the old stream of a television that lost its cable may still seem open.
    const same = [...open].filter(([, oyente]) => oyente.token === token)
    const [oldest] = same
    if (oldest && same.length >= STREAMS_MAX) end(oldest[0])
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const since = performance.now() - RECENT_MS
    const missed = [...recent].filter(([, at]) => at >= since)
    // In a window all prices of one publication are the same text.
    const told = new Set(missed.map(([payload]) => written(payload, ventana)))
    reply.raw.write(`: hola\n\n${[...told].join('')}`)
    // Checked at each heartbeat: a browser whose session ended receives nothing more.
    const revisar = () =>
      void look().then(
        () => reply.raw.write(': \n\n'),
        () => end(reply),
      )
    open.set(reply, { beat: setInterval(revisar, HEARTBEAT_MS), ventana, token, revisar })
    reply.raw.on('close', () => end(reply))
  }

  app.register(async (api) => {
    const summary = 'Cambios en vivo (server-sent events)'
    api.get('/api/eventos', { schema: { summary } }, async (request, reply) => {
      const look = async () => exigirIngreso(await sessionOf(db, request, LOOK))
      await look()
      await listener.ready()
      start(reply, null, look)
    })
    for (const ventana of ventanas) {
      api.get(ventana.path, { schema: { summary: ventana.resumen } }, async (request, reply) => {
        const look = async () => {
          const { 'x-token': token = '' } = request.headers
          if (!(await ventana.admite(db, String(token)))) throw new DomainError('ENLACE_INACTIVO')
        }
        await look()
        await listener.ready()
        start(reply, ventana, look)
      })
    }
  })

  app.addHook('preClose', async () => [...open.keys()].forEach(end))
  return { close: () => listener.close() }
}

interface Told {
  area: string
  id: number | null
}
const parse = (payload: string) => JSON.parse(payload) as Told

/** The event as text of the stream; empty for a window that does not receive it. */
function written(payload: string, ventana: Ventana | null): string {
  const { area, id } = parse(payload)
  if (ventana && !ventana.areas.includes(area)) return ''
  return `event: ${area}\ndata: ${JSON.stringify(ventana ? {} : { id })}\n\n`
}

function listen(url: string, tell: (payload: string) => void, lost: () => void) {
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const start = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'cambista-eventos',
      connectionTimeoutMillis: 5_000,
      // The listener sends nothing, so only TCP keep-alive detects that PostgreSQL is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    const again = () => {
      if (client === next) {
        client = undefined
        lost()
      }
      next.removeAllListeners('end')
      if (!closed) retry = setTimeout(start, RETRY_MS)
    }
    next.on('error', () => {})
    next.on('notification', ({ payload }) => payload && tell(payload))
    try {
      await next.connect()
      next.on('end', again)
      await next.query('LISTEN cambista')
      client = next
    } catch {
      again()
    }
  }
  const started = start()
  return {
    /** Refuses new streams with 503 while there is no LISTEN connection. */
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

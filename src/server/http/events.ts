import type { FastifyInstance, FastifyReply } from 'fastify'
import pg from 'pg'
import { DomainError } from '../../core/errors.ts'
import { exigirIngreso } from '../acceso/sesion.ts'
import type { Db } from '../db/db.ts'
import { sessionOf } from './http.ts'

/** Well under the idle time after which the server ends a connection. */
const HEARTBEAT_MS = 10_000
const RETRY_MS = 1_000
/**
 * Who opens a stream may have asked a moment before for what changed since: so long ago is told again. The browser
 * asks for everything anew where the opening took longer.
 */
const RECENT_MS = 6_000
/** Streams of one session or link: more windows than anybody looks at. */
const STREAMS_MAX = 20
/** An open stream is not a person at work: the session's idle time goes on. */
const LOOK = { tocar: false }

export interface Events {
  close(): Promise<void>
}

/** A stream for who holds no session: who is let in by `x-token`, and what may be heard. */
export interface Ventana {
  path: string
  resumen: string
  /** May who shows this hear on? Asked at the door, with each beat and after each event of `dueno`. */
  admite: (db: Db, token: string) => Promise<boolean>
  /** The area that lets in: its events may end a stream. */
  dueno: string
  /** Names of areas that are heard; nothing of what happened in them is. */
  areas: readonly string[]
}

/** An open stream: its beat, what it hears (null: all), and who decides whether it goes on. */
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
 * rolled-back change is never told. After a lost connection all streams are ended: browsers come back and
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
  /** What was told lately, and when; the same thing once. */
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
    // The oldest makes room: of a television that lost its cable the old stream may seem open yet.
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
    // To a window all prices of a publication are the same words.
    const told = new Set(missed.map(([payload]) => written(payload, ventana)))
    reply.raw.write(`: hola\n\n${[...told].join('')}`)
    // Asked again with each beat: a browser whose session ended hears nothing more.
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

/** The event as a stream's text; nothing for a window that does not hear it. */
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
      // A listener only hears: that nobody is there any more it must ask for.
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
    /** Nobody waits on a stream that cannot tell him anything: 503 while PostgreSQL is not heard. */
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

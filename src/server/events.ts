import type { FastifyInstance, FastifyReply } from 'fastify'
import pg from 'pg'
import type { Db } from './db.ts'
import { sessionOf } from './http.ts'
import { exigirIngreso } from './sesion.ts'

/** Well under the idle time after which the server ends a connection. */
const HEARTBEAT_MS = 10_000
const RETRY_MS = 1_000
/** An open stream is not a person at work: the session's idle time goes on. */
const LOOK = { tocar: false }

export interface Events {
  close(): Promise<void>
}

/**
 * `GET /api/eventos`: what changed, to every signed-in browser, as server-sent events
 * (`event: <area>`, `data: {"id"}`). One LISTEN connection per process; PostgreSQL delivers on commit, so a
 * rolled-back change is never told. After a lost connection all streams are ended: browsers come back and
 * read everything again.
 */
export function serveEvents(app: FastifyInstance, db: Db, url: string): Events {
  const open = new Map<FastifyReply, NodeJS.Timeout>()
  const end = (reply: FastifyReply) => {
    clearInterval(open.get(reply))
    open.delete(reply)
    reply.raw.end()
  }
  const tell = (payload: string) => {
    const { area, id } = JSON.parse(payload) as { area: string; id: number | null }
    for (const { raw } of open.keys())
      raw.write(`event: ${area}\ndata: ${JSON.stringify({ id })}\n\n`)
  }
  const listener = listen(url, tell, () => [...open.keys()].forEach(end))

  app.register(async (api) => {
    api.get(
      '/api/eventos',
      { schema: { summary: 'Cambios en vivo (server-sent events)' } },
      async (request, reply) => {
        exigirIngreso(await sessionOf(db, request, LOOK))
        reply.hijack()
        reply.raw.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        })
        reply.raw.write(': hola\n\n')
        // The session is read again with each beat: a browser whose session ended hears nothing more.
        const beat = setInterval(() => {
          sessionOf(db, request, LOOK).then(
            () => reply.raw.write(': \n\n'),
            () => end(reply),
          )
        }, HEARTBEAT_MS)
        open.set(reply, beat)
        reply.raw.on('close', () => end(reply))
      },
    )
  })

  app.addHook('preClose', async () => [...open.keys()].forEach(end))
  return { close: () => listener.close() }
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
      if (client === next) lost()
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
    async close() {
      closed = true
      clearTimeout(retry)
      await started
      await client?.end()
    },
  }
}

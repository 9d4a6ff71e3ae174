import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Contract } from '../../core/contract.ts'
import { DomainError } from '../../core/errors.ts'
import { type Acceso, puede } from '../../core/permisos.ts'
import { exigirIngreso, type Quien, type Sesiones } from '../acceso/sesion.ts'
import type { Aportes } from '../aportes.ts'
import type { Db } from '../db/db.ts'
import { escuchar } from '../db/escucha.ts'
import { parse, type Told, together, written } from '../proceso/cambios.ts'
import { TOMADO_DE } from '../proceso/reloj.ts'
import { sessionOf } from './guardia/admision.ts'
import { POLITICA_API } from './respuesta/codificacion.ts'
import { OF_DATA } from './web.ts'

/** Well below the idle timeout after which the server closes a connection. */
/** The type of a stream of events. */
export const TIPO = 'text/event-stream; charset=utf-8'
const HEARTBEAT_MS = 10_000
/**
 * A browser reads its data a moment before it opens a stream, so the events of this many milliseconds are sent again.
 * When opening took longer, the browser reads everything again.
 */
const RECENT_MS = 6_000
/** What is told within this time goes out in one piece, so that a hundred postings are not a hundred writes to each stream. */
const TOGETHER_MS = 100
/** Streams of one session or link, and of one user: more windows than anybody uses. */
const STREAMS_MAX = 20
const STREAMS_USER_MAX = 40
/** An open stream does not count as use: the session's idle time keeps running. */
const LOOK = { tocar: false }

export interface Events {
  /** Streams that are open now. */
  abiertos(): number
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

/** Who hears a session's stream: read again at each check, since a right may be taken away. */
type Quienes = Pick<Quien, 'usuario_id' | 'sesion_id' | 'permisos' | 'role' | 've'>

/** An open stream. */
interface Oyente {
  beat: NodeJS.Timeout
  /** Streams with one of these in common are counted together. */
  cuentas: readonly string[]
  /** The event as this hearer gets it; empty when it is none of his. */
  texto: (told: Told) => string
  /** Whether this event may end the stream or change what it carries. */
  concierne: (told: Told) => boolean
  revisar: () => void
}

/** What a new stream is, before it has a connection. */
type Pedido = Omit<Oyente, 'beat' | 'revisar'> & { look: () => Promise<string> }

/** What somebody with these permissions hears of an area: which row changed, only that something did, or nothing. */
export type Ve = (area: string, permisos: readonly string[]) => 'fila' | 'algo' | null

type Vista = Pick<Aportes, 'muestra' | 'seVeEn'> & { contrato: Contract }

/**
 * Whoever may read something of an area hears of its rows; who sees some of it on screens of another area hears that it
 * changed. An area that nothing is read from is the server's own, and everybody's.
 */
export function veDe(areas: readonly Vista[]): Ve {
  const accesos = new Map<string, Acceso[]>()
  const shownBy = new Map<string, string[]>()
  const show = (what: string, where: string) =>
    shownBy.set(what, [...(shownBy.get(what) ?? []), where])
  for (const { contrato, muestra = [], seVeEn = [] } of areas) {
    const calls = Object.values(contrato)
    for (const own of new Set(calls.map(({ path }) => areaOf(path)))) {
      for (const other of muestra) show(other, own)
      for (const other of seVeEn) show(own, other)
    }
    for (const { method, path, acceso } of calls) {
      if (method !== 'GET') continue
      accesos.set(areaOf(path), [...(accesos.get(areaOf(path)) ?? []), acceso])
    }
  }
  return (area, permisos) => {
    const opens = (one: string) => puede(permisos, accesos.get(one) ?? [])
    if (!accesos.has(area) || opens(area)) return 'fila'
    return shownBy.get(area)?.some(opens) ? 'algo' : null
  }
}

const areaOf = (path: string) => path.split('/')[1] ?? ''

/** Sessions that ended: the server's own event, sent to no browser. */
const FIN = 'sesiones'

/** What each session may do changed, of a user or of everybody: for the sessions kept, sent to no browser. */
const QUIEN = 'quien'

interface Oyentes {
  ventanas?: readonly Ventana[]
  ve: Ve
  /** The sessions kept in the process, which hear of their changes here. */
  sesiones: Pick<Sesiones, 'olvidar' | 'oyendo'>
  /** Called when a setting, a currency or a country changed, in this process or in another one. */
  alAjustar?: () => void
}

/**
 * `GET /api/eventos`: what changed, to every signed-in browser, as server-sent events
 * (`event: <area>`, `data: {"id"}`), of the areas that its user reads. One LISTEN connection per process;
 * PostgreSQL delivers on commit, so a rolled-back change is never sent. When that connection is lost all streams end:
 * browsers reconnect and read everything again. `ventanas` are further streams, without a session.
 */
export function serveEvents(
  app: FastifyInstance,
  db: Db,
  url: string,
  { ventanas = [], ve, sesiones, alAjustar = () => {} }: Oyentes,
): Events {
  const open = new Map<FastifyReply, Oyente>()
  const end = (reply: FastifyReply) => {
    clearInterval(open.get(reply)?.beat)
    open.delete(reply)
    reply.raw.end()
  }
  /** Recent events, deduplicated, with the time of the last one. */
  const recent = new Map<string, number>()
  const piece = new Set<string>()
  let sending: NodeJS.Timeout | undefined
  const send = () => {
    sending = undefined
    const all = together([...piece].map(parse))
    piece.clear()
    for (const [{ raw }, { texto }] of open) {
      const text = [...new Set(all.map(texto))].join('')
      if (text) raw.write(text)
    }
  }
  const tell = (payload: string) => {
    const told = parse(payload)
    if (told.area === QUIEN) return sesiones.olvidar(told.id)
    if (TOMADO_DE.includes(told.area)) alAjustar()
    for (const [one, at] of recent) if (at < performance.now() - RECENT_MS) recent.delete(one)
    recent.set(payload, performance.now())
    // Whose session ended or whose rights changed is looked at before he is told anything more.
    for (const { concierne, revisar } of open.values()) if (concierne(told)) revisar()
    piece.add(payload)
    sending ??= setTimeout(send, TOGETHER_MS)
  }
  const listener = escuchar(url, {
    noticia: tell,
    abierto() {
      sesiones.oyendo(true)
      // What changed while nothing was heard.
      alAjustar()
    },
    perdido() {
      sesiones.oyendo(false)
      for (const reply of open.keys()) end(reply)
    },
  })

  /** Keeps a stream open for as long as its `look` does not throw. */
  const start = (reply: FastifyReply, { look, ...pedido }: Pedido) => {
    // Who asks for the header alone is told no news, and takes nobody's place.
    if (reply.request.method === 'HEAD') return void reply.type(TIPO).send()
    // The oldest one ends: the old stream of a television that lost its cable may still seem open.
    for (const cuenta of pedido.cuentas) {
      const same = [...open].filter(([, { cuentas }]) => cuentas.includes(cuenta))
      const most = cuenta.startsWith('u') ? STREAMS_USER_MAX : STREAMS_MAX
      if (same[0] && same.length >= most) end(same[0][0])
    }
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': TIPO,
      'cache-control': 'no-store',
      'content-security-policy': POLITICA_API,
      ...OF_DATA,
      'x-accel-buffering': 'no',
    })
    // What waits goes to the others now, since the new one hears it among the recent events.
    if (sending) {
      clearTimeout(sending)
      send()
    }
    const since = performance.now() - RECENT_MS
    const missed = [...recent].filter(([, at]) => at >= since).map(([payload]) => parse(payload))
    // In a window all prices of one publication are the same text.
    const told = new Set(together(missed).map(pedido.texto))
    reply.raw.write(`: hola\n\n${[...told].join('')}`)
    // Checked at each heartbeat: a browser whose session ended receives nothing more.
    const revisar = () =>
      void look().then(
        (news) => reply.raw.write(`: \n\n${news}`),
        () => end(reply),
      )
    open.set(reply, { ...pedido, beat: setInterval(revisar, HEARTBEAT_MS), revisar })
    reply.raw.on('close', () => end(reply))
  }

  /** The stream of a session: what its user sees, for as long as he is signed in. */
  const deSesion = async (request: FastifyRequest): Promise<Pedido> => {
    const read = async (): Promise<Quienes> => {
      const quien = await sessionOf(db, request, LOOK)
      exigirIngreso(quien)
      return quien
    }
    let quien = await read()
    app.guardia.sesion(quien.sesion_id)
    const { usuario_id, sesion_id } = quien
    return {
      cuentas: [`s${sesion_id}`, `u${usuario_id}`],
      texto(told) {
        if (told.area === FIN) return ''
        const own = isOwn(told, usuario_id)
        const heard = own ? 'fila' : ve(told.area, quien.permisos)
        // Whoever sees some branches alone is not told which row: it may be of another.
        const row = heard === 'fila' && (own || !quien.ve)
        return heard ? written(told.area, { id: row ? told.id : null }) : ''
      },
      concierne: ({ area, id }) =>
        area === 'roles' ||
        (area === FIN && (id === null || id === sesion_id)) ||
        (area === 'usuarios' && (id === null || id === usuario_id)),
      async look() {
        const before = powersOf(quien)
        quien = await read()
        // Who lost or gained a right hears of it, also when he sees no roles.
        return before === powersOf(quien) ? '' : written('roles', { id: null })
      },
    }
  }

  /** The stream of a link: of some areas that something changed, no details. */
  const deVentana = async (ventana: Ventana, request: FastifyRequest): Promise<Pedido> => {
    const token = String(request.headers['x-token'] ?? '')
    const look = async () => {
      if (!(await ventana.admite(db, token))) throw new DomainError('ENLACE_INACTIVO')
      return ''
    }
    await look()
    return {
      cuentas: [`v${token}`],
      texto: ({ area }) => (ventana.areas.includes(area) ? written(area, {}) : ''),
      concierne: ({ area }) => area === ventana.dueno,
      look,
    }
  }

  app.register(async (api) => {
    const summary = 'Cambios en vivo (server-sent events)'
    const schema = { summary, security: [{ sesion: [] }] }
    api.get('/api/eventos', { schema }, async (request, reply) => {
      const pedido = await deSesion(request)
      await listener.ready()
      start(reply, pedido)
    })
    for (const ventana of ventanas) {
      api.get(ventana.path, { schema: { summary: ventana.resumen } }, async (request, reply) => {
        const pedido = await deVentana(ventana, request)
        await listener.ready()
        start(reply, pedido)
      })
    }
  })

  app.addHook('preClose', async () => [...open.keys()].forEach(end))
  return {
    abiertos: () => open.size,
    close: () => {
      clearTimeout(sending)
      return listener.close()
    },
  }
}

/** A change of one's own user concerns everybody, whoever may see users. */
const isOwn = ({ area, id }: Told, usuario_id: number) => area === 'usuarios' && id === usuario_id

const powersOf = ({ role, permisos, ve }: Quienes) =>
  JSON.stringify([role, [...permisos].sort(), ve])

import { useSyncExternalStore } from 'react'
import { respondidoDesde } from './adelanto.ts'
import { cabeceras, tokenVencido } from './http.ts'
import { oida, sospechar } from './linea.ts'
import { pause } from './pausa.ts'
import { invalidate } from './query.ts'

/** State of the live connection: `inactivo` when signed out. */
export type EnVivo = 'inactivo' | 'conectando' | 'vivo' | 'cortado'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** A little more than three heartbeats of the server. */
const SILENCE_MS = 35_000
/** Less than the period of events that the server repeats on a new stream, so that none is missed while opening. */
const OPENING_MS = 4_000

let estado: EnVivo = 'inactivo'
const listeners = new Set<() => void>()
const hearers = new Set<(area: string, data: unknown) => void>()

function set(next: EnVivo): void {
  if (next === estado) return
  estado = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The live connection's state; rerenders on change. */
export function useEventos(): EnVivo {
  return useSyncExternalStore(subscribe, () => estado)
}

/** Calls `hearer` for every event, in addition to the usual refresh. Answers a function that unsubscribes. */
export function onEvento(hearer: (area: string, data: unknown) => void): () => void {
  hearers.add(hearer)
  return () => hearers.delete(hearer)
}

/**
 * Listens to `GET /api/eventos` for as long as the session lives. Read with `fetch`, which can send the
 * token. An event makes its area's answers stale; a reconnection all of them, so no missed event matters.
 */
export function listen(): () => void {
  const abort = new AbortController()
  void seguir({
    path: '/api/eventos',
    cabeceras,
    desde: respondidoDesde(),
    signal: abort.signal,
    alEstado: set,
    alVolver: () => void invalidate(),
    alNegado: tokenVencido,
    alEvento: (area, data) => {
      void invalidate([area])
      for (const hearer of hearers) hearer(area, data)
    },
  })
  return () => {
    abort.abort()
    set('inactivo')
  }
}

export interface Seguimiento {
  path: string
  /** Called for each connection, because the token may have changed. */
  cabeceras: () => Record<string, string>
  signal: AbortSignal
  /** Since when changes count, where that is before now. */
  desde?: number
  alEstado: (estado: EnVivo) => void
  alEvento: (area: string, data: unknown) => void
  /** Called after a reconnection or a slow connection: events may have been missed. */
  alVolver: () => void
  /** Called when the server no longer accepts the token. */
  alNegado: () => void
}

/** Follows a stream of events until `signal` aborts, connecting again after every cut. */
export async function seguir(how: Seguimiento): Promise<void> {
  const { signal, alEstado } = how
  let wait = FIRST_WAIT_MS
  let late = false
  const begin = how.desde ?? performance.now()
  alEstado('conectando')
  while (!signal.aborted) {
    try {
      await stream(how, () => {
        wait = FIRST_WAIT_MS
        alEstado('vivo')
        if (late || performance.now() - begin > OPENING_MS) how.alVolver()
        late = true
      })
    } catch {
      // A cut connection is the normal end of a stream: it is opened again below.
    }
    if (signal.aborted) return
    alEstado('cortado')
    sospechar()
    await pause(wait * (0.5 + Math.random()), signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

async function stream(how: Seguimiento, onOpen: () => void): Promise<void> {
  const silence = new AbortController()
  const headers = how.cabeceras()
  const response = await fetch(how.path, {
    headers,
    signal: AbortSignal.any([how.signal, silence.signal]),
    credentials: 'omit',
  })
  if (response.status === 401) {
    // Whoever signed in again meanwhile has another token: the next stream is his.
    if (headers['x-token'] === how.cabeceras()['x-token']) how.alNegado()
    return
  }
  if (!response.ok || !response.body) return
  onOpen()
  let rest = ''
  // A pulled cable raises no error, so a missing heartbeat counts as a cut too.
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    for await (const text of chunks(response.body.pipeThrough(new TextDecoderStream()))) {
      oida()
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) dispatch(block, how.alEvento)
    }
  } finally {
    clearTimeout(timer)
  }
}

async function* chunks(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** One event: `event: <area>` and `data: {json}`; comments keep the connection awake. */
function dispatch(block: string, alEvento: Seguimiento['alEvento']): void {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const area = field('event')
  if (area) alEvento(area, parse(field('data')))
}

function parse(text = 'null'): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { useSyncExternalStore } from 'react'
import { cabeceras, tokenVencido } from './http.ts'
import { pause } from './pausa.ts'
import { invalidate } from './query.ts'

/** State of the live connection: `inactivo` when signed out. */
export type EnVivo = 'inactivo' | 'conectando' | 'vivo' | 'cortado'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** Two beats of the server and a little. */
const SILENCE_MS = 35_000
/** Under what the server tells again to who opens a stream: what was asked before cannot have missed anything. */
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

/** The live connection's state, redrawing on change. */
export function useEventos(): EnVivo {
  return useSyncExternalStore(subscribe, () => estado)
}

/** Hears every event, besides the refreshing of answers that always happens. Answers how to stop. */
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
  /** Read anew for each connection: the token may have changed. */
  cabeceras: () => Record<string, string>
  signal: AbortSignal
  alEstado: (estado: EnVivo) => void
  alEvento: (area: string, data: unknown) => void
  /** Connected after a cut, or late: whatever was missed has to be asked for. */
  alVolver: () => void
  /** The server no longer knows who asks. */
  alNegado: () => void
}

/** Follows a stream of events until `signal` aborts, connecting again after every cut. */
export async function seguir(how: Seguimiento): Promise<void> {
  const { signal, alEstado } = how
  let wait = FIRST_WAIT_MS
  let late = false
  const begin = performance.now()
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
    await pause(wait * (0.5 + Math.random()), signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

async function stream(how: Seguimiento, onOpen: () => void): Promise<void> {
  const silence = new AbortController()
  const response = await fetch(how.path, {
    headers: how.cabeceras(),
    signal: AbortSignal.any([how.signal, silence.signal]),
    credentials: 'omit',
  })
  if (response.status === 401) return how.alNegado()
  if (!response.ok || !response.body) return
  onOpen()
  let rest = ''
  // A cable that is pulled says nothing: no beat for too long is a cut as well.
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    for await (const text of chunks(response.body.pipeThrough(new TextDecoderStream()))) {
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

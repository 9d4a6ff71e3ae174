import { useSyncExternalStore } from 'react'
import { cabeceras, tokenVencido } from './http.ts'
import { invalidate, queryClient } from './query.ts'

/** State of the live connection: `inactivo` when signed out. */
export type EnVivo = 'inactivo' | 'conectando' | 'vivo' | 'cortado'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

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
  void keepListening(abort.signal)
  return () => {
    abort.abort()
    set('inactivo')
  }
}

async function keepListening(signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS
  let before = false
  set('conectando')
  while (!signal.aborted) {
    try {
      await stream(signal, () => {
        wait = FIRST_WAIT_MS
        set('vivo')
        if (before) void queryClient.invalidateQueries()
        before = true
      })
    } catch {
      // A cut connection is the normal end of a stream: it is opened again below.
    }
    if (signal.aborted) return
    set('cortado')
    await pause(wait * (0.5 + Math.random()), signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

async function stream(signal: AbortSignal, onOpen: () => void): Promise<void> {
  const response = await fetch('/api/eventos', {
    headers: cabeceras(),
    signal,
    credentials: 'omit',
  })
  if (response.status === 401) return tokenVencido()
  if (!response.ok || !response.body) return
  onOpen()
  let rest = ''
  for await (const text of chunks(response.body.pipeThrough(new TextDecoderStream()))) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) dispatch(block)
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
function dispatch(block: string): void {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const area = field('event')
  if (!area) return
  void invalidate([area])
  for (const hearer of hearers) hearer(area, parse(field('data')))
}

function parse(text = 'null'): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    addEventListener('online', done)
    signal.addEventListener('abort', done, { once: true })
  })
}

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnswerOf, CallOf, Endpoint } from '../core/contract.ts'
import { callWith } from './api.ts'
import { type Clave, useClave } from './clave.ts'
import { ApiError, SinRespuesta } from './http.ts'
import { notify } from './notify.ts'
import { areaOf, invalidate } from './query.ts'

export const INCIERTO = 'No sabemos si la operación se registró. Comprobando…'

const WAITS_MS = [500, 1000, 2000, 4000, 8000, 8000]

interface SaveOptions {
  /** Areas whose answers are stale afterwards, besides the endpoint's own. */
  stale?: readonly string[]
  /** Says nothing on success: the caller does. */
  silencio?: boolean
}

export interface Save<E extends Endpoint> {
  /** Sends once; null when refused (see `error`) or already sending. */
  save: (given: CallOf<E>) => Promise<AnswerOf<E> | null>
  saving: boolean
  /** The answer of a call that moves money was lost and is being asked for with the same key. */
  incierto: boolean
  /** The last refusal, for the form: `body.errors[].campo` names the fields. */
  error: ApiError | null
  clear: () => void
  /** An earlier visit to this form sent something whose answer never came. */
  pendiente: boolean
}

/**
 * A write: sends, notifies as the seed says (success with the server's message, warning otherwise), marks
 * the areas stale and keeps the refusal. A call that moves money carries the form's key and is never
 * called failed while its outcome is unknown.
 */
export function useSave<E extends Endpoint>(endpoint: E, options: SaveOptions = {}): Save<E> {
  const client = useQueryClient()
  const clave = useClave(`${endpoint.path} ${location.pathname}`)
  const busy = useRef(false)
  const [phase, setPhase] = useState<'idle' | 'saving' | 'incierto'>('idle')
  const [error, setError] = useState<ApiError | null>(null)

  async function save(given: CallOf<E>): Promise<AnswerOf<E> | null> {
    if (busy.current) return null
    busy.current = true
    setPhase('saving')
    setError(null)
    try {
      const answer = endpoint.dinero
        ? await sendSurely(endpoint, given, clave, () => setPhase('incierto'))
        : await callWith(endpoint, given)
      const message = messageOf(answer)
      if (message && !options.silencio) notify('success', message)
      await invalidate([areaOf(endpoint.path), ...(options.stale ?? [])], client)
      return answer
    } catch (cause) {
      // The dialog that asks to sign in again says it all; the form stays as it is.
      if (cause instanceof ApiError && cause.status === 401) return null
      notify('warning', cause instanceof Error ? cause.message : String(cause))
      if (!(cause instanceof ApiError)) return null
      // A conflict means that what is shown is old: the form compares with what is stored now.
      if (cause.status === 409) await invalidate([areaOf(endpoint.path)], client)
      setError(cause)
      return null
    } finally {
      busy.current = false
      setPhase('idle')
    }
  }

  return {
    save,
    saving: phase !== 'idle',
    incierto: phase === 'incierto',
    error,
    clear: () => setError(null),
    pendiente: endpoint.dinero && clave.pendiente,
  }
}

function messageOf(answer: unknown): string | undefined {
  const has = typeof answer === 'object' && answer !== null && 'message' in answer
  return has && typeof answer.message === 'string' ? answer.message : undefined
}

/** Sends until a definite answer: the same key makes one operation, however often it arrives. */
async function sendSurely<E extends Endpoint>(
  endpoint: E,
  given: CallOf<E>,
  clave: Clave,
  onUnknown: () => void,
): Promise<AnswerOf<E>> {
  clave.enviada()
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await callWith(endpoint, given, { clave: clave.uuid() })
      clave.renovar()
      return answer
    } catch (cause) {
      const expired = cause instanceof ApiError && cause.status === 401
      const unknown =
        cause instanceof SinRespuesta || (cause instanceof ApiError && cause.status >= 500)
      if (!unknown) {
        if (!expired) clave.renovar()
        throw toKnown(cause)
      }
      const wait = WAITS_MS[attempt]
      if (wait === undefined) throw new Error(STILL_UNKNOWN, { cause })
      onUnknown()
      await sleep(wait)
    }
  }
}

const STILL_UNKNOWN =
  'No sabemos si la operación se registró. Vuelva a guardar sin cambiar nada: no se duplicará.'

/** The key was used with other data: an operation sent from here before did get registered. */
function toKnown(cause: unknown): unknown {
  if (!(cause instanceof ApiError) || cause.body.codigo !== 'CLAVE_REUTILIZADA') return cause
  const message =
    'Lo que se envió antes desde este formulario sí se registró. Revise la lista antes de registrar otra vez.'
  return new ApiError(cause.status, { ...cause.body, message })
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })
}

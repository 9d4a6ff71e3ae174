import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnswerOf, CallOf, Endpoint } from '../../core/contract.ts'
import { notify } from '../avisos/notify.ts'
import type { Area } from '../marco/screens.ts'
import { confirmarse } from '../sesion/confirmar.ts'
import { callWith } from './api.ts'
import { type Clave, useClave } from './clave.ts'
import { sendSurely } from './envio-seguro.ts'
import { ApiError } from './http.ts'
import { probar, sinLinea } from './linea.ts'
import { areaOf, invalidate } from './query.ts'

/** Said instead of sending while the line is known to be cut. */
const SIN_ENVIAR =
  'Sin conexión: no se envió nada. Lo que escribió sigue aquí; guárdelo cuando vuelva la conexión.'

export const INCIERTO = 'No sabemos si la operación se registró. Comprobando…'

/** A refusal in words for a form that shows it in one place: the sentences of its fields, else its own. */
export const sentenciaDe = (error: ApiError | null): string | undefined =>
  error?.body.errors?.map(({ msg }) => msg).join(' ') || error?.message

/** What a form says of its sending: that the outcome is not known yet, or the refusal; null when there is neither. */
export const dicho = ({ error, incierto }: Pick<Save<Endpoint>, 'error' | 'incierto'>) =>
  incierto ? INCIERTO : sentenciaDe(error)

/** Whether this refusal asks the user for his password before the same call is sent again. */
export const pideConfirmar = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError && /CONFIRME$/.test(cause.body.codigo ?? '')

/**
 * Sends; where the server wants to know again who is there, asks for the password and sends once more. `mensaje` is asked
 * in place of the refusal's own, where this call is one of many that are sent together.
 */
export function conConfirmacion<T>(
  endpoint: Endpoint,
  send: () => Promise<T>,
  mensaje?: string,
): Promise<T> {
  return send().catch(async (cause) => {
    if (pideConfirmar(cause) && (await confirmarse(mensaje ?? cause.message, endpoint)))
      return send()
    throw cause
  })
}

/** Forms that are sending: what each does at the instant at which what it sent is saved. */
const sending = new Set<() => void>()

/**
 * Sends what a form holds. `hecho` is called at the very instant of the success, before the answers that it made stale are
 * read again: from then on nothing is left to save. A call that is refused calls nothing.
 */
export async function alGuardarse<T>(hecho: () => void, send: () => Promise<T>): Promise<T> {
  sending.add(hecho)
  try {
    return await send()
  } finally {
    sending.delete(hecho)
  }
}

interface SaveOptions {
  /** Areas whose answers are stale afterwards, besides the endpoint's own. */
  stale?: readonly Area[]
  /** Says nothing on success: the caller does. */
  silencio?: boolean
  /** Whether the form itself says this refusal, in a dialog: no notice says it too. */
  pregunta?: (refusal: ApiError) => boolean
  /** The key of a form that sends what it holds by one of several calls: what one of them sent, no other sends again. */
  clave?: Clave
}

export interface Save<E extends Endpoint> {
  /** Sends once; null when refused (see `error`) or already sending. */
  save: (given: CallOf<E>) => Promise<AnswerOf<E> | null>
  saving: boolean
  /** The answer of a call that moves money was lost; the call is being retried with the same key. */
  incierto: boolean
  /** The last refusal, for the form: `body.errors[].campo` names the fields. */
  error: ApiError | null
  clear: () => void
  /** An earlier visit to this form sent something whose answer never came. */
  pendiente: boolean
}

/**
 * A write: sends, notifies (success with the server's message, warning otherwise: R-119), marks
 * the areas stale and keeps the refusal. A call that moves money carries the form's key and is never
 * reported as failed while its outcome is unknown.
 */
export function useSave<E extends Endpoint>(endpoint: E, options: SaveOptions = {}): Save<E> {
  const client = useQueryClient()
  const propia = useClave(`${endpoint.path} ${location.pathname}`)
  const clave = options.clave ?? propia
  const busy = useRef(false)
  const [phase, setPhase] = useState<'idle' | 'saving' | 'incierto'>('idle')
  const [error, setError] = useState<ApiError | null>(null)

  async function save(given: CallOf<E>): Promise<AnswerOf<E> | null> {
    if (busy.current) return null
    busy.current = true
    setPhase('saving')
    setError(null)
    try {
      if (sinLinea() && !(await probar())) throw new Error(SIN_ENVIAR)
      const send = () =>
        endpoint.dinero
          ? sendSurely(
              (uuid) => callWith(endpoint, given, { clave: uuid }),
              clave,
              () => setPhase('incierto'),
            )
          : callWith(endpoint, given)
      const answer = await conConfirmacion(endpoint, send)
      for (const hecho of sending) hecho()
      const message = messageOf(answer)
      if (message && !options.silencio) notify('success', message)
      await invalidate([areaOf(endpoint.path), ...(options.stale ?? [])], client)
      return answer
    } catch (cause) {
      // The dialog of the expired session informs the user; the form stays as it is.
      if (cause instanceof ApiError && cause.status === 401) return null
      if (!(cause instanceof ApiError && options.pregunta?.(cause)))
        notify('warning', cause instanceof Error ? cause.message : String(cause))
      if (!(cause instanceof ApiError)) return null
      // After a conflict the row on screen is stale: the form compares with the stored row.
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

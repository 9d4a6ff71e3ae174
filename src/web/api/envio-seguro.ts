import type { Clave } from './clave.ts'
import { ApiError, SinRespuesta } from './http.ts'
import { pause } from './pausa.ts'

const WAITS_MS = [500, 1000, 2000, 4000, 8000, 8000]

/**
 * Retries with the same idempotency key until a definite answer, so that only one operation results. Throws the
 * refusal or, when every answer was lost, an error saying that the outcome is unknown; the key is then kept.
 */
export async function sendSurely<A>(
  send: (uuid: string) => Promise<A>,
  clave: Clave,
  onUnknown: () => void,
  waits: readonly number[] = WAITS_MS,
): Promise<A> {
  const abierta = clave.abierta()
  clave.enviada()
  // Forms may share a key: whatever another call makes of it meanwhile, this one is sent under its own.
  const uuid = clave.uuid()
  const renovar = () => {
    if (clave.uuid() === uuid) clave.renovar()
  }
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await send(uuid)
      renovar()
      return answer
    } catch (cause) {
      // Nothing was done now. Of an earlier attempt without an answer, here or of a press before, that says nothing.
      const refused = cause instanceof ApiError && cause.body.codigo === 'NO_ESCRIBE'
      if (refused && attempt === 0 && !abierta) {
        renovar()
        throw cause
      }
      const expired = cause instanceof ApiError && cause.status === 401
      const unknown =
        cause instanceof SinRespuesta || (cause instanceof ApiError && cause.status >= 500)
      if (!unknown) {
        if (!expired) renovar()
        throw toKnown(cause)
      }
      const wait = waits[attempt]
      if (wait === undefined) throw new Error(STILL_UNKNOWN, { cause })
      onUnknown()
      await pause(wait)
    }
  }
}

const STILL_UNKNOWN =
  'No sabemos si la operación se registró. Vuelva a guardar sin cambiar nada: no se duplicará.'

/** Explains the refusal of a key used with other data: an earlier operation of this form was registered. */
function toKnown(cause: unknown): unknown {
  if (!(cause instanceof ApiError) || cause.body.codigo !== 'CLAVE_REUTILIZADA') return cause
  const message =
    'Lo que se envió antes desde este formulario sí se registró. Revise la lista antes de registrar otra vez.'
  return new ApiError(cause.status, { ...cause.body, message })
}

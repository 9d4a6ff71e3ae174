import { type AnswerOf, type CallOf, type Endpoint, fillPath } from '../../core/contract.ts'
import { ApiError, cabeceras, conToken, read, requestFile, SinRespuesta, search } from './http.ts'

/** A call that takes a file, but for the file. */
type Resto<E> = Omit<CallOf<E>, 'body'>
interface Partes {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
}

interface Subida {
  signal: AbortSignal
  /** Told how much went up, between 0 and 1. */
  alAvanzar: (parte: number) => void
  /** `Idempotency-Key` of a call that moves money. */
  clave?: string
}

const WAITS_MS = [500, 1500, 4000]

/**
 * Sends a file with its own content type. Where the answer was lost it is sent again by itself: the same bytes
 * are the same file there. Throws `ApiError` and `SinRespuesta` as `request`, the signal's reason when aborted.
 */
export async function subir<E extends Endpoint>(
  endpoint: E,
  given: Resto<E>,
  archivo: Blob,
  subida: Subida,
): Promise<AnswerOf<E>> {
  const { params, query } = given as Partes
  const path = fillPath(endpoint.path, params)
  const send = (token: string | null) =>
    sendFile(endpoint.method, `${path}${search(query)}`, archivo, token, subida)
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read<AnswerOf<E>>(await conToken(path, send))
    } catch (cause) {
      const lost =
        cause instanceof SinRespuesta || (cause instanceof ApiError && cause.status >= 500)
      const wait = WAITS_MS[attempt]
      if (!lost || wait === undefined) throw cause
      await new Promise((resolve) => setTimeout(resolve, wait))
      subida.signal.throwIfAborted()
    }
  }
}

/** By XMLHttpRequest: `fetch` does not say how much went up. */
function sendFile(
  method: string,
  address: string,
  archivo: Blob,
  token: string | null,
  { signal, alAvanzar, clave }: Subida,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const abort = () => call.abort()
    call.open(method, `/api${address}`)
    for (const [name, value] of Object.entries(cabeceras(token))) call.setRequestHeader(name, value)
    call.setRequestHeader('content-type', archivo.type)
    if (clave) call.setRequestHeader('idempotency-key', clave)
    call.upload.onprogress = ({ loaded, total }) => alAvanzar(total ? loaded / total : 0)
    call.onload = () => resolve(new Response(call.responseText, { status: call.status }))
    call.onerror = () => reject(new SinRespuesta(new Error('XMLHttpRequest')))
    call.onabort = () => reject(signal.reason)
    call.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    call.send(archivo)
  })
}

/** The file that a call gives. Errors as `request`. */
export function bajar<E extends Endpoint>(
  endpoint: E,
  given: CallOf<E>,
  signal?: AbortSignal,
): Promise<Blob> {
  return requestFile(fillPath(endpoint.path, (given as Partes).params), signal)
}

/** A file as an address that a page may show: the policy allows `data:` and nothing made at run time. */
export function comoDatos(archivo: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(archivo)
  })
}

import { type AnswerOf, type CallOf, type Endpoint, fillPath } from '../../core/contract.ts'
import {
  ApiError,
  cabeceras,
  conToken,
  read,
  requestFile,
  SinRespuesta,
  search,
  suponiendo,
} from './http.ts'

/** The input of an upload, without the file. */
type Resto<E> = Omit<CallOf<E>, 'body'>
interface Partes {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
}

interface Subida {
  signal: AbortSignal
  /** Receives the uploaded share, from 0 to 1. */
  alAvanzar: (parte: number) => void
  /** `Idempotency-Key` of a call that moves money. */
  clave?: string
  /** In place of the session's token. */
  token?: string
}

const WAITS_MS = [500, 1500, 4000]

/**
 * Uploads a file with its own content type. Retries when the answer is lost, since the server deduplicates equal
 * bytes. Throws `ApiError` and `SinRespuesta` as `request`, and the signal's reason when aborted.
 */
export async function subir<E extends Endpoint>(
  endpoint: E,
  given: Resto<E>,
  archivo: Blob,
  subida: Subida,
): Promise<AnswerOf<E>> {
  const { params, query } = given as Partes
  const path = fillPath(endpoint.path, params)
  // Whichever attempt arrives, the file was chosen on this page.
  const libros = suponiendo()
  const send = (token: string | null) =>
    sendFile(
      endpoint.method,
      `${path}${search(query)}`,
      archivo,
      { ...cabeceras(token, query), ...libros },
      subida,
    )
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { token } = subida
      return await read<AnswerOf<E>>(token ? await send(token) : await conToken(path, send))
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

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function sendFile(
  method: string,
  address: string,
  archivo: Blob,
  headers: Record<string, string>,
  { signal, alAvanzar, clave }: Subida,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const abort = () => call.abort()
    call.open(method, `/api${address}`)
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    call.setRequestHeader('content-type', archivo.type)
    if (clave) call.setRequestHeader('idempotency-key', clave)
    call.upload.onprogress = ({ loaded, total }) => alAvanzar(total ? loaded / total : 0)
    call.onload = () =>
      resolve(new Response(call.responseText, { status: call.status, headers: cabecerasDe(call) }))
    call.onerror = () => reject(new SinRespuesta(new Error('XMLHttpRequest')))
    call.onabort = () => reject(signal.reason)
    call.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    call.send(archivo)
  })
}

/** What the answer says besides its body, as in which currency the books are kept. */
function cabecerasDe(call: XMLHttpRequest): [string, string][] {
  return call
    .getAllResponseHeaders()
    .split('\r\n')
    .map((line) => line.split(/: (.*)/s))
    .flatMap(([name, value]) => (name && value !== undefined ? [[name, value]] : []))
}

/** Downloads the file that a call answers. Errors as `request`. */
export function bajar<E extends Endpoint>(
  endpoint: E,
  given: CallOf<E>,
  signal?: AbortSignal,
): Promise<Blob> {
  return requestFile(fillPath(endpoint.path, (given as Partes).params), signal)
}

/** A file as a `data:` URL, since the content policy allows no `blob:` URLs. */
export function comoDatos(archivo: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(archivo)
  })
}

import {
  MONEDA_CABECERA,
  MONEDA_SUPUESTA,
  monedaSupuesta,
  tomarCabecera,
} from '../../core/dinero/moneda.ts'
import type { ErrorBody } from '../../core/errors.ts'
import { sinCortar } from '../../core/formato.ts'
import { LIMA, ponerZona, ZONA_CABECERA } from '../../core/zona.ts'
import { adelantada } from './adelanto.ts'
import { oida, sospechar } from './linea.ts'

/** Key of the session's token in localStorage. */
export const LLAVE_TOKEN = 'idToken'

/** The server answered with a refusal. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

/** No answer arrived: whether the server carried out the request is unknown. */
export class SinRespuesta extends Error {
  constructor(cause: unknown) {
    super('No hay conexión con el servidor. Revise la red e intente de nuevo.', { cause })
    this.name = 'SinRespuesta'
  }
}

export interface Solicitud {
  query?: Record<string, unknown> | undefined
  body?: unknown
  /** `Idempotency-Key` of a call that moves money. */
  clave?: string | undefined
  signal?: AbortSignal | undefined
  /** The answer goes into a file: a replica may give it. */
  archivo?: boolean | undefined
  /** A token other than the session's, as that of a window; its refusal does not end a session. */
  token?: string | undefined
}

let onExpired: (() => void) | undefined
let onIncomplete: (() => void) | undefined

/** Sets the listener for calls that were refused until the user completes his sign-in. */
export function alFaltarIngreso(listener: () => void): void {
  onIncomplete = listener
}

/** Sets the listener for calls whose token the server no longer accepts. */
export function alVencer(listener: () => void): void {
  onExpired = listener
}

/** Reports that a stream's token was refused. */
export function tokenVencido(): void {
  onExpired?.()
}

/** The headers of every call. The token is read each time: another tab may have renewed it. */
export function cabeceras(
  token = localStorage.getItem(LLAVE_TOKEN),
  query?: Record<string, unknown>,
): Record<string, string> {
  const consulta = escrita(query, true)
  return { ...(token && { 'x-token': token }), ...(consulta && { 'x-consulta': consulta }) }
}

/** The header of a write: in which currency of the books its page was drawn. */
export function suponiendo(): Record<string, string> {
  const supuesta = monedaSupuesta()
  return supuesta ? { [MONEDA_SUPUESTA]: supuesta } : {}
}

/**
 * One call of the API, `path` below `/api` with its places filled. Throws `ApiError` when the server
 * refuses and `SinRespuesta` when nothing came back; an abort throws the signal's own reason.
 */
export async function request<R>(
  method: string,
  path: string,
  solicitud: Solicitud = {},
): Promise<R> {
  const send = (token: string | null) => fetchWith(method, path, solicitud, token)
  if (solicitud.token !== undefined) return read<R>(await send(solicitud.token))
  return read<R>(await conToken(path, send))
}

/** A file of the API. Errors as `request`. */
export async function requestFile(path: string, signal?: AbortSignal): Promise<Blob> {
  const response = await conToken(path, (token) =>
    fetchWith('GET', path, signal ? { signal } : {}, token),
  )
  if (!response.ok) return read(response)
  return response.blob().catch((error) => {
    throw new SinRespuesta(error)
  })
}

/** Sends with the current token; retries with a newer one when another tab has renewed it meanwhile. */
export async function conToken(
  path: string,
  send: (token: string | null) => Promise<Response>,
): Promise<Response> {
  const token = localStorage.getItem(LLAVE_TOKEN)
  const response = await send(token)
  if (response.status !== 401 || path.startsWith('/auth/')) return response
  const newer = localStorage.getItem(LLAVE_TOKEN)
  if (newer && newer !== token) return send(newer)
  onExpired?.()
  return response
}

async function fetchWith(
  method: string,
  path: string,
  { query, body, clave, signal, archivo }: Solicitud,
  token: string | null,
): Promise<Response> {
  const early = adelantada(method, path + search(query), token)
  const headers = cabeceras(token, query)
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (clave) headers['idempotency-key'] = clave
  if (archivo) headers['x-para-archivo'] = '1'
  if (method !== 'GET') Object.assign(headers, suponiendo())
  try {
    if (early && !headers['x-consulta']) return await early
    const answer = await fetch(`/api${path}${search(query)}`, {
      method,
      headers,
      // The sign-in alone takes and gives a cookie: the mark of a device that is the user's own.
      credentials: path === '/auth/login' ? 'same-origin' : 'omit',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    oida()
    return answer
  } catch (error) {
    if (signal?.aborted) throw error
    sospechar()
    throw new SinRespuesta(error)
  }
}

/** Tells the server that this token's session is over. Outlives the page, and nobody waits for it. */
export function alSalir(token: string): void {
  const headers = cabeceras(token)
  const how = { method: 'POST', keepalive: true, credentials: 'omit', headers } as const
  void fetch('/api/auth/salir', how).catch(() => {})
}

/** Parses an answer. @throws ApiError, SinRespuesta */
export async function read<R>(response: Response): Promise<R> {
  // What a proxy answers in the server's place says nothing of the house.
  if (response.headers.has('x-solicitud')) {
    ponerZona(response.headers.get(ZONA_CABECERA) ?? LIMA)
    tomarCabecera(response.headers.get(MONEDA_CABECERA))
  }
  let body: unknown
  try {
    body = await response.json()
  } catch (error) {
    // A success whose body was cut off, or a gateway's page: the outcome is unknown.
    if (response.ok || response.status >= 502) throw new SinRespuesta(error)
    throw new ApiError(response.status, { message: 'El servidor no respondió como se esperaba.' })
  }
  if (response.ok) return body as R
  const refused = new ApiError(response.status, toErrorBody(body))
  if (refused.body.codigo === 'INGRESO_INCOMPLETO') onIncomplete?.()
  throw refused
}

function toErrorBody(body: unknown): ErrorBody {
  const known = (typeof body === 'object' && body ? body : {}) as Partial<ErrorBody>
  // Validation errors of the original brief: a list of msg, and no sentence over them.
  const said = known.message || known.errors?.map(({ msg }) => msg).join('\n')
  return {
    ...known,
    ...(known.errors && {
      errors: known.errors.map((one) => ({ ...one, msg: sinCortar(one.msg) })),
    }),
    // What the database writes is plain text, also for files: on the screen no amount breaks after its sign.
    message: sinCortar(said || 'El servidor no respondió como se esperaba.'),
  }
}

/** The query of an address, `?` included; empty without any. */
export function search(query?: Record<string, unknown>): string {
  const text = escrita(query)
  return text && `?${text}`
}

/** What may name a person never stands in an address: it travels in a header. */
const PRIVADOS = ['buscar', 'nombre', 'term']

function escrita(query: Record<string, unknown> = {}, privada = false): string {
  const pairs = Object.entries(query).filter(
    ([k, v]) => v !== undefined && v !== null && v !== '' && PRIVADOS.includes(k) === privada,
  )
  return new URLSearchParams(pairs.map(([k, v]) => [k, String(v)])).toString()
}

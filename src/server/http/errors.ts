import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '../../core/contract.ts'
import { DomainError, type ErrorBody, type FieldError } from '../../core/errors.ts'
import { conNombre } from './respuesta/nombrar.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the refusal that is answered. */
    rechazo?: string
    /** What that refusal says, where nothing at all is written now. */
    noEscribe?: string
  }
}

/** The errors of an input, field by field, in the words of its schema; what is missing is named. */
export function inputError(error: z.ZodError, schema?: z.ZodType, input?: unknown): DomainError {
  const errors = error.issues.flatMap((issue): FieldError[] => {
    const campo = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        msg: `Campo desconocido: ${key.slice(0, 60)}.`,
        campo: key.slice(0, 60),
      }))
    }
    const msg = schema ? conNombre(issue, schema, input) : issue.message
    return [{ msg, ...(campo && { campo }) }]
  })
  return new DomainError('VALIDACION', {}, errors.slice(0, 50))
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'Escriba un texto.',
  number: 'Escriba un número.',
  int: 'Escriba un número entero.',
  boolean: 'Elija sí o no.',
  array: 'Debe ser una lista.',
  object: 'Debe ser un grupo de datos.',
}

/** Spanish sentences for rules whose schema has none; the library's own are English and technical. */
export function inSpanish(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined || issue.input === null) return 'Este dato es obligatorio.'
    return EXPECTED[issue.expected] ?? 'El valor no es válido.'
  }
  if (issue.code === 'too_small') {
    const blank = issue.origin === 'string' && Number(issue.minimum) === 1
    return blank ? 'Este dato es obligatorio.' : `Es menor de lo permitido (${issue.minimum}).`
  }
  if (issue.code === 'too_big') return `Es mayor de lo permitido (${issue.maximum}).`
  return 'El valor no es válido.'
}

/** Errors that the framework raises before any of our code: its code → ours. */
const FRAMEWORK = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'DEMASIADO_GRANDE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'TIPO_CONTENIDO',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'CUERPO_INVALIDO',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'CUERPO_INVALIDO',
  FST_ERR_BAD_URL: 'RUTA_NO_EXISTE',
  FST_ERR_MAX_PARAM_LENGTH: 'DIRECCION_LARGA',
  FST_ERR_HANDLER_TIMEOUT: 'NO_DISPONIBLE',
} as const

function asRefusal(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  const code = (error as { code?: string }).code ?? ''
  const known = FRAMEWORK[code as keyof typeof FRAMEWORK]
  return known ? new DomainError(known) : null
}

/** Answers what Node's parser refuses, when there is no request yet: writes the usual body and closes the socket. */
export function answerSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const [line, refusal] = error.code?.startsWith('HPE_HEADER_OVERFLOW')
    ? ['431 Request Header Fields Too Large', new DomainError('CABECERAS_LARGAS')]
    : [late ? '408 Request Timeout' : '400 Bad Request', new DomainError('SOLICITUD_INVALIDA')]
  const { message, code } = refusal
  const body = JSON.stringify({ message, errors: [{ msg: message }], codigo: code })
  const head = `HTTP/1.1 ${line}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

/** Whether the answer of this call has `ok`; its refusals then carry it as well, because clients read it first. */
function saysOk({ response }: Endpoint): boolean {
  return response instanceof z.ZodObject && 'ok' in response.shape
}

/**
 * The one place where an error becomes a status and a sentence. Any error that is not a refusal is a bug: the answer
 * is one neutral sentence with the request's id; the cause goes to `onBug` only.
 */
export function answerError(
  reply: FastifyReply,
  error: unknown,
  solicitud: string,
  onBug: (error: unknown, solicitud: string) => void,
  endpoint?: Endpoint,
): FastifyReply {
  const refusal = asRefusal(error) ?? new DomainError('INTERNO', { solicitud })
  if (refusal.code === 'INTERNO') onBug(error, solicitud)
  const { status, message, code, data } = refusal
  // Clients of login and refresh join `errors`, so a 400 or a 401 always has at least one.
  const errors = refusal.errors ?? ([400, 401].includes(status) ? [{ msg: message }] : undefined)
  const { errors: _, ...detalle } = data
  const body: ErrorBody = {
    ...(endpoint && saysOk(endpoint) && { ok: false }),
    message: code === 'VALIDACION' && errors?.[0] ? errors[0].msg : message,
    ...(errors && { errors }),
    codigo: code,
    ...(Object.keys(detalle).length > 0 && { detalle }),
  }
  if (status === 429) reply.header('retry-after', String(data.segundos ?? 1))
  reply.rechazo = code
  if (code === 'NO_ESCRIBE') reply.noEscribe = message
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

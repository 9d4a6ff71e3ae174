import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { DomainError, type ErrorBody, type FieldError } from '../core/errors.ts'

/** What is wrong with an input, field by field, in the words of its schema. */
export function inputError(error: z.ZodError): DomainError {
  const errors = error.issues.flatMap((issue): FieldError[] => {
    const campo = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        msg: `Campo desconocido: ${key.slice(0, 60)}.`,
        campo: key.slice(0, 60),
      }))
    }
    return [{ msg: issue.message, ...(campo && { campo }) }]
  })
  return new DomainError('VALIDACION', {}, errors.slice(0, 50))
}

/** Refusals of the framework itself, before any of our code: code → ours. */
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

/**
 * The one place where an error becomes status and sentence. What is not a refusal is a bug: one neutral
 * sentence with the request's id; its cause goes to `onBug` only.
 */
export function answerError(
  reply: FastifyReply,
  error: unknown,
  solicitud: string,
  onBug: (error: unknown, solicitud: string) => void,
): FastifyReply {
  const refusal = asRefusal(error) ?? new DomainError('INTERNO', { solicitud })
  if (refusal.code === 'INTERNO') onBug(error, solicitud)
  const { status, message, code, data } = refusal
  // Login and refresh join `errors`, so a 400 always has some (API-4).
  const errors = refusal.errors ?? (status === 400 ? [{ msg: message }] : undefined)
  const { errors: _, ...detalle } = data
  const body: ErrorBody = {
    message: code === 'VALIDACION' && errors?.[0] ? errors[0].msg : message,
    ...(errors && { errors }),
    codigo: code,
    ...(Object.keys(detalle).length > 0 && { detalle }),
  }
  if (status === 429) reply.header('retry-after', String(data.segundos ?? 1))
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

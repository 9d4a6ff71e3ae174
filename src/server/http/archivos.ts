import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Archivo, archivoBajado, Endpoint } from '../../core/contract.ts'
import { DomainError } from '../../core/errors.ts'

export type Bajado = z.output<typeof archivoBajado>

/**
 * Bodies in this scope are one file of the given types, sent raw: no JSON, no form, no encoding.
 * @throws DomainError ARCHIVO_TIPO, ARCHIVO_GRANDE
 */
export function acceptFile(scope: FastifyInstance, { tipos, maximo }: Archivo): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [...tipos],
    { parseAs: 'buffer', bodyLimit: maximo },
    async (request: FastifyRequest, body: Buffer) => {
      const { 'content-type': type = '', 'content-encoding': encoding } = request.headers
      if (encoding || !tipos.includes(type)) throw wrongType(tipos)
      return body
    },
  )
  scope.addContentTypeParser('*', async () => {
    throw wrongType(tipos)
  })
  scope.setErrorHandler((error: { code?: string }) => {
    // Rethrown, so that the common error handler writes its sentence.
    if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
    const kb = maximo / 1024
    throw new DomainError('ARCHIVO_GRANDE', { maximo: kb < 1024 ? `${kb} KB` : `${kb / 1024} MB` })
  })
}

function wrongType(tipos: readonly string[]): DomainError {
  const names = tipos.map((tipo) => tipo.replace(/^.*\//, '').toUpperCase())
  return new DomainError('ARCHIVO_TIPO', { tipos: names.join(', ') })
}

/** Sends an uploaded file as a download; the browser never renders it as a page, whatever it contains. */
export function sendFile(
  reply: FastifyReply,
  { tipo, nombre, contenido }: Bajado,
  { inmutable }: Pick<Endpoint, 'inmutable'>,
): FastifyReply {
  // `private`: no proxy keeps what somebody had to sign in for.
  if (inmutable) reply.header('cache-control', 'private, max-age=31536000, immutable')
  return reply
    .type(tipo)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', disposition(nombre))
    .send(contenido)
}

/** `attachment` with the name twice: in ASCII for old browsers, and complete in UTF-8 (RFC 6266). */
export function disposition(nombre: string): string {
  const plain = nombre.normalize('NFD').replaceAll(/[^\w. -]/g, '') || 'archivo'
  const whole = encodeURIComponent(nombre).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
